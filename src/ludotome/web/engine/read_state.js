// @ts-check
/**
 * Read state: decodes the bytes of a state to zones, tokens and variables by number.
 *
 * The meaning of a number depends on its kind: `zone`, `token`, `player`, `name`, `bool` or `int`; null is nothing.
 *
 * This module does not know names, nor who may see what.
 */

/** @typedef {import("./compiled_game.js").GameData} GameData */
/** @typedef {{type: number, owner: number | null, zone: number, props: (number | null)[]}} Token */
/**
 * @typedef {{phase: number, turn: number, ply: number, outcome: string, out: boolean[], zones: number[][],
 *   tokens: (Token | null)[], globalVars: (number | null)[], playerVars: (number | null)[][],
 *   zoneVars: (number | null)[][]}} GameState
 */

const INT_NOTHING = -(2 ** 31);

/** @param {string} kind @param {number} value @returns {number | null} */
function storedValue(kind, value) {
  const isNothing = kind === "int" ? value === INT_NOTHING : value < 0;
  return isNothing ? null : value;
}

/** @param {GameData} data @param {Uint8Array} state @param {string} name @returns {number[]} */
function fieldNumbers(data, state, name) {
  const field = data.layout.fields[name];
  if (!field) return [];
  const [offset, count, bits] = field;
  const kinds = { 8: Int8Array, 16: Int16Array, 32: Int32Array };
  const Kind = kinds[/** @type {8 | 16 | 32} */ (bits)];
  return Array.from(new Kind(/** @type {ArrayBuffer} */ (state.buffer), state.byteOffset + offset, count));
}

/** Return the state encoded by these bytes. @param {GameData} data @param {Uint8Array} state @returns {GameState} */
export function readState(data, state) {
  /** @param {string} name */
  const read = (name) => fieldNumbers(data, state, name);
  const players = data.players + 1;
  const zones = data.layout.zones + 1;
  const [playerVars, zoneVars, globalVars] = [read("player_vars"), read("zone_vars"), read("global_vars")];
  return {
    phase: read("phase")[0],
    turn: read("turn")[0],
    ply: read("ply")[0],
    outcome: data.outcomes[read("outcome")[0]],
    out: read("out").slice(1).map(Boolean),
    zones: readZones(data, read("first_token"), read("token_after")),
    tokens: readTokens(data, read),
    globalVars: data.globalVars.map(({ kind }, place) => storedValue(kind, globalVars[place])),
    playerVars: data.playerVars.map(({ kind }, place) =>
      playerVars.slice(place * players + 1, (place + 1) * players).map((value) => storedValue(kind, value))
    ),
    zoneVars: data.zoneVars.map(({ kind }, place) =>
      data.boardZones.map((zone) => storedValue(kind, zoneVars[place * zones + 1 + zone]))
    ),
  };
}

/** @param {GameData} data @param {number[]} first @param {number[]} after @returns {number[][]} */
function readZones(data, first, after) {
  return first.slice(1).map((slot) => {
    const slots = [];
    for (; slot >= 0; slot = data.layout.isSingle ? -1 : after[1 + slot]) slots.push(slot);
    return slots;
  });
}

/** @param {GameData} data @param {(name: string) => number[]} read @returns {(Token | null)[]} */
function readTokens(data, read) {
  const [types, owners, zones, props] = [read("token_type"), read("token_owner"), read("token_zone"), read("token_props")];
  return types.slice(1).map((type, slot) => {
    if (type < 0) return null;
    const own = data.types[type].props.map(({ kind, row }) => storedValue(kind, props[(row ?? 0) * types.length + 1 + slot]));
    return { type, owner: owners[1 + slot] < 0 ? null : owners[1 + slot], zone: zones[1 + slot], props: own };
  });
}
