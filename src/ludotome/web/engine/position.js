// @ts-check
/**
 * Position: one immutable position of a game, and all queries on it.
 *
 * This module does not know the game that led here, except for the position and the decision before it.
 */

import { openTexts, readDecisions, seatDecisions, tokenHandles } from "./seat.js";
import { readState } from "./read_state.js";
import { makeView } from "./view.js";
import { whyRefused } from "./why.js";
import { PlayError } from "./compiled_game.js";

/** @typedef {import("./compiled_game.js").CompiledGame} CompiledGame */
/** @typedef {import("./compiled_game.js").Rows} Rows */
/** @typedef {import("./read_state.js").GameState} GameState */
/** @typedef {import("./seat.js").Meant} Meant */
/** @typedef {import("./seat.js").Value} Value */
/** @typedef {import("./view.js").View} View */
/** @typedef {{sides: number, value: number}} Die */
/** @typedef {{type: string, winners: number[], scores: number[] | null, returns: number[], condition: number | null}} Outcome */
/**
 * A legal decision, as the deciding player may know it: `id` is its index in `legal()` and in the leaves of the view,
 * `index` its index in definition order, `path` the picks in order, tokens by handle.
 * @typedef {{id: number, index: number, notation: string, action: string | null,
 *   path: {param: string | null, kind: string, value: Value}[], row: Int32Array}} Decision
 */

export const CHANCE_PLAYER = -1;
export const TERMINAL_PLAYER = -4;

export class Position {
  /**
   * @param {CompiledGame} game @param {Uint8Array} bytes @param {Die[]} dice those rolled on the way here
   * @param {Position | null} before @param {Meant | null} made the decision that led here
   */
  constructor(game, bytes, dice, before = null, made = null) {
    this.game = game;
    this.bytes = bytes;
    this.dice = dice;
    this.before = before;
    this.made = made;
    /** @type {{now?: GameState, shown?: GameState, legal?: Rows, texts?: string[], seat?: {meant: Meant, text: string}[],
     *   hashes?: [bigint, bigint]}} */
    this.known = {};
  }

  /** The state as numbers. @returns {GameState} */
  get now() {
    return (this.known.now ??= readState(this.game.data, this.bytes));
  }

  /** The state to show: while a choice is pending, the state in which it was met. @returns {GameState} */
  get shown() {
    const { game, bytes } = this;
    return (this.known.shown ??= game.isWaiting(bytes) ? readState(game.data, game.shown(bytes)) : this.now);
  }

  /** The legal decisions as rows of numbers, in definition order. @returns {Rows} */
  get rows() {
    return (this.known.legal ??= this.game.legal(this.bytes));
  }

  /** Return the player to move: a seat, or -4 when the game is over. @returns {number} */
  currentPlayer() {
    if (this.isTerminal()) return TERMINAL_PLAYER;
    return this.game.number(this.bytes, this.game.data.layout.decides);
  }

  /** @returns {boolean} */
  isTerminal() {
    return this.game.number(this.bytes, "outcome") !== 0;
  }

  /** Return how the game ended, null while the game continues. @returns {Outcome | null} */
  outcome() {
    if (!this.isTerminal()) return null;
    const type = this.now.outcome;
    const condition = this.game.number(this.bytes, "condition");
    const { winners, scores, returns } = this.game.result(this.bytes);
    const isScored = type === "score" || type === "rank";
    return { type, winners, scores: isScored ? scores : null, returns, condition: condition < 0 ? null : condition };
  }

  /** Return the result of each player; zeros while the game continues. @returns {number[]} */
  returns() {
    return this.outcome()?.returns ?? new Array(this.game.data.players).fill(0);
  }

  /** @returns {[bigint, bigint]} */
  hashes() {
    return (this.known.hashes ??= this.game.hashes(this.bytes));
  }

  /** Return the text of a decision made here, where nothing is hidden. @param {Meant} made @returns {string} */
  openText(made) {
    this.known.texts ??= openTexts(this.game, this.bytes, this.rows, readDecisions(this.game.data, this.rows), null);
    return this.known.texts[made.index];
  }

  /** Return the legal decisions as the seat that decides knows them. @returns {{meant: Meant, text: string}[]} */
  decisionsOfSeat() {
    const seat = this.currentPlayer();
    if (seat < 0) return [];
    const { game, bytes, shown, rows } = this;
    return (this.known.seat ??= seatDecisions(game, bytes, shown, seat, rows, tokenHandles(game.data, shown, seat).all));
  }

  /** Return the legal decisions as `Decision` values. @returns {Decision[]} */
  legal() {
    const names = tokenHandles(this.game.data, this.shown, Math.max(this.currentPlayer(), 0)).all;
    return this.decisionsOfSeat().map(({ meant, text }, id) => ({
      id,
      index: meant.index,
      notation: text,
      action: meant.action,
      path: meant.picks.map(({ name, kind, value, slot }) => ({
        param: name,
        kind,
        value: slot === null ? value : names.get(slot) ?? null,
      })),
      row: meant.row,
    }));
  }

  /** Whether a row is a legal decision. @param {Int32Array} row @returns {boolean} */
  isLegal(row) {
    const { rows, count } = this.rows;
    const width = row.length;
    return Array.from({ length: count }).some((_, at) => row.every((number, i) => rows[at * width + i] === number));
  }

  /**
   * Return why the player to decide cannot take an action with these values, null if they can.
   * @param {string} action @param {Record<string, Value>} values @returns {import("./why.js").Refusal | null}
   */
  why(action, values) {
    return whyRefused(this, action, values);
  }

  /** Return what *seat* may see, null for a spectator. @param {number | null} seat @returns {View} */
  view(seat) {
    if (seat !== null && !(Number.isInteger(seat) && seat >= 0 && seat < this.game.data.players)) {
      throw new PlayError("bad-argument", `there is no seat ${seat}; seats are 0 to ${this.game.data.players - 1}`);
    }
    return makeView(this, seat);
  }

  /** Return the position after a decision. @param {Meant} made @returns {Position} */
  after(made) {
    const bytes = this.game.apply(this.bytes, made.row);
    return new Position(this.game, bytes, this.game.dice(), this, made);
  }
}
