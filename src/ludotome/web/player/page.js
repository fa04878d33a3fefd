// @ts-check
/**
 * Page: the start of an exported file, in the page and in its worker.
 *
 * The file holds its parts in elements: the module and its data, compressed; the settings, as JSON; the rules, as HTML.
 */

import { createEngine } from "../engine.js";
import { el } from "./dom.js";
import { Opponent, serveSearches } from "./opponent.js";
import { Player } from "./player.js";

/**
 * Return the bytes that an element of the page holds: base64 of gzip.
 * @param {string} id
 */
async function unpacked(id) {
  const text = document.getElementById(id)?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Start the game of this page. */
async function startPage() {
  const root = document.getElementById("game");
  if (!root) return;
  try {
    const [wasm, data] = await Promise.all([unpacked("module"), unpacked("data")]);
    const parsed = JSON.parse(new TextDecoder().decode(data));
    const settings = JSON.parse(document.getElementById("settings")?.textContent ?? "{}");
    const script = document.querySelector("script[data-part]")?.textContent ?? "";
    const engine = await createEngine(wasm, parsed);
    const player = new Player(root, engine, new Opponent(wasm, parsed, script), settings);
    document.documentElement.dataset.ready = "true";
    Object.defineProperty(globalThis, "ludotome", { value: { engine, player } });
  } catch (error) {
    root.replaceChildren(el("main.card", {}, el("h1", {}, "This game cannot start here"), el("p", {}, String(error))));
    document.documentElement.dataset.ready = "failed";
  }
}

if (typeof document === "undefined") serveSearches();
else void startPage();
