// @ts-check
/**
 * Deciding: lets a person make a decision by picks on the table, by buttons, or by answering a question.
 *
 * A pick that leads nowhere is refused, with a note on what is possible instead.
 *
 * This module does not know whose turn it is, nor what a decision does.
 */

import { capital, inWords } from "../words.js";
import { button, el, listed } from "./dom.js";
import { labelled, Picking, questionOf } from "./picking.js";
import { words } from "./prose.js";
import { ask, refusalNote } from "./sheets.js";

/** @import { Choice, Value } from "../types.js" */
/** @import { Leaf, Place } from "./picking.js" */
/** @import { Marks, Table } from "./table.js" */
/** @typedef {{text: string, by?: string} | null} Refusal */
/**
 * Called with the results of picks. `why` returns, or promises, the reason why an action cannot be taken with these
 * values.
 * @typedef {object} Outcomes
 * @property {() => void} draw
 * @property {(leaf: Leaf) => void} decide
 * @property {(action: string, values: Record<string, Value>) => Refusal | Promise<Refusal>} why
 */

const MOST_BUTTONS = 6;

export class Deciding {
  /**
   * @param {Table} table
   * @param {Outcomes} outcomes
   */
  constructor(table, outcomes) {
    this.table = table;
    this.outcomes = outcomes;
    this.answer = el("div.answer", { role: "status" });
    this.buttons = el("div.do");
    this.picking = new Picking([]);
    /** @type {string | null} the zone of a pick that was refused */
    this.refused = null;
    /** @type {string[]} the zones and tokens of a decision that a hint names */
    this.proposed = [];
  }

  /** Begin a decision among these. @param {Choice[]} legal */
  begin(legal) {
    this.picking = new Picking(legal);
    this.refused = null;
    this.proposed = [];
  }

  /** What to mark on the table. @returns {Marks} */
  get marks() {
    const selected = this.picking.clicked.flatMap(({ zone, tokens }) => [zone, ...tokens]);
    return { ...this.picking.offered, selected: [...selected, ...this.proposed], refused: this.refused };
  }

  /**
   * Mark the decision with this notation, and return its text for people, which omits the handle of a marked token.
   * @param {string} notation
   */
  propose(notation) {
    this.letGo();
    const leaf = this.picking.leaves.find((one) => one.notation === notation);
    const named = leaf?.path.flatMap(({ zone, token }) => zone ?? token ?? []) ?? [];
    this.proposed = named.flatMap((name) => [name, this.table.zoneOfToken(name) ?? name]);
    return named.reduce((text, name) => text.replace(` (${name})`, ""), notation);
  }

  /** Show the buttons for the current picks. */
  show() {
    this.answer.replaceChildren();
    this.buttons.replaceChildren(...this.decisionButtons());
  }

  /** Remove everything from the page. */
  clear() {
    this.begin([]);
    this.show();
  }

  /** Buttons for decisions that name nothing on the table, and for those that are complete already. */
  decisionButtons() {
    const { picking } = this;
    /** @type {Map<string, Leaf[]>} */
    const groups = new Map();
    for (const leaf of picking.depth ? picking.complete : picking.unplaced) {
      const name = leaf.path[0].action ?? "";
      groups.set(name, [...(groups.get(name) ?? []), leaf]);
    }
    const made = [...groups].flatMap(([name, group]) => {
      if (group.length <= MOST_BUTTONS || !name) return group.map((leaf) => this.decisionButton(leaf));
      return [button("big", null, `${capital(inWords(name))}…`, () => this.choose(group))];
    });
    if (made.length === 1 && picking.leaves.every((leaf) => !leaf.keys.length)) made[0].classList.add("main");
    if (picking.depth && made.length) made.push(button("quiet.big", null, "Cancel", () => this.letGo()));
    return made;
  }

  /** @param {Leaf} leaf */
  decisionButton(leaf) {
    const words = capital(leaf.path.map((choice) => inWords(choice.text)).join(" "));
    const decide = () => this.outcomes.decide(leaf);
    return button("big", null, words, decide, { "data-decision": leaf.id, title: leaf.notation });
  }

  /** Handle a pick. @param {Place} place */
  pick(place) {
    const { picking } = this;
    const before = picking.clicked[picking.clicked.length - 1] ?? null;
    const open = picking.open;
    const { decide, ask: choices, refused } = picking.click(place);
    this.refused = null;
    this.proposed = [];
    if (decide) this.outcomes.decide(decide);
    else if (choices) this.choose(choices);
    else {
      // An empty cell needs no answer where decisions begin with tokens.
      const begins = open.some(({ keys }) => keys[0]?.startsWith("z:"));
      const isTold = refused && (before !== null || place.tokens.length > 0 || begins);
      if (isTold && this.table.zones.get(place.zone)?.board !== undefined) this.refused = place.zone;
      this.outcomes.draw();
      if (isTold) this.refuse(place, before, open);
    }
  }

  /**
   * After a pick that leads nowhere, say what is possible instead, away from the picked place.
   * @param {Place} place
   * @param {Place | null} before
   * @param {Leaf[]} open
   */
  refuse(place, before, open) {
    const here = this.table.wordsOf(place);
    this.answer.classList.toggle("above", this.table.isInLowerHalf(place.zone));
    const step = this.picking.depth;
    const next = open.flatMap((leaf) => leaf.path.filter((choice) => choice.zone ?? choice.token)[step]?.text ?? []);
    const [title, text] = before === null
      ? [here, "Nothing can be done with it now."]
      : [`Not ${here}`, `${capital(this.table.wordsOf(before))}: you can pick ${listed([...new Set(next)].map(inWords))}.`];
    const note = refusalNote(title, text, () => this.letGo());
    this.answer.replaceChildren(note);
    if (open.length) void this.explain(note, place, open[0]);
  }

  /**
   * Add to a note why the decision that a pick would begin or complete is refused.
   * @param {HTMLElement} note
   * @param {Place} place what was picked
   * @param {Leaf} leaf a decision that begins with the same picks
   */
  async explain(note, place, leaf) {
    const { action } = leaf.path[0];
    const picks = leaf.path.filter((choice) => choice.param !== undefined);
    const refused = picks.filter(({ zone, token }) => zone !== undefined || token !== undefined)[this.picking.depth];
    if (action === undefined || refused === undefined) return;
    /** @type {Record<string, Value>} */
    const values = {};
    for (const { param, zone, token, value } of picks) values[String(param)] = zone ?? token ?? value ?? null;
    const meant = refused.zone !== undefined ? place.zone : place.tokens[0];
    if (meant === undefined) return;
    values[String(refused.param)] = meant;
    const told = await this.outcomes.why(action, values);
    // The note already says that the decision is not legal.
    if (told && told.by !== "illegal" && note.isConnected) note.append(el("p.label", {}, ...words(capital(told.text))));
  }

  /** Discard the picks. */
  letGo() {
    this.picking.reset();
    this.refused = null;
    this.proposed = [];
    this.outcomes.draw();
  }

  /** Ask which of several decisions is meant. @param {Leaf[]} leaves */
  async choose(leaves) {
    const options = labelled(this.distinct(leaves));
    if (options.length === 1) return this.outcomes.decide(options[0].leaf);
    const place = await ask(questionOf(leaves), options.map(({ text }) => capital(inWords(text))));
    if (place === null) this.letGo();
    else this.outcomes.decide(options[place].leaf);
  }

  /**
   * Of decisions that differ only in tokens that look alike, keep one.
   * @param {Leaf[]} leaves
   */
  distinct(leaves) {
    const looks = (/** @type {Leaf} */ { path }) => path.map(({ zone, token, text }) => (token === undefined ? zone ?? text : this.table.twinOf(token))).join(" ");
    return [...new Map(leaves.map((leaf) => [looks(leaf), leaf])).values()];
  }
}
