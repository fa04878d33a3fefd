// @ts-check
/**
 * Page: the start of an exported file, in the page and in its worker.
 *
 * The file holds its parts in elements: the module and its data, compressed; the settings, as JSON; the rules, as HTML.
 */

import { createEngine } from "../engine.js";
import { unpacked } from "../unpack.js";
import { el } from "./dom.js";
import { Opponent, serveSearches } from "./opponent.js";
import { Player } from "./player.js";

/** @param {string} id */
const textOf = (id) => document.getElementById(id)?.textContent ?? "";

/** Start the game of this page. */
async function startPage() {
  const root = document.getElementById("game");
  if (!root) return;
  try {
    const [wasm, data] = await Promise.all([unpacked(textOf("module")), unpacked(textOf("data"))]);
    const parsed = JSON.parse(new TextDecoder().decode(data));
    const settings = JSON.parse(textOf("settings"));
    const script = document.querySelector("script[data-part]")?.textContent ?? "";
    const engine = await createEngine(wasm, parsed);
    const player = new Player(root, engine, new Opponent(wasm, parsed, script), settings);
    document.documentElement.dataset.ready = "true";
    performance.mark("ready");
    Object.defineProperty(globalThis, "ludotome", { value: { engine, player } });
  } catch (error) {
    root.replaceChildren(el("main.card", {}, el("h1", {}, "This game cannot start here"), el("p", {}, String(error))));
    document.documentElement.dataset.ready = "failed";
  }
}

if (typeof document === "undefined") serveSearches();
else void startPage();
