// @ts-check
/**
 * Board: the game beside the document: its starting position, redrawn as the text changes, and a trial game.
 *
 * The table and the decisions work as in an exported game; positions come from the studio.
 *
 * This module does not know the document.
 */

import { Deciding } from "../player/deciding.js";
import { button, el } from "../player/dom.js";
import { Pointing } from "../player/pointing.js";
import { leavesOf } from "../player/picking.js";
import { Table } from "../player/table.js";
import { capital, endedWords, turnWords } from "../words.js";

/** @import { Scene, Value, View } from "../types.js" */
/** @import { Leaf, Place } from "../player/picking.js" */
/** @typedef {{view: View, moves: {player: number, text: string}[], seed: string, scene?: Scene}} Position */
/**
 * The trial game, which the studio computes.
 * @typedef {object} Trial
 * @property {() => Promise<Position>} begin
 * @property {(id: number) => Promise<Position>} decide
 * @property {() => Promise<Position>} undo
 * @property {(action: string, values: Record<string, Value>) => Promise<{text: string} | null>} why
 */

/** The current table; a new scene has a new one. */
class Stage {
  /**
   * @param {Scene} scene
   * @param {(leaf: Leaf) => void} decide
   * @param {Trial["why"]} why
   */
  constructor(scene, decide, why) {
    this.scene = scene;
    const before = document.adoptedStyleSheets;
    this.table = new Table(scene);
    this.sheets = document.adoptedStyleSheets.filter((sheet) => !before.includes(sheet));
    this.deciding = new Deciding(this.table, { draw: () => this.draw(), decide, why });
    this.element = el("div.stage", { "data-stage": true, role: "group", "aria-label": "Table" });
    this.element.classList.toggle("boardless", !scene.boards.length);
    this.element.style.setProperty("--ratio", String(this.table.ratio));
    const { others, boards, middle, own } = this.table;
    this.element.append(this.table.symbols, others, el("div.field-of-play", {}, boards, this.deciding.answer), middle, own, this.deciding.buttons);
    this.pointing = new Pointing(this.element, this.table, {
      pick: (place) => this.pick(place),
      canPick: (place) => this.deciding.picking.accepts(place),
      words: (place) => this.wordsOf(place),
    });
    /** @type {View | null} */
    this.view = null;
    this.isOpen = false;
  }

  /** @param {View} view @param {boolean} isOpen whether the person can decide */
  show(view, isOpen) {
    this.pointing.keep();
    this.view = view;
    this.isOpen = isOpen;
    this.deciding.begin(isOpen ? view.legal ?? [] : []);
    this.draw();
    if (isOpen) this.table.slide();
  }

  draw() {
    const { view, scene } = this;
    if (!view) return;
    const words = scene.seats.map(({ name }, seat) => {
      const isTurn = view.current === seat;
      return { name, note: view.out?.includes(seat) ? "out of the game" : isTurn && this.isOpen ? "To move" : "", isTurn: isTurn && this.isOpen };
    });
    this.table.show(view, this.deciding.marks, 0, words);
    this.deciding.show();
    this.pointing.refresh();
  }

  /** @param {Place} place */
  pick(place) {
    if (this.isOpen) this.deciding.pick(place);
  }

  /** @param {Place} place */
  wordsOf(place) {
    const count = this.deciding.picking.countAt(place);
    return this.table.wordsOf(place) + (count ? `, ${count} ${count === 1 ? "move" : "moves"}` : "");
  }

  remove() {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !this.sheets.includes(sheet));
    this.element.remove();
  }
}

export class Board {
  /** @param {Trial} trial */
  constructor(trial) {
    this.trial = trial;
    /** @type {Stage | null} */
    this.stage = null;
    this.sceneText = "";
    /** @type {{scene: Scene, view: View} | null} the newest picture */
    this.picture = null;
    this.isPlaying = false;
    this.isBusy = false;
    this.drawnAt = 0;
    this.title = el("strong.grow", {}, "The initial position");
    this.seen = el("span.label");
    this.pic = el("div.pic");
    this.caption = el("p.label", { role: "status" }, "No picture yet.");
    this.moves = el("ol.tried", { "aria-label": "Moves" });
    this.undo = button("quiet.icon", "undo", "Undo", () => this.takeBack());
    this.again = button("quiet.icon", "again", "Restart", () => this.begin());
    this.close = button("quiet.icon", "close", "End the trial", () => this.end());
    this.acts = el("div.row.trial", { hidden: true }, this.undo, this.again, this.close);
    this.element = el("section.preview", { "aria-label": "Picture" }, el("div.row", {}, this.title, this.seen, this.acts), this.pic, this.moves, this.caption);
  }

  /** @param {Scene} scene */
  staged(scene) {
    const text = JSON.stringify(scene);
    if (!this.stage || text !== this.sceneText) {
      this.stage?.remove();
      this.sceneText = text;
      this.stage = new Stage(scene, (leaf) => this.decide(leaf), (action, values) => this.trial.why(action, values));
      this.pic.replaceChildren(this.stage.element);
    }
    return this.stage;
  }

  // ── the picture ──

  /** Show the starting position of the latest text. @param {{scene: Scene, view: View}} picture */
  show(picture) {
    this.picture = picture;
    this.drawnAt = Date.now();
    this.element.classList.remove("old");
    if (this.isPlaying) {
      this.tell("The document has changed since this game began.");
      return;
    }
    const { scene, view } = picture;
    this.staged(scene).show(view, false);
    this.seen.textContent = view.current >= 0 ? `seen by ${scene.seats[view.current].name}` : "";
    const open = leavesOf(view.legal ?? []).length;
    const begins = view.current >= 0 ? `${scene.seats[view.current].name} begins.` : capital(turnWords(scene, view));
    this.tell(view.ended ? `${capital(endedWords(scene, view.ended))}, before any decision.` : `${begins} ${open} ${open === 1 ? "decision is" : "decisions are"} open.`);
  }

  /** Note that the text has problems and the picture is of an earlier text. */
  showOld() {
    if (this.isPlaying) return;
    this.element.classList.add("old");
    this.tell(this.picture ? "Drawn from the last version without errors." : "No picture yet: the document has errors.");
  }

  /** @param {string} text */
  tell(text) {
    this.caption.textContent = text;
  }

  // ── the trial ──

  async begin() {
    await this.step(() => this.trial.begin());
  }

  /** @param {Leaf} leaf */
  async decide(leaf) {
    await this.step(() => this.trial.decide(leaf.id));
  }

  async takeBack() {
    await this.step(() => this.trial.undo());
  }

  /** @param {() => Promise<Position>} step */
  async step(step) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.showPosition(await step());
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {Position} position */
  showPosition({ view, moves, scene }) {
    this.isPlaying = true;
    this.element.classList.add("playing");
    this.element.classList.remove("old");
    const stage = this.staged(scene ?? /** @type {Stage} */ (this.stage).scene);
    stage.show(view, !view.ended);
    this.title.textContent = "Trying it out";
    this.seen.textContent = "";
    this.acts.hidden = false;
    this.undo.toggleAttribute("disabled", !moves.length);
    this.moves.replaceChildren(...moves.map(({ player, text }) => el("li", { title: stage.scene.seats[player]?.name ?? "chance" }, text)));
    this.moves.scrollLeft = this.moves.scrollWidth;
    this.tell(view.ended ? `${capital(endedWords(stage.scene, view.ended))}.` : `${capital(turnWords(stage.scene, view))}.`);
    this.element.toggleAttribute("data-ended", Boolean(view.ended));
  }

  /** Show the starting position of the current text again. */
  end() {
    this.isPlaying = false;
    this.element.classList.remove("playing");
    this.element.removeAttribute("data-ended");
    this.acts.hidden = true;
    this.moves.replaceChildren();
    this.title.textContent = "The initial position";
    if (this.picture) this.show(this.picture);
  }
}
