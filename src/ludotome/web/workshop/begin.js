// @ts-check
/**
 * Begin: the start page of the workshop: a new game from a small playable document, or an existing one.
 */

import { el } from "../player/dom.js";
import { mainElement, pageData, request, ServerError, startFrame } from "../studio/frame.js";

/** @typedef {{documents: string[], boards: string[], mostPlayers: number}} Data */

const BOARDS = { grid: "A square board", hex: "A board of hexagons", cards: "Cards" };

startFrame();
const { documents, boards, mostPlayers } = /** @type {Data} */ (pageData());
const name = /** @type {HTMLInputElement} */ (el("input.field", { id: "name", required: true, autocomplete: "off", spellcheck: false, placeholder: "my-game" }));
const board = /** @type {HTMLSelectElement} */ (
  el("select.field", { id: "board" }, ...boards.map((one) => el("option", { value: one }, BOARDS[/** @type {keyof typeof BOARDS} */ (one)] ?? one)))
);
const players = /** @type {HTMLInputElement} */ (el("input.field", { id: "players", type: "number", min: 1, max: mostPlayers, value: 2 }));
const wrong = el("p.bad-ink", { role: "alert" });

/** @param {Event} event */
async function begin(event) {
  event.preventDefault();
  const called = name.value.trim().replace(/\.md$/, "");
  const file = `${called}.md`;
  try {
    const { text } = await request("POST", "/api/new", { name: called, players: Number(players.value), board: board.value });
    await request("PUT", `/api/documents/${encodeURIComponent(file)}`, { text, version: null });
    location.assign(`/workshop/${encodeURIComponent(file)}`);
  } catch (error) {
    const isTaken = error instanceof ServerError && error.status === 409;
    wrong.textContent = isTaken ? `There is already a document ${file}.` : error instanceof Error ? error.message : String(error);
  }
}

const asked = new URLSearchParams(location.search).get("name");
if (asked) name.value = asked;
const setting = (/** @type {string} */ id, /** @type {string} */ label, /** @type {HTMLElement} */ field) => el("div.setting", {}, el("label", { for: id }, label), field);
mainElement().append(
  el(
    "div.begin",
    {},
    el("h1", {}, "Workshop"),
    el(
      "form.card",
      { submit: begin },
      el("h2", {}, "New game"),
      el("p.label", {}, "You start from a small document that already plays."),
      setting("name", "Name", name),
      setting("board", "Start with", board),
      setting("players", "Players", players),
      wrong,
      el("div.row.end", {}, el("button.btn.main.big", { type: "submit" }, "Begin")),
    ),
    el(
      "section.card",
      {},
      el("h2", {}, "Your documents"),
      documents.length
        ? el("ul.list", {}, ...documents.map((one) => el("li", {}, el("a", { href: `/workshop/${one.split("/").map(encodeURIComponent).join("/")}` }, one))))
        : el("p.label", {}, "There is no document in this folder yet."),
    ),
  ),
);
document.documentElement.dataset.ready = "true";
