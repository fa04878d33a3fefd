// @ts-check
/**
 * Words: whose turn it is, how a game ended, what a token is. The same words as `picture/words.py`.
 *
 * This module does not know how anything is drawn.
 */

/** @import { Scene, TokenView, Value, View, ZoneScene, ZoneView } from "./types.js" */

/** @type {Record<string, string>} */
const NOBODY_WON = {
  draw: "a draw",
  stall: "a draw, nobody can move",
  truncated: "a draw at the limit of moves",
  lossAll: "everybody loses",
};
/** @type {Record<string, string>} */
const WON_BY = { score: " on points", rank: " by rank" };

/**
 * Return whose move it is, or how the game ended.
 * @param {Scene} scene
 * @param {View} view
 */
export function turnWords(scene, view) {
  if (view.ended) return `game over: ${endedWords(scene, view.ended)}`;
  const who = view.current < 0 ? "chance" : scene.seats[view.current].name;
  return `${who} to move` + (view.phase != null ? ` (phase: ${view.phase})` : "");
}

/**
 * Return how a game ended: who won and by what, or the kind of an end that nobody won.
 * @param {Scene} scene
 * @param {import("./types.js").Ended} ended
 */
export function endedWords(scene, ended) {
  const winners = ended.winners ?? [];
  if (!winners.length) return NOBODY_WON[ended.type] ?? "nobody wins";
  const names = winners.map((seat) => scene.seats[seat].name).join(" and ");
  return `${names} ${winners.length > 1 ? "win" : "wins"}` + (WON_BY[ended.type] ?? "");
}

/**
 * Return what a token is: `White pawn`, `card (rank 2)`.
 * @param {Scene} scene
 * @param {TokenView} token
 */
export function tokenWords(scene, token) {
  const owner = token.owner == null ? "" : `${scene.seats[token.owner].name} `;
  const props = propWords(token);
  return `${owner}${token.type}` + (props ? ` (${props})` : "");
}

/**
 * Return the properties of a token: `wounds 0, defence 3`.
 * @param {TokenView} token
 */
export function propWords(token) {
  return Object.entries(token.props ?? {}).map(([name, value]) => `${name} ${valueWords(value)}`).join(", ");
}

/**
 * Return a value as people read it.
 * @param {Value} value
 */
export function valueWords(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/**
 * Return the variables of a zone to show; zones of a graph show all, cells only those that are not 0 or false.
 * @param {ZoneScene} zone
 * @param {ZoneView} seen
 */
export function toldValues(zone, seen) {
  const values = Object.values(seen.vars ?? {}).filter((value) => value !== null);
  return zone.shape === "circle" ? values : values.filter((value) => value !== false && value !== 0);
}

/**
 * Return the variables of a seat that have a value.
 * @param {View} view
 * @param {number} seat
 * @returns {[string, Value][]}
 */
export function seatVariables(view, seat) {
  const rows = Object.entries(view.playerVars ?? {});
  return rows.flatMap(([name, row]) => row[seat] === null ? [] : [[name, row[seat]]]);
}

/**
 * Return *words* with a capital letter.
 * @param {string} words
 */
export function capital(words) {
  const [first = "", ...others] = words;
  return first.toUpperCase() + others.join("");
}

/**
 * Return the name of the colour and the meaning of each terrain on the boards; plain ground needs no words.
 * @param {Scene} scene
 * @returns {[string, string][]}
 */
export function terrainWords(scene) {
  const used = new Set(scene.zones.map((zone) => zone.terrain));
  return scene.terrain.flatMap((terrain, place) => terrain.color && used.has(terrain.id)
    ? [[`terrain${place}`, terrain.says ? `${terrain.id}: ${terrain.says}` : terrain.id]]
    : []);
}
