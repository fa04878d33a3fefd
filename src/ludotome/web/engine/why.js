// @ts-check
/**
 * Why: the condition of the document that makes a decision illegal.
 *
 * The module reports which conditions of the action hold for the given values; the texts of the conditions are data.
 * In games with hidden information no condition is named, since it could reveal what is hidden. A decision that passes
 * every condition may still be illegal (because of its cost, its `post`, or a value that is not possible); then the
 * answer says only that.
 *
 * This module does not know how a decision was tried.
 */

import { namedValues, readDecision, tokenHandles } from "./seat.js";
import { spelt } from "./notation.js";

/** @typedef {import("./compiled_game.js").ActionData} ActionData */
/** @typedef {import("./compiled_game.js").GameData} GameData */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./seat.js").Value} Value */
/**
 * `by` is over, choice, action, phase, params, domain, pre or illegal; `condition` the one that does not hold.
 * @typedef {{by: string, text: string, condition: string | null}} Refusal
 */

/** @param {string} by @param {string} text @param {string | null} [condition] @returns {Refusal} */
function refused(by, text, condition = null) {
  return { by, text, condition };
}

/**
 * Return why an action cannot be taken with these values, null if it can. Zones are given by id, tokens by the handle
 * of the player to decide. If the last parameters are missing, only conditions about the given ones are checked, and
 * null means that none of those fails.
 * @param {Position} position @param {string} action @param {Record<string, Value>} values @returns {Refusal | null}
 */
export function whyRefused(position, action, values) {
  const { game, shown } = position;
  const { data } = game;
  if (position.isTerminal()) return refused("over", "the game is over; nothing can be decided");
  if (game.isWaiting(position.bytes)) return refused("choice", "a choice is pending; answer it first");
  const index = data.actions.findIndex(({ id }) => id === action);
  if (index < 0) return refused("action", `there is no action \`${action}\``);
  const found = data.actions[index];
  if (!found.phases.includes(shown.phase)) {
    const belongs = found.phases.map((phase) => `\`${data.phases[phase]}\``).join(" or ");
    return refused("phase", `\`${action}\` belongs to phase ${belongs}, not to \`${data.phases[shown.phase]}\``);
  }
  const given = found.params.filter(({ name }) => Object.hasOwn(values, name)).length;
  const isPrefix = found.params.slice(0, given).every(({ name }) => Object.hasOwn(values, name));
  if (!isPrefix || Object.keys(values).length !== given) {
    const wanted = found.params.map(({ name }) => `\`${name}\``).join(", ") || "no parameters";
    return refused("params", `\`${action}\` takes ${wanted}, in this order`);
  }
  return refusedByValues(position, index, given, values);
}

/** @param {Position} position @param {number} index @param {number} given @param {Record<string, Value>} values */
function refusedByValues(position, index, given, values) {
  const { game } = position;
  const { data } = game;
  const action = data.actions[index];
  const names = tokenHandles(data, position.shown, position.currentPlayer()).all;
  const row = new Int32Array(game.width);
  row[0] = index;
  for (const [place, { name, stored }] of action.params.slice(0, given).entries()) {
    const number = storedNumber(data, stored, values[name], names);
    if (number === null) return refused("domain", `\`${name}\` of \`${action.id}\` cannot be ${values[name]}`);
    row[1 + place] = number;
  }
  const isWhole = given === action.params.length;
  if (isWhole && position.isLegal(row)) return null;
  const words = namedValues(readDecision(data, row, 0), names).slice(0, given);
  const other = isWhole ? refused("illegal", `\`${[action.id, ...words].join(" ")}\` is not legal now`) : null;
  if (!data.isOpen) return other;
  const held = game.reasons(position.bytes, row, action.conditions.length);
  const broken = action.conditions.findIndex(({ param }, at) => !held[at] && (param === undefined ? isWhole : param < given));
  if (broken < 0) return other;
  const { param, text } = action.conditions[broken];
  if (param === undefined) return refused("pre", `the \`pre\` of \`${action.id}\` does not hold: \`${text}\``, text);
  const { name, kind } = action.params[param];
  const slot = kind === "token" ? row[1 + param] : -1;
  const token = slot < 0 ? null : position.shown.tokens[slot];
  const meant = token
    ? `the ${data.names[token.type]} on ${data.zoneWords[token.zone]}`
    : spelt(data, kind, row[1 + param], names);
  return refused("domain", `\`${name}\` of \`${action.id}\` cannot be ${meant}: \`${text}\` does not hold`, text);
}

/**
 * Return the number of a value of this kind; null if there is no such value.
 * @param {GameData} data @param {string} kind @param {Value} value @param {Map<number, string>} names @returns {number | null}
 */
function storedNumber(data, kind, value, names) {
  /** @param {number} at */
  const place = (at) => (at < 0 ? null : at);
  switch (kind) {
    case "zone":
      return place(data.zoneIds.indexOf(String(value)));
    case "name":
      return place(data.names.indexOf(String(value)));
    case "token":
      return [...names].find(([, handle]) => handle === value)?.[0] ?? null;
    case "bool":
      return typeof value === "boolean" ? Number(value) : null;
    case "player":
      return Number.isInteger(value) && Number(value) >= 0 && Number(value) < data.players ? Number(value) : null;
    default:
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? Number(value) : null;
  }
}
