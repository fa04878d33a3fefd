// @ts-check
/**
 * Compiled game: the calls of one WebAssembly module, on states and decisions as plain bytes and numbers.
 *
 * A state is an immutable `Uint8Array`; every call copies it into the module and the result out again. A decision is a
 * row of `width` numbers: the action, then its parameters; the row of an answer is its kind and its value. What the
 * numbers mean is in the data (`GameData`), which `ludotome.play.web_module` makes.
 *
 * This module does not know views, notation or pages.
 */

/**
 * @typedef {{name: string, kind: string, row?: number}} Declared
 * @typedef {{value: string | number, style?: string[], when?: number, after?: number}} Part
 * @typedef {{id: string, name: string, params: {name: string, kind: string, stored: string}[], forms: Part[][],
 *   types: string[], remarks: number, isTold: boolean, phases: number[],
 *   conditions: {param?: number, text: string}[]}} ActionData
 * @typedef {{fields: Record<string, [number, number, number]>, zones: number, tokens: number, isSingle: boolean,
 *   keys: number, width: number, decides: string, asks: boolean}} LayoutData
 * @typedef {{version: number, game: string, rulesHash: string, players: number, layout: LayoutData, zoneIds: string[],
 *   zoneNames: string[], zoneWords: string[], zoneOwners: (number | null)[], boardZones: number[], sees: string[],
 *   spectatorSees: string, seatNames: string[], seatWords: string[], names: string[], nameWords: string[],
 *   types: Record<string, {id: string, props: Declared[]}>, globalVars: Declared[], playerVars: Declared[],
 *   zoneVars: Declared[], phases: string[], actions: ActionData[], isOpen: boolean, showsDice: boolean,
 *   isUncertain: boolean, hasWorlds: boolean, best: number | null, choices: string[], outcomes: string[],
 *   faults: string[], faultTexts: Record<string, string>, scene: any}} GameData
 * @typedef {{rows: Int32Array, count: number}} Rows
 * @typedef {{winners: number[], scores: number[], returns: number[]}} Result
 * @typedef {{visits: number[], totals: number[], values: number[], proven: boolean[], faulty: boolean[],
 *   outcome: number[] | null}} Tree
 */

/** The version of the data and the modules that this file understands. */
export const DATA_VERSION = 1;
const SEARCH_MEMORY = 512 * 2 ** 20;

/** An invalid call, or an error in the rules. `code` is stable, and the same as in Python. */
export class PlayError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "PlayError";
    this.code = code;
  }
}

/** @param {number | bigint | string} seed @returns {bigint} */
export function checkedSeed(seed) {
  let number;
  try {
    number = BigInt(seed);
  } catch {
    number = -1n;
  }
  if (number < 0n || number >= 2n ** 64n) {
    throw new PlayError("bad-argument", `a seed is a whole number from 0 to 2^64 - 1, not ${seed}`);
  }
  return number;
}

export class CompiledGame {
  /** @param {WebAssembly.Instance} instance @param {GameData} data */
  constructor(instance, data) {
    const offered = /** @type {any} */ (instance.exports);
    this.data = data;
    /** @type {WebAssembly.Memory} */
    this.memory = offered.memory;
    this.offered = offered;
    this.width = data.layout.width;
    this.stateBytes = Number(offered.lt_state_bytes());
    this.keyBytes = Number(offered.lt_key_bytes());
    this.room = Number(offered.lt_most_decisions()) + 1;
    if (this.room === 1) this.room = 65;
    this.asked = Number(offered.lt_notation_width());
    // The stop flag of every call; never set.
    this.never = this.allocate(8);
    new Int32Array(this.memory.buffer, this.never, 1)[0] = 0;
  }

  // ── memory ──

  /** @param {number} bytes @returns {number} */
  allocate(bytes) {
    const at = this.offered.malloc(bytes) >>> 0;
    if (!at) throw new PlayError("no-memory", "the module has no memory left");
    return at;
  }

  /**
   * Return what *use* returns for the addresses of blocks of these sizes, which are freed afterwards.
   * @template T
   * @param {number[]} sizes
   * @param {(...at: number[]) => T} use
   * @returns {T}
   */
  borrow(sizes, use) {
    const at = sizes.map((size) => this.allocate(Math.max(size, 8)));
    try {
      return use(...at);
    } finally {
      for (const one of at) this.offered.free(one);
    }
  }

  /** @param {number} at @param {Uint8Array} bytes */
  put(at, bytes) {
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
  }

  /** @param {number} at @param {Int32Array} row */
  putRow(at, row) {
    new Int32Array(this.memory.buffer, at, row.length).set(row);
  }

  /** Return a copy of the state at an address. @param {number} at @returns {Uint8Array} */
  take(at) {
    const size = this.stateBytes + this.records(new DataView(this.memory.buffer, at)) * this.keyBytes;
    return new Uint8Array(this.memory.buffer, at, size).slice();
  }

  /** Return how many positions a state has recorded. @param {DataView} state @returns {number} */
  records(state) {
    const field = this.data.layout.fields.history_count;
    return field ? state.getInt32(field[0], true) : 0;
  }

  /** Return the size of a state that follows *state*. @param {Uint8Array} state @returns {number} */
  roomAfter(state) {
    return state.length + this.keyBytes;
  }

  /** @param {number} code */
  check(code) {
    if (!code) return;
    const name = this.data.faults[code].replace(/^trigger-/, "");
    if (name in this.data.faultTexts) throw new PlayError("document-fault", this.data.faultTexts[name]);
    if (name === "illegal") throw new PlayError("illegal-decision", "this decision is not legal now");
    if (name === "game-over") throw new PlayError("game-over", "the game is over");
    if (name === "many-decisions") throw new PlayError("too-many-decisions", "a position has too many legal decisions");
    throw new PlayError(name, `the rules failed with \`${name}\``);
  }

  /** Return one field of a state. @param {Uint8Array} state @param {string} name @returns {number} */
  number(state, name) {
    const [offset] = this.data.layout.fields[name];
    return new DataView(state.buffer, state.byteOffset).getInt32(offset, true);
  }

  /** Return whether a state waits for an answer. @param {Uint8Array} state @returns {boolean} */
  isWaiting(state) {
    return this.data.layout.asks && this.number(state, "pending") !== 0;
  }

  // ── play ──

  /** Record dice from here on. */
  forgetDice() {
    new Int32Array(this.memory.buffer, this.offered.lt_module_dice(), 1)[0] = 0;
  }

  /** Return the dice rolled since `forgetDice`. @returns {{sides: number, value: number}[]} */
  dice() {
    const at = this.offered.lt_module_dice();
    const count = new Int32Array(this.memory.buffer, at, 1)[0];
    const numbers = new Int32Array(this.memory.buffer, at + 4, 2 * count);
    return Array.from({ length: count }, (_, i) => ({ sides: numbers[2 * i], value: numbers[2 * i + 1] }));
  }

  /** Return the state at the first decision. @param {bigint} seed @returns {Uint8Array} */
  newState(seed) {
    this.forgetDice();
    return this.borrow([this.stateBytes + this.keyBytes], (at) => {
      this.check(this.offered.lt_new(at, BigInt.asIntN(64, seed), this.never));
      return this.take(at);
    });
  }

  /** Return the legal decisions in definition order. @param {Uint8Array} state @returns {Rows} */
  legal(state) {
    for (;;) {
      const room = this.room;
      const found = this.borrow([state.length, 4 * room * this.width], (at, to) => {
        this.put(at, state);
        const count = Number(this.offered.lt_legal(at, to, BigInt(room), 0, this.never));
        if (count < 0) this.check(-count);
        if (count > room) return count;
        return { rows: new Int32Array(this.memory.buffer, to, count * this.width).slice(), count };
      });
      if (typeof found !== "number") return found;
      this.room = found;
    }
  }

  /** Return the state after a decision. @param {Uint8Array} state @param {Int32Array} row @returns {Uint8Array} */
  apply(state, row) {
    this.forgetDice();
    return this.borrow([state.length, this.roomAfter(state), 4 * this.width], (at, to, decision) => {
      this.put(at, state);
      this.putRow(decision, row);
      this.check(this.offered.lt_apply(at, decision, to, this.never));
      return this.take(to);
    });
  }

  /**
   * Return the state to show: while an answer is awaited, the state in which the question was met.
   * @param {Uint8Array} state
   */
  shown(state) {
    if (!this.isWaiting(state)) return state;
    return this.borrow([state.length, this.roomAfter(state)], (at, to) => {
      this.put(at, state);
      this.offered.lt_shown(at, to);
      return this.take(to);
    });
  }

  /** Return the position hash and the state hash. @param {Uint8Array} state @returns {[bigint, bigint]} */
  hashes(state) {
    return this.borrow([state.length, 16], (at, to) => {
      this.put(at, state);
      this.check(this.offered.lt_hashes(at, to, this.never));
      const [position, whole] = new BigUint64Array(this.memory.buffer, to, 2);
      return [position, whole];
    });
  }

  /** Return the result of a game that is over. @param {Uint8Array} state @returns {Result} */
  result(state) {
    const players = this.data.players;
    return this.borrow([state.length, 4 * players, 8 * players, 8 * players], (at, winners, scores, returns) => {
      this.put(at, state);
      this.check(this.offered.lt_result(at, winners, scores, returns, this.never));
      const won = new Int32Array(this.memory.buffer, winners, players);
      return {
        winners: Array.from(won.keys()).filter((seat) => won[seat]),
        scores: Array.from(new BigInt64Array(this.memory.buffer, scores, players), Number),
        returns: Array.from(new Float64Array(this.memory.buffer, returns, players)),
      };
    });
  }

  /**
   * Return the numbers that the notation of each decision needs, `asked` of them for each.
   * @param {Uint8Array} state @param {Rows} legal @param {boolean} remarks @returns {BigInt64Array}
   */
  notation(state, legal, remarks) {
    const size = legal.count * this.asked;
    return this.borrow([state.length, 4 * legal.rows.length, 8 * size], (at, rows, to) => {
      this.put(at, state);
      this.putRow(rows, legal.rows);
      this.check(this.offered.lt_notation(at, rows, BigInt(legal.count), remarks ? 1 : 0, to, this.never));
      return new BigInt64Array(this.memory.buffer, to, size).slice();
    });
  }

  /**
   * Return whether each condition of an action holds for the values of a decision, legal or not.
   * @param {Uint8Array} state @param {Int32Array} row @param {number} count @returns {boolean[]}
   */
  reasons(state, row, count) {
    return this.borrow([state.length, 4 * this.width, 4 * count], (at, decision, to) => {
      this.put(at, state);
      this.putRow(decision, row);
      this.check(this.offered.lt_module_reasons(at, decision, to, this.never));
      return Array.from(new Int32Array(this.memory.buffer, to, count), Boolean);
    });
  }

  /**
   * Return a state that *seat* cannot distinguish from this one, drawn from *seed*; null if none was found.
   * @param {Uint8Array} state @param {number} seat @param {bigint} seed @returns {Uint8Array | null}
   */
  world(state, seat, seed) {
    return this.borrow([state.length, this.roomAfter(state)], (at, to) => {
      this.put(at, state);
      const code = this.offered.lt_module_world(at, seat, BigInt.asIntN(64, seed), to, this.never);
      if (["no-world", "untold"].includes(this.data.faults[code])) return null;
      this.check(code);
      return this.take(to);
    });
  }

  /**
   * Return what each seat gets when the game is played on at random.
   * @param {Uint8Array} state @param {bigint} seed @returns {number[]}
   */
  playout(state, seed) {
    const players = this.data.players;
    return this.borrow([state.length, 8 * players], (at, to) => {
      this.put(at, state);
      this.check(this.offered.lt_playout(at, BigInt.asIntN(64, seed), to, this.never));
      return Array.from(new Float64Array(this.memory.buffer, to, players));
    });
  }

  /**
   * Return the state hashes of a random game: at the start and after each decision, up to *most*.
   * @param {bigint} seed @param {bigint} playerSeed @param {number} most @returns {BigUint64Array}
   */
  trace(seed, playerSeed, most) {
    return this.borrow([8 * most], (to) => {
      const seeds = [seed, playerSeed].map((one) => BigInt.asIntN(64, one));
      const count = Number(this.offered.lt_trace(seeds[0], seeds[1], to, BigInt(most), this.never));
      return new BigUint64Array(this.memory.buffer, to, count).slice();
    });
  }

  /**
   * Play random games and return how many plies each took.
   * @param {bigint} seed @param {number} first @param {number} count @returns {Int32Array}
   */
  playouts(seed, first, count) {
    const sizes = [8 * count * this.data.players, 4 * count, 4 * count, 4 * count, 4 * count];
    return this.borrow(sizes, (returns, plies, outcomes, conditions, faults) => {
      const most = 2n ** 31n - 1n;
      const done = this.offered.lt_playouts(
        BigInt.asIntN(64, seed), BigInt(first), BigInt(count), most, returns, plies, outcomes, conditions, faults,
        1_000_000n, this.never,
      );
      if (done < 0n) this.check(Number(-done));
      return new Int32Array(this.memory.buffer, plies, Number(done)).slice();
    });
  }

  /**
   * Return a search that grows from *state*, for a *seat* that does not know everything or, if null, from the state
   * itself. The caller must `free` it.
   * @param {Uint8Array} state @param {bigint} seed @param {number | null} seat @returns {CompiledSearch}
   */
  search(state, seed, seat) {
    const best = this.data.best ?? Infinity;
    const made = this.borrow([state.length], (at) => {
      this.put(at, state);
      // One seed may grow several trees; this is the first.
      const own = this.offered.lt_module_seed(BigInt.asIntN(64, seed), 0n);
      return this.offered.lt_module_search(at, BigInt(state.length), own, BigInt(SEARCH_MEMORY), best, seat ?? -1);
    });
    if (!made) throw new PlayError("no-memory", "the module has no memory left for a search");
    return new CompiledSearch(this, made, seat !== null);
  }
}

/** A search inside the module: it grows with each `run`, and must be released with `free`. */
export class CompiledSearch {
  /** @param {CompiledGame} game @param {number} at @param {boolean} inWorlds */
  constructor(game, at, inWorlds) {
    this.game = game;
    this.at = at;
    this.inWorlds = inWorlds;
  }

  /** Run more simulations. Return how many were run: fewer once everything is proven. @param {number} simulations */
  run(simulations) {
    const { offered, never } = this.game;
    const done = Number(offered.lt_search_run(this.at, BigInt(simulations), never));
    if (done < 0) this.game.check(offered.lt_search_fault(this.at));
    return done;
  }

  /** Return the results so far, by legal decision in definition order. @returns {Tree} */
  tree() {
    return this.inWorlds ? this.treeOfWorlds() : this.treeOfPositions();
  }

  /** @returns {Tree} */
  treeOfPositions() {
    const { game } = this;
    const { offered, memory } = game;
    const count = Number(offered.lt_search_count(this.at));
    const players = game.data.players;
    return game.borrow([8 * count, 8 * count, 8 * count, 4 * count, 8 * players], (visits, totals, values, proven, to) => {
      const certain = offered.lt_search_read(this.at, visits, totals, values, proven, to);
      const proofs = Array.from(new Int32Array(memory.buffer, proven, count));
      return {
        visits: Array.from(new BigInt64Array(memory.buffer, visits, count), Number),
        totals: Array.from(new Float64Array(memory.buffer, totals, count)),
        values: Array.from(new Float64Array(memory.buffer, values, count)),
        proven: proofs.map((proof) => proof > 0),
        faulty: proofs.map((proof) => proof < 0),
        outcome: certain ? Array.from(new Float64Array(memory.buffer, to, players)) : null,
      };
    });
  }

  /** @returns {Tree} */
  treeOfWorlds() {
    const { game } = this;
    const { offered, memory } = game;
    const count = Number(offered.lt_worlds_read(this.at, 0n, 0, 0, 0, 0));
    if (count < 0) game.check(-count);
    return game.borrow([8 * count, 8 * count, 8 * count, 4 * count], (visits, totals, values, faulty) => {
      const found = Number(offered.lt_worlds_read(this.at, BigInt(count), visits, totals, values, faulty));
      if (found < 0) game.check(-found);
      return {
        visits: Array.from(new BigInt64Array(memory.buffer, visits, count), Number),
        totals: Array.from(new Float64Array(memory.buffer, totals, count)),
        values: Array.from(new Float64Array(memory.buffer, values, count)),
        proven: new Array(count).fill(false),
        faulty: Array.from(new Int32Array(memory.buffer, faulty, count), (one) => one !== 0),
        outcome: null,
      };
    });
  }

  free() {
    this.game.offered.lt_search_free(this.at);
    this.at = 0;
  }
}

/**
 * Return the index of the decision to make: the most visited unproven one, or the best proven one if as good. Of
 * several equal proven ones it is the most visited; in a tie the earlier one. A faulty decision is chosen only if
 * there is no other. The same as in `play/uct.py`.
 * @param {Tree} tree @returns {number}
 */
export function bestPlace({ visits, values, proven, faulty }) {
  const places = Array.from(visits.keys());
  let known = -1;
  let open = -1;
  for (const place of places) {
    if (proven[place]) {
      const gain = known < 0 ? 1 : values[place] - values[known] || visits[place] - visits[known];
      if (gain > 0) known = place;
    } else if (visits[place] && !faulty[place] && (open < 0 || visits[place] > visits[open])) {
      open = place;
    }
  }
  if (known >= 0 && open >= 0) return values[known] >= values[open] ? known : open;
  if (known >= 0 || open >= 0) return Math.max(known, open);
  return Math.max(places.findIndex((place) => !faulty[place]), 0);
}
