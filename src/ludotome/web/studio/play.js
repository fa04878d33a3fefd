// @ts-check
/**
 * Play: the page of a game in the studio: the same player as in exported files, with the game computed by the server.
 */

import { el } from "../player/dom.js";
import { drawnSeed } from "../player/match.js";
import { Player } from "../player/player.js";
import { pageData, startFrame } from "./frame.js";
import { RemoteEngine } from "./remote_engine.js";

/** @import { RemoteData } from "./remote_engine.js" */

/**
 * Return the field for the number of players, null if only one number is possible. Each number has its own page.
 * @param {RemoteData} data
 */
function askPlayers({ players, fewestPlayers, mostPlayers }) {
  if (fewestPlayers === mostPlayers) return null;
  const counts = Array.from({ length: mostPlayers - fewestPlayers + 1 }, (_, place) => fewestPlayers + place);
  const options = counts.map((count) => el("option", { value: count, selected: count === players }, `${count} players`));
  const select = /** @type {HTMLSelectElement} */ (el("select.field", { id: "players" }, ...options));
  select.addEventListener("change", () => location.search = `?players=${select.value}`);
  return el("div.setting", {}, el("label", { for: "players" }, "Players"), select);
}

/** Start the game of this page. */
async function startPage() {
  startFrame();
  const root = document.getElementById("game");
  const bar = document.getElementById("bar");
  if (!root || !bar) return;
  try {
    const engine = new RemoteEngine(pageData());
    const seed = drawnSeed();
    await engine.replay(seed, []);
    const { title } = engine.data;
    const settings = { title, opponent: /** @type {const} */ ("normal"), record: null, seed, bar, more: () => askPlayers(engine.data) };
    const player = new Player(root, engine, engine, settings);
    document.documentElement.dataset.ready = "true";
    Object.defineProperty(globalThis, "ludotome", { value: { engine, player } });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    root.replaceChildren(bar, el("main", {}, el("div.card.note", {}, el("h1", {}, "This game cannot start"), el("p", {}, words))));
    document.documentElement.dataset.ready = "failed";
  }
}

void startPage();
