// @ts-check
/**
 * Loader: unpacks the style and the player, which are compressed to keep the file small. The page's
 * Content-Security-Policy contains the SHA-256 of both.
 */

import { unpacked } from "../unpack.js";

/** Put the style and the script of the player into the page; without scripts, the page still shows the rules. */
async function load() {
  document.getElementById("rules")?.toggleAttribute("hidden", true);
  for (const [id, tag] of [["style", "style"], ["player", "script"]]) {
    const part = document.createElement(tag);
    part.dataset.part = id;
    part.textContent = new TextDecoder().decode(await unpacked(document.getElementById(id)?.textContent ?? ""));
    document.head.append(part);
  }
}

void load();
