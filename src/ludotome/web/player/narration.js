// @ts-check
/**
 * Narration: texts about a match: who sits where, whose turn it is, what happened.
 *
 * This module does not know pages.
 */

import { capital, decisionWords, endedWords, inWords } from "../words.js";

/** @import { Scene, View } from "../types.js" */
/** @import { Match } from "./match.js" */
/** @import { SeatWords } from "./table.js" */

/**
 * Return the texts about each seat.
 * @param {Scene} scene
 * @param {Match} match
 * @param {View} view
 * @param {boolean} isThinking whether a computer player has been thinking for a while
 * @returns {SeatWords[]}
 */
export function seatsInWords(scene, match, view, isThinking) {
  return match.sitters.map((sitter, seat) => {
    const isYou = sitter === "person" && match.people.length === 1;
    const isTurn = view.current === seat;
    let note = sitter === "person" ? "" : `${capital(sitter)}, a computer`;
    if (view.out?.includes(seat)) note = "out of the game";
    else if (isTurn && sitter === "person") note = isYou ? "Your turn" : "To move";
    else if (isTurn && isThinking && match.isLive) note = `${capital(sitter)} is thinking…`;
    if (isTurn && view.phase != null) note += `${note ? " · " : ""}${inWords(view.phase)}`;
    const { name } = scene.seats[seat];
    return { name: isYou ? `You are ${name}` : name, note, isTurn };
  });
}

/**
 * Return who sits where, as text.
 * @param {Scene} scene
 * @param {Match} match
 */
export function matchInWords(scene, match) {
  const isAlone = match.people.length === 1;
  const who = (/** @type {string} */ sitter) => sitter === "person" ? (isAlone ? "you" : "a person") : `a computer, ${sitter}`;
  return match.sitters.map((sitter, seat) => `${scene.seats[seat].name}: ${who(sitter)}`).join(" · ");
}

/**
 * Return the last decision and whose turn it is, for screen readers.
 * @param {Scene} scene
 * @param {View} view
 */
export function positionInWords(scene, view) {
  const name = (/** @type {number} */ seat) => scene.seats[seat]?.name ?? "Chance";
  const told = view.last ? `${name(view.last.player)}: ${decisionWords(view.last)}. ` : "";
  return told + (view.ended ? `${capital(endedWords(scene, view.ended))}.` : `${name(view.current)} to move.`);
}

/**
 * Return the moves that the viewer knows, one per line, and how the game ended.
 * @param {Scene} scene
 * @param {Match} match
 * @param {string} title
 */
export function movesAsText(scene, match, title) {
  const moves = match.moves().map(({ player, text }, place) => `${place + 1}. ${scene.seats[player]?.name ?? "chance"}: ${text}`);
  const { ended } = match.view(match.engine.ply());
  return [title, ...moves, ...(ended ? [capital(endedWords(scene, ended))] : [])].join("\n");
}
