// @ts-check
/**
 * Remote engine: a game computed by the server, with the interface that the player of exported files needs, and the
 * search for its computer players.
 *
 * The server keeps no state for a page: every request contains the seed and the decisions so far. Positions seen
 * before are cached here, so looking back needs no request.
 *
 * Invariant: a request that fails changes nothing.
 */

import { request } from "./frame.js";

/** @import { Answer, Task } from "../player/opponent.js" */
/** @import { Value, View } from "../types.js" */
/**
 * @typedef {object} RemoteData
 * @property {string} name of the document
 * @property {string} title
 * @property {string} game
 * @property {string} rulesHash
 * @property {number} players
 * @property {number} fewestPlayers
 * @property {number} mostPlayers
 * @property {string[]} sees
 * @property {boolean} isOpen
 * @property {unknown} scene
 */
/** @typedef {{current: number, over: boolean, views: Record<string, View>}} PositionData */

export class RemoteEngine {
  /** @param {RemoteData} data */
  constructor(data) {
    this.data = data;
    this.scene = data.scene;
    this.seed = "";
    /** @type {number[]} */
    this.places = [];
    /** @type {PositionData[]} */
    this.positions = [];
  }

  /**
   * @param {string} kind
   * @param {object} more
   * @param {{seed: string, history: number[]}} line
   */
  ask(kind, more, { seed, history } = { seed: this.seed, history: this.places }) {
    const address = `/api/play/${encodeURI(this.data.name)}/${kind}`;
    return request("POST", address, { seed, players: this.data.players, history, ...more });
  }

  /**
   * Begin a game; no request is sent if it is the current one.
   * @param {string} seed
   * @param {number[]} history
   * @returns {void | Promise<void>}
   */
  replay(seed, history) {
    if (seed === this.seed && history.every((place, ply) => place === this.places[ply]) && history.length <= this.places.length) {
      this.goTo(history.length);
      return;
    }
    return this.ask("positions", { from: 0 }, { seed, history }).then(({ positions, history: made }) => {
      this.seed = seed;
      this.places = made;
      this.positions = positions;
    });
  }

  /** Make the decision with this id in the view of the seat that decides. @param {number} id */
  apply(id) {
    return this.extend({ decide: id }, this.places);
  }

  /** Make the legal decision with this index. @param {number} index */
  applyIndex(index) {
    return this.extend({}, [...this.places, index]);
  }

  /**
   * @param {object} more
   * @param {number[]} history
   * @returns {Promise<void>}
   */
  async extend(more, history) {
    const [before, { seed }] = [this.positions.length, this];
    const { positions, history: made } = await this.ask("positions", { ...more, from: before }, { seed, history });
    if (before !== this.positions.length || seed !== this.seed) return; // taken back meanwhile
    this.places = made;
    this.positions = [...this.positions, ...positions];
  }

  ply() {
    return this.places.length;
  }

  history() {
    return [...this.places];
  }

  currentPlayer() {
    return this.positions[this.ply()].current;
  }

  isTerminal() {
    return this.positions[this.ply()].over;
  }

  /** @param {number} ply */
  stateAt(ply) {
    const { current, views } = this.positions[ply];
    return { currentPlayer: () => current, view: (/** @type {number | null} */ seat) => views[String(seat)] };
  }

  /** @param {number} ply */
  goTo(ply) {
    this.places = this.places.slice(0, ply);
    this.positions = this.positions.slice(0, ply + 1);
  }

  /**
   * @param {string} action
   * @param {Record<string, Value>} values
   * @returns {Promise<{text: string} | null>}
   */
  async why(action, values) {
    const { why } = await this.ask("why", { decision: { action, params: values } });
    return why === null ? null : { text: why };
  }

  /** @returns {Promise<object>} */
  record() {
    return this.ask("record", {});
  }

  /**
   * Return the decision of a computer player of a level.
   * @param {Task} task
   * @returns {Promise<Answer>}
   */
  search({ seed, history, level }) {
    return this.ask("search", { level }, { seed, history });
  }
}
