// @ts-check
/**
 * Engine: a game of Ludotome in JavaScript: in a page, in a worker, in node or deno. It needs nothing but a module and its
 * data, which `game.web_module()` makes in Python: `.wasm` (bytes) and `.data` (JSON).
 *
 *     import { createEngine } from "./engine.js";
 *     const engine = await createEngine(wasmBytes, data);
 *     engine.newGame(42);
 *     while (!engine.isTerminal()) engine.apply(engine.search({ simulations: 400, seed: 1 }).decision);
 *
 * | call                        | returns                                                                        |
 * |-----------------------------|--------------------------------------------------------------------------------|
 * | `newGame(seed)`             | nothing; the game begins. A seed is a number, a bigint or a decimal text        |
 * | `legal()`                   | `Decision[]`: `{id, index, notation, action, path, row}` of the player to decide |
 * | `apply(decision)`           | nothing; takes a `Decision`, its `id` (also that of a leaf of the view), or its notation |
 * | `undo()`                    | nothing; takes back one decision                                                |
 * | `ply()`                     | the number of decisions made, including answers to choices                       |
 * | `stateAt(ply)`              | the `Position` after that many decisions: `view`, `legal`, `currentPlayer`, `isTerminal`, `outcome`, `returns`, `hashes` |
 * | `goTo(ply)`                 | nothing; drops every decision after that ply                                    |
 * | `view(seat)`                | the JSON of Python's `state.view(seat)`; `null` is a spectator                  |
 * | `scene`                     | the JSON of Python's `game.scene()`                                             |
 * | `why(action, values)`       | null, or `{by, text, condition}`: why the player to decide cannot take an action with these values (parameter → zone id, token handle or value) |
 * | `currentPlayer()`           | a seat, or -4 when the game is over                                             |
 * | `isTerminal()`              | whether the game is over                                                        |
 * | `outcome()`                 | `{type, winners, scores, returns, condition}`, or null                          |
 * | `returns()`                 | what each player got; zeros while the game continues                              |
 * | `positionHash()`, `stateHash()` | decimal texts, equal to Python's numbers                                    |
 * | `history()`                 | the indexes of the decisions made: the `index` of each `Decision`               |
 * | `record()`                  | the record of the game, as `ludotome replay` reads it                           |
 * | `search({simulations, milliseconds, seed})` | `{decision, visits, values, simulations, proven}`, in the order of `legal()` |
 *
 * A search with the same number of simulations and the same seed finds what `state.search` finds in Python. The one
 * exception is a pending choice after chance in a game with hidden information, where the search is simpler
 * (`engine/answer_search.js`).
 *
 * Calls are synchronous; run a search in a worker, with an engine of its own that replays the same game (`replay(seed,
 * history)`). An invalid call throws `PlayError` with a `code`, and changes nothing.
 *
 * These modules use no default exports, rename nothing on import, and share no top-level names, so that they can be
 * joined to one script by dropping the import lines and the word `export`.
 *
 * This module does not know pages, and contains no rules.
 */

import { searchAnswers } from "./engine/answer_search.js";
import { bestPlace, checkedSeed, CompiledGame, DATA_VERSION, PlayError } from "./engine/compiled_game.js";
import { Position } from "./engine/position.js";
import { readDecision } from "./engine/seat.js";

/** @typedef {import("./engine/compiled_game.js").GameData} GameData */
/** @typedef {import("./engine/position.js").Decision} Decision */
/** @typedef {import("./engine/position.js").Outcome} Outcome */
/** @typedef {import("./engine/view.js").View} View */
/**
 * `visits` and `values` are in the order of `legal()`: how many simulations took each decision, and their average
 * result.
 * @typedef {{decision: Decision, visits: number[], values: number[], simulations: number, proven: number | null}} Found
 */

const SIMULATIONS = 1000;
const PORTION_MILLISECONDS = 10;

/**
 * Return an engine for the game of a module.
 * @param {BufferSource} wasmBytes @param {GameData} data @returns {Promise<Engine>}
 */
export async function createEngine(wasmBytes, data) {
  if (data.version !== DATA_VERSION) {
    throw new PlayError("other-version", `the data have version ${data.version}, and this engine reads ${DATA_VERSION}`);
  }
  // A module with imports fails here, since none are provided.
  const { instance } = await WebAssembly.instantiate(wasmBytes, {});
  return new Engine(new CompiledGame(instance, data));
}

export class Engine {
  /** @param {CompiledGame} game */
  constructor(game) {
    this.game = game;
    this.data = game.data;
    /** The scene, for a renderer. */
    this.scene = game.data.scene;
    /** @type {Position[]} */
    this.positions = [];
    this.seed = 1n;
    this.newGame(1);
  }

  /** The present position. @returns {Position} */
  get position() {
    return this.positions[this.positions.length - 1];
  }

  /**
   * Begin a game. The number of players is that of the module; any other number is an error.
   * @param {number | bigint | string} seed @param {number} [players]
   */
  newGame(seed, players) {
    if (players !== undefined && players !== this.data.players) {
      throw new PlayError("bad-argument", `this module is for ${this.data.players} players, not ${players}`);
    }
    this.seed = checkedSeed(seed);
    const bytes = this.game.newState(this.seed);
    this.positions = [new Position(this.game, bytes, this.game.dice())];
  }

  /** Begin a game and make the decisions of a history. @param {number | bigint | string} seed @param {number[]} history */
  replay(seed, history) {
    this.newGame(seed);
    for (const index of history) this.applyIndex(index);
  }

  // ── the present position ──

  /** @returns {Decision[]} */
  legal() {
    return this.position.legal();
  }

  /** @param {number | null} [seat] @returns {View} */
  view(seat = null) {
    return this.position.view(seat);
  }

  /** @param {string} action @param {Record<string, import("./engine/seat.js").Value>} [values] */
  why(action, values = {}) {
    return this.position.why(action, values);
  }

  /** @returns {number} */
  currentPlayer() {
    return this.position.currentPlayer();
  }

  /** @returns {boolean} */
  isTerminal() {
    return this.position.isTerminal();
  }

  /** @returns {Outcome | null} */
  outcome() {
    return this.position.outcome();
  }

  /** @returns {number[]} */
  returns() {
    return this.position.returns();
  }

  /** @returns {string} */
  positionHash() {
    return String(this.position.hashes()[0]);
  }

  /** @returns {string} */
  stateHash() {
    return String(this.position.hashes()[1]);
  }

  // ── deciding ──

  /** @param {Decision | number | string} decision */
  apply(decision) {
    if (this.isTerminal()) throw new PlayError("game-over", "the game is over; nothing can be decided");
    const legal = this.position.decisionsOfSeat();
    const found = legal.filter(({ text }, id) =>
      typeof decision === "string" ? text === decision : id === (typeof decision === "number" ? decision : decision.id)
    );
    if (found.length > 1) throw new PlayError("ambiguous-notation", `\`${decision}\` can mean ${found.length} decisions`);
    if (!found.length) {
      const name = typeof decision === "object" ? decision.notation : decision;
      throw new PlayError("illegal-decision", `\`${name}\` is not legal now`);
    }
    this.positions.push(this.position.after(found[0].meant));
  }

  /** Make the decision with this index in definition order. @param {number} index */
  applyIndex(index) {
    const { rows, count } = this.position.rows;
    if (!Number.isInteger(index) || index < 0 || index >= count) {
      throw new PlayError("illegal-decision", `there is no decision ${index} now`);
    }
    const { width } = this.game;
    const made = readDecision(this.data, rows.slice(index * width, (index + 1) * width), index);
    this.positions.push(this.position.after(made));
  }

  undo() {
    if (this.positions.length === 1) throw new PlayError("nothing-to-undo", "no decision has been made");
    this.positions.pop();
  }

  /** @returns {number} */
  ply() {
    return this.positions.length - 1;
  }

  /** @param {number} ply @returns {Position} */
  stateAt(ply) {
    const found = this.positions[ply];
    if (!found) throw new PlayError("bad-argument", `there is no ply ${ply}; plies are 0 to ${this.ply()}`);
    return found;
  }

  /** @param {number} ply */
  goTo(ply) {
    this.stateAt(ply);
    this.positions.length = ply + 1;
  }

  /** @returns {number[]} */
  history() {
    return this.positions.slice(1).map(({ made }) => (made ? made.index : -1));
  }

  /** @returns {object} */
  record() {
    const decisions = this.positions.slice(1).map(({ made }) => {
      if (!made) throw new Error("a position without a decision");
      if (made.kind !== "action") return { choose: made.picks[0].value };
      const params = Object.fromEntries(made.picks.map(({ name, value }) => [name, value]));
      return made.picks.length ? { action: made.action, params } : { action: made.action };
    });
    const hashes = this.positions.map((position) => position.hashes()[1].toString(16).padStart(16, "0"));
    const { game, rulesHash, players } = this.data;
    const head = { format: "ludotome-record", version: 1, game, rules: rulesHash };
    return { ...head, seed: String(this.seed), players, chance: "sampled", decisions, hashes };
  }

  // ── computer players ──

  /**
   * Return the best decision found for the player to decide. The search uses only what that player may see.
   * @param {{simulations?: number, milliseconds?: number, seed?: number | bigint | string}} [options]
   * @returns {Found}
   */
  search({ simulations, milliseconds, seed = 1 } = {}) {
    if (this.isTerminal()) throw new PlayError("game-over", "the game is over; there is nothing to search");
    const most = simulations ?? (milliseconds === undefined ? SIMULATIONS : 10 ** 9);
    const until = milliseconds === undefined ? Infinity : performance.now() + milliseconds;
    const { position } = this;
    const { tree, done } = this.searchTree(most, until, checkedSeed(seed));
    const legal = position.legal();
    const best = bestPlace(tree);
    return {
      decision: /** @type {Decision} */ (legal.find(({ index }) => index === best)),
      visits: legal.map(({ index }) => tree.visits[index]),
      values: legal.map(({ index }) => tree.values[index]),
      simulations: done,
      proven: tree.outcome === null ? null : tree.outcome[position.currentPlayer()],
    };
  }

  /**
   * @param {number} most @param {number} until @param {bigint} seed
   * @returns {{tree: import("./engine/compiled_game.js").Tree, done: number}}
   */
  searchTree(most, until, seed) {
    const { position } = this;
    const search = this.game.search(position.bytes, seed, this.data.isUncertain ? position.currentPlayer() : null);
    try {
      const done = runUntil(search, most, until);
      return { tree: search.tree(), done };
    } catch (error) {
      if (!(error instanceof PlayError) || error.code !== "untold") throw error;
      return searchAnswers(position, most, until, seed);
    } finally {
      search.free();
    }
  }
}

/**
 * Simulate in portions, so that no deadline is missed by much. Portions do not change the result.
 * @param {import("./engine/compiled_game.js").CompiledSearch} search @param {number} most @param {number} until
 * @returns {number}
 */
function runUntil(search, most, until) {
  let done = 0;
  let portion = until === Infinity ? most : 1;
  while (done < most) {
    const before = performance.now();
    const wanted = Math.min(portion, most - done);
    const made = search.run(wanted);
    done += made;
    const now = performance.now();
    if (made < wanted || now >= until) break;
    const aim = Math.min(PORTION_MILLISECONDS, (until - now) / 2);
    portion = Math.max(1, Math.min(8 * portion, Math.floor((portion * aim) / Math.max(now - before, 1e-6))));
  }
  return done;
}
