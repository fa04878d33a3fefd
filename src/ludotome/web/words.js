// @ts-check
/**
 * Words: texts for whose turn it is, how a game ended and what a token is. The same texts as in `picture/words.py`.
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
 * Return the text for whose turn it is, or how the game ended.
 * @param {Scene} scene
 * @param {View} view
 */
export function turnWords(scene, view) {
  if (view.ended) return `game over: ${endedWords(scene, view.ended)}`;
  const who = view.current < 0 ? "chance" : scene.seats[view.current].name;
  return `${who} to move` + (view.phase != null ? ` (phase: ${view.phase})` : "");
}

/**
 * Return the text for how a game ended: who won and why, or the kind of end without a winner.
 * @param {Scene} scene
 * @param {import("./types.js").Ended} ended
 * @param {string[]} [names] the names of the seats; `you` is the person at the screen
 */
export function endedWords(scene, ended, names = scene.seats.map(({ name }) => name)) {
  const winners = ended.winners ?? [];
  if (!winners.length) return NOBODY_WON[ended.type] ?? "nobody wins";
  const won = winners.map((seat) => names[seat]);
  return `${won.join(" and ")} ${won.length > 1 || won[0] === "you" ? "win" : "wins"}` + (WON_BY[ended.type] ?? "");
}

/**
 * Return a decision in readable form: the name of its action if the notation only abbreviates it, `call` for `c`.
 * @param {{text: string, action?: string}} last
 */
export function decisionWords({ text, action }) {
  return action !== undefined && text.length < action.length ? inWords(action) : text;
}

/**
 * Return a description of a token: `White pawn`, `card (rank 2)`.
 * @param {Scene} scene
 * @param {TokenView} token
 */
export function tokenWords(scene, token) {
  const owner = token.owner == null ? "" : `${scene.seats[token.owner].name} `;
  const props = propWords(token);
  return `${owner}${token.type}` + (props ? ` (${props})` : "");
}

/**
 * Return the properties of a token as text: `wounds 0, defence 3`.
 * @param {TokenView} token
 */
export function propWords(token) {
  return Object.entries(token.props ?? {}).map(([name, value]) => `${name} ${valueWords(value)}`).join(", ");
}

/**
 * Return a value in readable form.
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
 * Return the variables of the game to show in pictures, each with a readable name.
 * @param {Scene} scene
 * @param {View} view
 * @returns {[string, Value][]}
 */
export function gameVariables(scene, view) {
  return Object.entries(view.gameVars ?? {}).flatMap(([name, value]) => told(scene, "game", name, value));
}

/**
 * Return the variables of a seat to show in pictures, each with a readable name.
 * @param {Scene} scene
 * @param {View} view
 * @param {number} seat
 * @returns {[string, Value][]}
 */
export function seatVariables(scene, view, seat) {
  return Object.entries(view.playerVars ?? {}).flatMap(([name, row]) => told(scene, "player", name, row[seat]));
}

/**
 * Return a variable with a readable name; nothing if it has no value, has its default, or is never shown.
 * @param {Scene} scene
 * @param {string} of
 * @param {string} name
 * @param {Value} value
 * @returns {[string, Value][]}
 */
function told(scene, of, name, value) {
  const look = scene.variables.find((one) => one.of === of && one.name === name);
  const isTold = value !== null && (look?.told ?? true) && (look?.usual == null || value !== look.usual);
  return isTold ? [[inWords(name), value]] : [];
}

/**
 * Return an identifier of a document as words: `rollDice` and `roll_dice` are `roll dice`.
 * @param {string} name
 */
export function inWords(name) {
  return name.replace(/^\$/, "").replaceAll("_", " ").replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
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
 * Return the name of the colour and the meaning of each terrain on the boards, except plain ground.
 * @param {Scene} scene
 * @returns {[string, string][]}
 */
export function terrainWords(scene) {
  const used = new Set(scene.zones.map((zone) => zone.terrain));
  return scene.terrain.flatMap((terrain, place) => terrain.color && used.has(terrain.id)
    ? [[`terrain${place}`, terrain.says ? `${terrain.id}: ${terrain.says}` : terrain.id]]
    : []);
}
