// @ts-check
/**
 * Notation: the texts of decisions, made from the numbers that the module gives and the templates of the data.
 *
 * The same as `gamedef/notation.py`: which parts are written, how values are spelled, and which form distinguishes a
 * decision from the others.
 *
 * This module does not know which decisions are legal.
 */

/** @typedef {import("./compiled_game.js").GameData} GameData */
/** @typedef {import("./compiled_game.js").ActionData} ActionData */
/** @typedef {import("./compiled_game.js").Part} Part */
/** @typedef {Map<number, string> | null} TokenNames */

const NO_NUMBER = -(2n ** 63n);
// The whitespace that Python strips from the ends of a text.
const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const BLANK_ENDS = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
const LINE_BREAK = /\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/;

/** @type {Record<string, (text: string) => string>} */
const STYLES = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  letters: (text) => text.replace(/\P{L}/gu, ""),
  digits: (text) => text.replace(/\P{Nd}/gu, ""),
};

/** Return *text* on one line, without control characters. @param {string} text @returns {string} */
export function oneLine(text) {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const lines = text.replaceAll("\t", " ").split(LINE_BREAK);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return Array.from(lines.join(" "), (char) => {
    const code = /** @type {number} */ (char.codePointAt(0));
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    const isHarmless = "\u200d\u200c\u00ad".includes(char);
    return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(char) || (/\p{Cf}/u.test(char) && !isHarmless) ? "\ufffd" : char;
  }).join("");
}

/**
 * Return the spelling of a value in notation; tokens by slot, or by their *names*.
 * @param {GameData} data @param {string} kind @param {bigint | number} value @param {TokenNames} names @returns {string}
 */
export function spelt(data, kind, value, names) {
  const words = wordsOf(data, kind);
  if (words) return value < 0 ? "none" : words[Number(value)];
  if (kind === "token" || kind === "unknown") {
    if (value < 0) return "none";
    return names && kind === "token" ? /** @type {string} */ (names.get(Number(value))) : String(value);
  }
  return value === NO_NUMBER ? "none" : String(value);
}

/** @param {GameData} data @param {string} kind @returns {string[] | null} */
function wordsOf(data, kind) {
  switch (kind) {
    case "zone":
      return data.zoneWords;
    case "player":
      return data.seatWords;
    case "name":
      return data.nameWords;
    case "bool":
      return ["false", "true"];
    default:
      return null;
  }
}

/**
 * Return a form of an action, with the remarks that are wanted.
 * @param {GameData} data @param {ActionData} action @param {number} form @param {BigInt64Array} values
 * @param {TokenNames} names @param {(part: Part) => boolean} wanted @returns {string}
 */
function writtenForm(data, action, form, values, names, wanted) {
  let text = "";
  for (const part of action.forms[form]) {
    if (part.when !== undefined && values[part.when] !== 1n) continue;
    if (part.after !== undefined && !wanted(part)) continue;
    let own = typeof part.value === "string" ? part.value : spelt(data, action.types[part.value], values[part.value], names);
    for (const style of part.style ?? []) own = STYLES[style](own);
    text += own;
  }
  return text.replace(BLANK_ENDS, "");
}

/**
 * Return every form of a decision without remarks.
 * @param {GameData} data @param {ActionData} action @param {BigInt64Array} values @param {TokenNames} names
 */
export function bareForms(data, action, values, names) {
  return action.forms.map((_, form) => writtenForm(data, action, form, values, names, () => false));
}

/**
 * Return the texts of all legal decisions: each in the first form that is unique, with its remarks.
 * @param {GameData} data @param {ActionData[]} actions the action of each decision
 * @param {BigInt64Array[]} values the numbers its template needs @param {TokenNames} names @returns {string[]}
 */
export function legalTexts(data, actions, values, names) {
  const bares = actions.map((action, place) => bareForms(data, action, values[place], names));
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const text of bares.flat()) times.set(text, (times.get(text) ?? 0) + 1);
  return bares.map((forms, place) => {
    const own = forms.findIndex((text) => times.get(text) === forms.filter((other) => other === text).length);
    const form = own < 0 ? forms.length - 1 : own;
    const action = actions[place];
    const first = action.types.length;
    const remarks = values[place].subarray(first, first + action.remarks);
    if (!remarks.includes(1n)) return forms[form];
    return writtenForm(data, action, form, values[place], names, (part) => remarks[part.after ?? 0] !== 0n);
  });
}
