// @ts-check
/**
 * Match: one game on one screen: the players, the decisions, the position shown, and its viewer.
 *
 * Invariants:
 *   * in a game with hidden information, a view is shown only to the seat that the person at the screen has confirmed;
 *   * looking back changes nothing; a decision in a past position first drops the later ones.
 *
 * An engine computes synchronously, as in an exported file, or elsewhere, as in the studio; in the latter case its
 * calls that change the game return promises, and so do the calls here.
 *
 * This module does not know pages.
 */

import { decisionWords } from "../words.js";

/** @import { Value, View } from "../types.js" */
/**
 * What a match needs from an engine. Seats that see the same have equal texts in `sees`.
 * @typedef {object} MatchEngine
 * @property {{players: number, sees: string[], isOpen: boolean}} data
 * @property {unknown} scene
 * @property {(seed: string, history: number[]) => void | Promise<void>} replay
 * @property {(id: number) => void | Promise<void>} apply
 * @property {(index: number) => void | Promise<void>} applyIndex
 * @property {(ply: number) => void} goTo
 * @property {() => number} ply
 * @property {() => number[]} history
 * @property {() => number} currentPlayer
 * @property {() => boolean} isTerminal
 * @property {(ply: number) => {view: (seat: number | null) => unknown, currentPlayer: () => number}} stateAt
 * @property {(action: string, values: Record<string, Value>) => {text: string, by?: string} | null | Promise<{text: string, by?: string} | null>} why
 * @property {() => object | Promise<object>} record
 */
/** @typedef {"person" | "easy" | "normal" | "hard" | "best"} Sitter */

/** @type {Record<string, number>} */
export const LEVELS = { easy: 25, normal: 100, hard: 400, best: 3200 };

/**
 * Call *next* once *value* is available: immediately, unless it is a promise.
 * @param {unknown} value
 * @param {() => void} next
 * @returns {void | Promise<void>}
 */
function after(value, next) {
  return value instanceof Promise ? value.then(next) : next();
}

/** Return a random 64-bit seed from the system, as decimal text. */
export function drawnSeed() {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

export class Match {
  /**
   * @param {MatchEngine} engine
   * @param {{sitters: Sitter[], seed: string}} options
   */
  constructor(engine, { sitters, seed }) {
    /** @type {MatchEngine} */
    this.engine = engine;
    this.players = engine.data.players;
    /** Whether seats see different things, so that people at one screen must look one at a time. */
    this.hasHands = new Set(engine.data.sees).size > 1;
    this.sitters = sitters;
    this.seed = seed;
    /** The ply that is shown. */
    this.shown = 0;
    /** @type {number | null} */
    this.confirmed = null;
    /** @type {Map<string, View>} */
    this.views = new Map();
    this.begin(sitters, seed);
  }

  /**
   * Begin a game, or show one: *history* has the indexes of its decisions.
   * @param {Sitter[]} sitters
   * @param {string} seed
   * @param {number[]} [history]
   */
  begin(sitters, seed, history = []) {
    return after(this.engine.replay(seed, history), () => {
      this.sitters = sitters;
      this.seed = seed;
      this.shown = this.engine.ply();
      this.confirmed = null;
      this.views.clear();
    });
  }

  /** The seats of people. */
  get people() {
    return this.sitters.flatMap((sitter, seat) => sitter === "person" ? [seat] : []);
  }

  /** The seat to move; negative when the game is over. */
  get current() {
    return this.engine.currentPlayer();
  }

  get isOver() {
    return this.engine.isTerminal();
  }

  /** Whether the newest position is shown. */
  get isLive() {
    return this.shown === this.engine.ply();
  }

  /** Whether it is the turn of a person at this screen. */
  get isPersonsTurn() {
    return !this.isOver && this.sitters[this.current] === "person";
  }

  /** The computer player whose turn it is; null if there is none. */
  get thinker() {
    return this.isOver || this.isPersonsTurn ? null : this.current;
  }

  /** The seat that must confirm before anything is shown; null if nothing must be hidden. */
  get curtainFor() {
    if (!this.hasHands || this.people.length < 2 || !this.isPersonsTurn) return null;
    return this.confirmed === this.current ? null : this.current;
  }

  /** The seat at the screen; null is a spectator. */
  get viewer() {
    const { people } = this;
    if (this.hasHands) return people.length === 1 ? people[0] : this.confirmed;
    if (this.isPersonsTurn) return this.current;
    return people.length ? people[0] : null;
  }

  /** Note that the person of that seat is at the screen. @param {number} seat */
  confirm(seat) {
    this.confirmed = seat;
  }

  /** Return what the viewer sees of a position (default: the one shown). @param {number} [ply] */
  view(ply = this.shown) {
    const key = `${ply} ${this.viewer}`;
    const known = this.views.get(key);
    if (known) return known;
    const made = /** @type {View} */ (this.engine.stateAt(ply).view(this.viewer));
    this.views.set(key, made);
    return made;
  }

  /** Make the decision with this id in the view of the seat that decides. @param {number} id */
  decide(id) {
    if (!this.isLive) this.backTo(this.shown);
    return after(this.engine.apply(id), () => this.arrive());
  }

  /** Make the decision with this index in definition order, as returned by a search. @param {number} index */
  decideIndex(index) {
    return after(this.engine.applyIndex(index), () => this.arrive());
  }

  /** Show the position after a decision. */
  arrive() {
    this.shown = this.engine.ply();
    this.leave();
  }

  /** Drop every decision after a position. @param {number} ply */
  backTo(ply) {
    this.engine.goTo(ply);
    this.shown = ply;
    for (const key of this.views.keys()) if (Number(key.split(" ")[0]) >= ply) this.views.delete(key);
    this.leave();
  }

  /** Show a position. @param {number} ply */
  look(ply) {
    this.shown = Math.max(0, Math.min(ply, this.engine.ply()));
  }

  /** The ply before the last decision of a person, the target of undo; null if there is none. */
  get undoPly() {
    for (let ply = this.engine.ply() - 1; ply >= 0; ply--) {
      if (this.sitters[this.engine.stateAt(ply).currentPlayer()] === "person") return ply;
    }
    return null;
  }

  /** The confirmed person stays at the screen until another person's turn. */
  leave() {
    if (this.isPersonsTurn && this.confirmed !== this.current) this.confirmed = null;
  }

  /** Whether everything may be shown: nothing is hidden, or the game is over. */
  get isTellable() {
    return this.engine.data.isOpen || this.isOver;
  }

  /** Return the moves made so far as the viewer knows them, each with its player. */
  moves() {
    return Array.from({ length: this.engine.ply() }, (_, place) => {
      const { last } = this.view(place + 1);
      return last ? { player: last.player, text: decisionWords(last) } : { player: -1, text: "" };
    });
  }

  /** Return the record of the game, as `ludotome replay` reads it, or a promise of it. */
  record() {
    return this.engine.record();
  }
}
