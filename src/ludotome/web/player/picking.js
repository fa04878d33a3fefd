// @ts-check
/**
 * Picking: turns clicks on zones and tokens into a decision, using only the tree of legal decisions of a view.
 *
 * A decision is reached through the things on the table that it names, in order: `e2`, then `e4`. Anything else it
 * names, such as an action or a number, is asked at the end, and only if it still makes a difference.
 *
 * This module knows neither rules nor pages.
 */

/** @import { Choice } from "../types.js" */
/**
 * A legal decision: its clicks in order (`z:` a zone, `t:` a token), and all of its picks.
 * @typedef {{id: number, notation: string, keys: string[], path: Choice[]}} Leaf
 */
/**
 * A place on the table: its zone, and the handles of the tokens meant; tokens that look alike are one place.
 * @typedef {{zone: string, tokens: string[], alike: boolean}} Place
 */
/**
 * The result of a click: a decision to make, decisions to choose from, a refusal, or just a new state.
 * @typedef {{decide?: Leaf, ask?: Leaf[], refused?: boolean}} Picked
 */

/** @param {string} zone */
const zoneKey = (zone) => `z:${zone}`;
/** @param {string} token */
const tokenKey = (token) => `t:${token}`;

/**
 * Return the decisions of a tree, in order.
 * @param {Choice[]} legal
 */
export function leavesOf(legal) {
  /** @type {Leaf[]} */
  const leaves = [];
  const visit = (/** @type {Choice} */ choice, /** @type {Choice[]} */ before) => {
    const path = [...before, choice];
    if (choice.id !== undefined) {
      const keys = path.flatMap(({ zone, token }) => zone !== undefined ? zoneKey(zone) : token !== undefined ? tokenKey(token) : []);
      leaves.push({ id: choice.id, notation: choice.notation ?? choice.text, keys, path });
    }
    choice.choices?.forEach((next) => visit(next, path));
  };
  legal.forEach((choice) => visit(choice, []));
  return leaves;
}

/** The state of picking one decision. */
export class Picking {
  /** @param {Choice[]} legal the tree of legal decisions of a view */
  constructor(legal) {
    this.leaves = leavesOf(legal);
    this.open = this.leaves;
    this.depth = 0;
    /** @type {Place[]} */
    this.clicked = [];
  }

  /** Discard the clicks. */
  reset() {
    this.open = this.leaves;
    this.depth = 0;
    this.clicked = [];
  }

  /** Decisions that name nothing on the table: they are buttons. */
  get unplaced() {
    return this.leaves.filter((leaf) => !leaf.keys.length);
  }

  /** Decisions that are complete after the clicks so far, while others continue. */
  get complete() {
    return this.depth ? this.open.filter((leaf) => leaf.keys.length === this.depth) : [];
  }

  /** What can be clicked now: places that complete a decision, and places that must be followed by more clicks. */
  get offered() {
    /** @type {Set<string>} */
    const targets = new Set();
    /** @type {Set<string>} */
    const sources = new Set();
    for (const leaf of this.open) {
      const key = leaf.keys[this.depth];
      if (key !== undefined) (leaf.keys.length === this.depth + 1 ? targets : sources).add(key.slice(2));
    }
    return { sources: sources.difference(targets), targets };
  }

  /**
   * Return whether a click on *place* would be the next step.
   * @param {Place} place
   */
  accepts(place) {
    return this.matching(this.open, this.depth, place).length > 0;
  }

  /**
   * Return how many decisions begin with *place*.
   * @param {Place} place
   */
  countAt(place) {
    return this.matching(this.open, this.depth, place).length;
  }

  /**
   * Handle a click on *place*.
   * @param {Place} place
   * @returns {Picked}
   */
  click(place) {
    const last = this.clicked[this.clicked.length - 1];
    const found = this.matching(this.open, this.depth, place);
    if (!found.length) {
      const isSame = last && last.zone === place.zone && last.tokens.join() === place.tokens.join();
      const again = this.matching(this.leaves, 0, place);
      const wasPicking = this.depth > 0;
      if (wasPicking && !isSame && !again.length) return { refused: true };
      this.reset();
      if (isSame || !again.length) return wasPicking ? {} : { refused: true };
      return this.advance(again, place);
    }
    return this.advance(found, place);
  }

  /**
   * @param {Leaf[]} found
   * @param {Place} place
   * @returns {Picked}
   */
  advance(found, place) {
    this.open = found;
    this.depth += 1;
    this.clicked.push(place);
    // A piece followed by the cell it is on is a single click.
    const again = this.matching(found, this.depth, place);
    if (again.length === found.length) return this.advance(again, place);
    if (found.some((leaf) => leaf.keys.length > this.depth)) return {};
    return found.length === 1 ? { decide: found[0] } : { ask: found };
  }

  /**
   * Return the decisions among *leaves* whose next click is *place*; a token there takes precedence over the zone.
   * @param {Leaf[]} leaves
   * @param {number} depth
   * @param {Place} place
   */
  matching(leaves, depth, place) {
    const tokens = place.tokens.map(tokenKey);
    if (place.alike) { // any of several tokens that look alike
      const first = tokens.find((key) => leaves.some((leaf) => leaf.keys[depth] === key));
      if (first !== undefined) return leaves.filter((leaf) => leaf.keys[depth] === first);
    }
    const byToken = leaves.filter((leaf) => tokens.includes(leaf.keys[depth]));
    return byToken.length ? byToken : leaves.filter((leaf) => leaf.keys[depth] === zoneKey(place.zone));
  }
}

/**
 * Return the indexes at which the paths of *leaves* differ.
 * @param {Leaf[]} leaves
 */
function differences(leaves) {
  const length = Math.max(...leaves.map((leaf) => leaf.path.length));
  const places = Array.from({ length }, (_, at) => at);
  return places.filter((at) => new Set(leaves.map((leaf) => leaf.path[at]?.text)).size > 1);
}

/**
 * Return the question for choosing among *leaves*, from the parameter in which they differ.
 * @param {Leaf[]} leaves
 */
export function questionOf(leaves) {
  const places = differences(leaves);
  const param = places.length === 1 ? leaves[0].path[places[0]]?.param : undefined;
  return param === undefined ? "Which one?" : `Which ${param.replace("$", "")}?`;
}

/**
 * Return a label for each of *leaves*: the values in which they differ, or else their notation.
 * @param {Leaf[]} leaves
 * @returns {{leaf: Leaf, text: string}[]}
 */
export function labelled(leaves) {
  const texts = leaves.map((leaf) => leaf.path.map((choice) => choice.text));
  const places = differences(leaves);
  const labels = texts.map((text) => places.flatMap((at) => text[at] ?? []).join(" "));
  const isClear = new Set(labels).size === leaves.length && labels.every((label) => label);
  return leaves.map((leaf, place) => ({ leaf, text: isClear ? labels[place] : leaf.notation }));
}
