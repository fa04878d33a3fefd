// @ts-check
/**
 * Seat: names of tokens and decisions for one seat, which reveal nothing hidden from that seat.
 *
 * The same as `play/handles.py` and the part of `play/seat.py` that lists legal decisions. A seat of null is a
 * spectator.
 *
 * This module does not know how a view is put together.
 */

import { bareForms, legalTexts, oneLine, spelt } from "./notation.js";

/** @typedef {import("./compiled_game.js").GameData} GameData */
/** @typedef {import("./compiled_game.js").CompiledGame} CompiledGame */
/** @typedef {import("./compiled_game.js").Rows} Rows */
/** @typedef {import("./read_state.js").GameState} GameState */
/** @typedef {string | number | boolean | null} Value */
/** @typedef {{name: string | null, kind: string, value: Value, slot: number | null}} Pick */
/** @typedef {{kind: "action" | "choose", action: string | null, picks: Pick[], index: number, row: Int32Array}} Meant */

/**
 * Return whether a seat sees the tokens of a zone.
 * @param {GameData} data
 * @param {number | null} seat
 * @param {number} zone
 */
export function seesZone(data, seat, zone) {
  return (seat === null ? data.spectatorSees : data.sees[seat])[zone] === "1";
}

/**
 * Return the handle of each slot, those of the tokens that the seat sees first.
 * @param {GameData} data @param {GameState} shown @param {number | null} seat
 * @returns {{seen: Map<number, string>, all: Map<number, string>}}
 */
export function tokenHandles(data, shown, seat) {
  /** @type {Map<number, string>} */
  const seen = new Map();
  shown.zones.forEach((slots, zone) => {
    if (seesZone(data, seat, zone)) for (const slot of slots) seen.set(slot, `t${seen.size}`);
  });
  const all = new Map(seen);
  shown.zones.forEach((slots, zone) => {
    if (!seesZone(data, seat, zone)) slots.forEach((slot, place) => all.set(slot, `${data.zoneIds[zone]}#${place}`));
  });
  return { seen, all };
}

/**
 * Return a stored number as it is written in decisions.
 * @param {GameData} data
 * @param {string} kind
 * @param {number} value
 */
function decisionValue(data, kind, value) {
  switch (kind) {
    case "zone":
      return data.zoneIds[value];
    case "name":
      return data.names[value];
    case "bool":
      return Boolean(value);
    default:
      return value;
  }
}

/** Return the decision of a row. @param {GameData} data @param {Int32Array} row @param {number} index @returns {Meant} */
export function readDecision(data, row, index) {
  /** @param {string | null} name @param {string} kind @param {string} stored @param {number} value @returns {Pick} */
  const pick = (name, kind, stored, value) => ({
    name,
    kind,
    value: decisionValue(data, stored, value),
    slot: kind === "token" ? value : null,
  });
  const action = data.actions[row[0]];
  if (action) {
    const picks = action.params.map(({ name, kind, stored }, place) => pick(name, kind, stored, row[1 + place]));
    return { kind: "action", action: action.id, picks, index, row };
  }
  const kind = data.choices[row[0] - data.actions.length];
  return { kind: "choose", action: null, picks: [pick(null, kind, kind, row[1])], index, row };
}

/** Return all legal decisions, in definition order. @param {GameData} data @param {Rows} legal @returns {Meant[]} */
export function readDecisions(data, legal) {
  const width = data.layout.width;
  return Array.from({ length: legal.count }, (_, index) =>
    readDecision(data, legal.rows.slice(index * width, (index + 1) * width), index)
  );
}

/** @param {Value} value @returns {string} */
function spoken(value) {
  return value === null ? "none" : String(value);
}

/** Return the values of a decision with handles for tokens. @param {Meant} meant @param {Map<number, string>} names */
export function namedValues(meant, names) {
  return meant.picks.map(({ value, slot }) => (slot === null ? value : names.get(slot) ?? null));
}

/** @param {Meant} meant @param {Map<number, string>} names @returns {string} */
function inWords(meant, names) {
  const values = namedValues(meant, names).map(spoken);
  return meant.kind === "action" ? [meant.action, ...values].join(" ") : values[0];
}

/**
 * Return the decision as *seat* may read it; null where its text could reveal more than the seat knows.
 * @param {CompiledGame} game @param {Uint8Array} state the state before it @param {GameState} shown the same, decoded
 * @param {number} decides @param {Meant} meant @param {number | null} seat @param {Map<number, string> | null} names
 * @returns {string | null}
 */
export function textFor(game, state, shown, decides, meant, seat, names) {
  const { data } = game;
  const knowsAll = meant.kind === "choose" && decides === seat;
  const isHidden = meant.picks.some(({ slot }) => {
    const token = slot === null || slot < 0 ? null : shown.tokens[slot];
    return token && !seesZone(data, seat, token.zone);
  });
  if (isHidden && !knowsAll) return null;
  if (meant.kind === "choose") return spelt(data, meant.picks[0].kind, meant.row[1], names);
  const action = data.actions[meant.row[0]];
  if (!action.isTold) return null;
  return bareForms(data, action, game.notation(state, { rows: meant.row, count: 1 }, false), names)[0];
}

/**
 * Return the texts of all legal decisions in definition order, where nothing is hidden.
 * @param {CompiledGame} game @param {Uint8Array} state @param {Rows} legal @param {Meant[]} decisions
 * @param {Map<number, string> | null} names @returns {string[]}
 */
export function openTexts(game, state, legal, decisions, names) {
  const { data } = game;
  if (!decisions.length) return [];
  if (decisions[0].kind === "choose") {
    return decisions.map(({ picks, row }) => spelt(data, picks[0].kind, row[1], names));
  }
  const numbers = game.notation(state, legal, true);
  const values = decisions.map((_, place) => numbers.subarray(place * game.asked, (place + 1) * game.asked));
  return legalTexts(data, decisions.map(({ row }) => data.actions[row[0]]), values, names);
}

/**
 * Return the legal decisions as the seat that decides knows them, with their texts, in an order that reveals nothing.
 * @param {CompiledGame} game @param {Uint8Array} state @param {GameState} shown @param {number} seat @param {Rows} legal
 * @param {Map<number, string>} names @returns {{meant: Meant, text: string}[]}
 */
export function seatDecisions(game, state, shown, seat, legal, names) {
  const { data } = game;
  const decisions = readDecisions(data, legal);
  if (data.isOpen) {
    const texts = openTexts(game, state, legal, decisions, names);
    return decisions.map((meant, place) => ({ meant, text: oneLine(texts[place]) }));
  }
  const place = new Map(Array.from(names.keys(), (slot, at) => [slot, at]));
  /** @param {Meant} meant @returns {number[]} */
  const order = ({ picks, row }) => [
    row[0],
    ...picks.map(({ slot }, at) => (slot === null ? row[1 + at] : place.get(slot) ?? -1)),
  ];
  const sorted = decisions.map((meant) => ({ meant, keys: order(meant) }));
  sorted.sort((one, other) => {
    const at = one.keys.findIndex((key, i) => key !== other.keys[i]);
    return at < 0 ? 0 : one.keys[at] - (other.keys[at] ?? -1);
  });
  const texts = sorted.map(({ meant }) => textFor(game, state, shown, seat, meant, seat, names) ?? inWords(meant, names));
  return sorted.map(({ meant }, at) => ({ meant, text: oneLine(toldApart(texts, at, meant, names)) }));
}

/**
 * Return a text, followed by the values of its decision if several decisions share the text.
 * @param {string[]} texts @param {number} at @param {Meant} meant @param {Map<number, string>} names @returns {string}
 */
function toldApart(texts, at, meant, names) {
  if (texts.filter((text) => text === texts[at]).length === 1) return texts[at];
  const values = meant.kind === "action" ? namedValues(meant, names).map(spoken) : [];
  return `${texts[at]} (${values.join(", ")})`;
}
