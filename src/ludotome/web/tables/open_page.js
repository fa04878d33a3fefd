// @ts-check
/**
 * Open page: the form for a new table: the game, the number of players, the seats of computer players, the time limit.
 */

import { button, el } from "../player/dom.js";
import { mainElement, pageData, request, startFrame } from "../studio/frame.js";

const TIMES = [["", "no clocks"], ["5", "5 minutes each"], ["15", "15 minutes each"], ["60", "an hour each"], ["4320", "3 days each"]];

startFrame();
const { documents, isPublic } = /** @type {{documents: string[], isPublic: boolean}} */ (pageData());
const wanted = new URLSearchParams(location.search).get("game");

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
const setting = (label, input) => el("label.setting", {}, el("span", {}, label), input);
const game = /** @type {HTMLSelectElement} */ (el("select.field", {}, ...documents.map((name) => el("option", { value: name, selected: name === wanted }, name))));
const players = /** @type {HTMLInputElement} */ (el("input.field", { type: "number", min: 1, max: 12, placeholder: "the minimum for the game" }));
const time = /** @type {HTMLSelectElement} */ (el("select.field", {}, ...TIMES.map(([value, text]) => el("option", { value }, text))));
const own = /** @type {HTMLTextAreaElement} */ (el("textarea.field", { rows: 4, placeholder: "leave it empty to play the game above" }));
const problem = el("p.note.bad", { role: "alert", hidden: true });

const begin = button("main.big", null, "Open a table", async () => {
  begin.toggleAttribute("disabled", true);
  problem.hidden = true;
  try {
    const { address } = await request("POST", "/api/tables", {
      ...(own.value.trim() ? { text: own.value } : { document: game.value }),
      players: players.value ? Number(players.value) : null,
      minutes: time.value ? Number(time.value) : null,
    });
    location.assign(address);
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
    problem.hidden = false;
    begin.toggleAttribute("disabled", false);
  }
});

mainElement().append(
  el(
    "section.card.opening",
    {},
    el("h1", {}, "Play together"),
    el("p.muted", {}, "Each person plays in their own browser and sees only their own hand. Computer players can take free seats."),
    isPublic ? null : el("p.muted", {}, "This studio answers only browsers on this machine that opened its start address."),
    setting("Game", game),
    isPublic ? setting("Or paste a document", own) : null,
    setting("Players", players),
    setting("Time", time),
    problem,
    begin,
  ),
);
document.documentElement.dataset.ready = "true";
