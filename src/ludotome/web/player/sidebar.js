// @ts-check
/**
 * Sidebar: the moves so far, the replay slider, and the buttons for everything except moves.
 *
 * This module does not know games.
 */

import { button, el, icon } from "./dom.js";

/** @import { Scene } from "../types.js" */
/** @import { Answer } from "./opponent.js" */
/** @typedef {{player: number, text: string}} Move */
/**
 * @typedef {object} Doings
 * @property {(ply: number) => void} look
 * @property {() => void} playFromHere
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} rules
 * @property {() => void} share
 * @property {() => void} again
 */

export class Sidebar {
  /**
   * @param {string} title
   * @param {Scene} scene
   * @param {Doings} doings
   * @param {string} about a description of the game, shown until the first move
   */
  constructor(title, scene, doings, about) {
    this.scene = scene;
    this.doings = doings;
    this.subtitle = el("p");
    this.written = "";
    this.moves = el("ol.moves.num", { "aria-label": "Moves", tabindex: "0" });
    this.intro = el("p.intro", { hidden: true }, about, el("span.label", {}, "What you can choose now is marked. Rules explains how to play."));
    this.told = el("span.label.num");
    this.result = el("div.result", { role: "status", hidden: true });
    this.hintNote = el("div.note.hint", { role: "status", hidden: true });
    this.slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: 0, value: 0, "aria-label": "Replay" }));
    this.slider.addEventListener("input", () => doings.look(Number(this.slider.value)));
    this.live = button("main.live", null, "Play on from here", () => doings.playFromHere());
    this.undo = button("quiet", "undo", "Undo", () => doings.undo());
    this.hint = button("quiet", "hint", "Hint", () => doings.hint());
    this.element = el(
      "aside.side.card",
      { "aria-label": "The game so far" },
      el("header", {}, el("h1", {}, title), this.subtitle),
      this.result,
      this.intro,
      this.moves,
      this.hintNote,
      el("div.replay", {}, this.steps(), this.slider, this.live),
      el(
        "div.acts",
        {},
        this.hint,
        this.undo,
        button("quiet", "rules", "Rules", () => doings.rules()),
        button("quiet", "share", "Share", () => doings.share()),
        button("quiet", "again", "New", () => doings.again(), { "aria-label": "New game" }),
      ),
    );
  }

  hideHint() {
    this.hintNote.hidden = true;
  }

  /**
   * Show the decision that a search found and its expected result, with a bar where results are bounded.
   * @param {Answer} answer
   * @param {number} seat
   * @param {number} players
   */
  showHint({ notation, value, best }, seat, players) {
    const { name } = this.scene.seats[seat];
    const said = el("p", {}, "A search would play ", el("strong", {}, notation), ".");
    const worth = el("div.worth");
    if (value !== null && best !== null && players === 2) {
      const chances = Math.round(50 * (1 + Math.max(-1, Math.min(1, value / best))));
      const bounds = { "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": chances };
      const bar = el("div.meter", { role: "meter", "aria-label": `${name}’s chances`, ...bounds }, el("i"));
      bar.style.setProperty("--share", `${chances}%`);
      worth.append(el("p.row", {}, el("span.grow", {}, `${name}’s chances`), el("strong.num", {}, `${chances} in 100`)), bar);
    } else if (value !== null) {
      worth.append(el("p.label.num", {}, `It expects ${value.toFixed(1)} for ${name}.`));
    }
    this.hintNote.replaceChildren(icon("hint"), el("div.grow", {}, said, worth));
    this.hintNote.hidden = false;
    this.hintNote.scrollIntoView({ block: "nearest" }); // on a phone it is below the board
  }

  steps() {
    const go = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => number} */ ply) =>
      button("quiet.icon", name, label, () => this.doings.look(ply()));
    const now = () => Number(this.slider.value);
    return el(
      "div.row",
      {},
      go("start", "To the start", () => 0),
      go("back", "Back", () => now() - 1),
      this.told,
      go("forward", "Forward", () => now() + 1),
      go("end", "To the end", () => Number(this.slider.max)),
    );
  }

  /**
   * @param {Move[]} moves
   * @param {number} shown the selected ply
   * @param {string} subtitle
   * @param {boolean} isPaired whether each of two seats has a column
   */
  show(moves, shown, subtitle, isPaired) {
    this.subtitle.textContent = subtitle;
    this.intro.hidden = moves.length > 0;
    this.slider.max = String(moves.length);
    this.slider.value = String(shown);
    this.slider.disabled = !moves.length;
    this.slider.setAttribute("aria-valuetext", `move ${shown} of ${moves.length}`);
    this.told.textContent = `move ${shown} of ${moves.length}`;
    this.live.hidden = shown === moves.length;
    this.list(moves, isPaired);
    this.moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.moves.querySelector(`[data-ply="${shown}"]`);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    // `scrollIntoView` would also move the page
    const [list, box] = [this.moves.getBoundingClientRect(), current.getBoundingClientRect()];
    this.moves.scrollBy(box.right - list.right, Math.max(box.bottom - list.bottom, Math.min(box.top - list.top, 0)));
  }

  /**
   * List the moves, unless they are already listed: a long game has many.
   * @param {Move[]} moves
   * @param {boolean} isPaired
   */
  list(moves, isPaired) {
    const written = JSON.stringify([isPaired, moves]);
    if (written === this.written && this.moves.childElementCount) return;
    this.written = written;
    const rows = isPaired ? pairs(moves) : moves.map((move, place) => [{ ...move, ply: place + 1 }]);
    this.moves.className = isPaired ? "moves num paired" : "moves num";
    this.moves.replaceChildren(...rows.map((row, place) => this.row(row, place + 1, isPaired)));
  }

  /**
   * @param {(Move & {ply: number})[]} row
   * @param {number} number
   * @param {boolean} isPaired
   */
  row(row, number, isPaired) {
    const made = el("li", {}, el("span.muted", {}, String(number)));
    if (isPaired && row[0].player === 1) made.append(el("i"));
    for (const { ply, player, text } of row) {
      const name = this.scene.seats[player]?.name ?? "chance";
      const label = `${name}: ${text}`;
      const look = () => this.doings.look(ply);
      made.append(el("button", { type: "button", title: label, "data-ply": ply, click: look }, isPaired ? text : label));
    }
    return made;
  }
}

/**
 * Return the moves of two seats in rows, with a column for each seat.
 * @param {Move[]} moves
 */
function pairs(moves) {
  /** @type {(Move & {ply: number})[][]} */
  const rows = [];
  moves.forEach((move, place) => {
    const row = rows[rows.length - 1];
    const made = { ...move, ply: place + 1 };
    if (row && row.length === 1 && row[0].player === 0 && move.player === 1) row.push(made);
    else rows.push([made]);
  });
  return rows;
}
