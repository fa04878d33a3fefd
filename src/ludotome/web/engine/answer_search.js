// @ts-check
/**
 * Answer search: chooses an answer to a pending choice, where chance has occurred since the decision.
 *
 * A module cannot fix the results of chance, so it cannot draw worlds of such a position. Instead, worlds are drawn
 * from the position before it, the decision and the answers so far are repeated there, and each answer is followed by
 * a random game. UCB1 chooses which answer to try. A world in which that is impossible, or in which the answers
 * differ, is ignored; if no world is left, an answer is drawn from the seed. Python looks further ahead here, so the
 * results may differ.
 *
 * This module does not know how other positions are searched.
 */

import { PlayError } from "./compiled_game.js";

/** @typedef {import("./compiled_game.js").CompiledGame} CompiledGame */
/** @typedef {import("./compiled_game.js").Tree} Tree */
/** @typedef {import("./position.js").Position} Position */

const CURIOSITY = 1.4;

/**
 * Return the results of at most *most* simulations, by legal answer in definition order, and how many were run.
 * @param {Position} position @param {number} most @param {number} until by `performance.now` @param {bigint} seed
 * @returns {{tree: Tree, done: number}}
 */
export function searchAnswers(position, most, until, seed) {
  const { game } = position;
  const { count } = position.rows;
  const seat = position.currentPlayer();
  const [visits, totals] = [new Array(count).fill(0), new Array(count).fill(0)];
  let done = 0;
  for (let round = 1; round <= most && (done === 0 || performance.now() < until); round++) {
    // Give up after some rounds without any world.
    if (round > 100 && done === 0) break;
    const drawn = BigInt.asUintN(64, game.offered.lt_module_seed(BigInt.asIntN(64, seed), BigInt(round)));
    const world = worldOfChoice(position, seat, drawn);
    if (world === null) continue;
    const place = answerToTry(visits, totals, done);
    const after = game.apply(world, rowAt(position, place));
    const returns = isOver(game, after) ? game.result(after).returns : game.playout(after, drawn);
    visits[place]++;
    totals[place] += returns[seat];
    done++;
  }
  if (done === 0) visits[Number(seed % BigInt(count))] = 1;
  const values = visits.map((number, place) => (number ? totals[place] / number : 0));
  const none = new Array(count).fill(false);
  return { tree: { visits, totals, values, proven: none, faulty: none, outcome: null }, done };
}

/** @param {CompiledGame} game @param {Uint8Array} state @returns {boolean} */
function isOver(game, state) {
  return game.number(state, "outcome") !== 0;
}

/** @param {Position} position @param {number} place @returns {Int32Array} */
function rowAt(position, place) {
  const { width } = position.game;
  return position.rows.rows.slice(place * width, (place + 1) * width);
}

/**
 * Return a state that waits for the same answer as *position*, in a world of *seat*; null where this seed gives none.
 * @param {Position} position @param {number} seat @param {bigint} seed @returns {Uint8Array | null}
 */
function worldOfChoice(position, seat, seed) {
  const { game } = position;
  const made = [];
  /** @type {Position | null} */
  let start = position;
  while (start && game.isWaiting(start.bytes)) {
    if (start.made) made.unshift(start.made.row);
    start = start.before;
  }
  if (!start) return null; // a choice during setup: there is no position before it
  try {
    let state = game.world(start.bytes, seat, seed);
    for (const row of made) state = state && game.apply(state, row);
    if (!state || isOver(game, state) || !game.isWaiting(state)) return null;
    const { rows } = game.legal(state);
    const isSame = rows.length === position.rows.rows.length && rows.every((number, at) => number === position.rows.rows[at]);
    return isSame && game.number(state, game.data.layout.decides) === seat ? state : null;
  } catch (error) {
    if (error instanceof PlayError) return null; // not a decision of that world
    throw error;
  }
}

/** @param {number[]} visits @param {number[]} totals @param {number} done @returns {number} */
function answerToTry(visits, totals, done) {
  const untried = visits.indexOf(0);
  if (untried >= 0) return untried;
  const bounds = visits.map((number, at) => totals[at] / number + CURIOSITY * Math.sqrt(Math.log(done) / number));
  return bounds.indexOf(Math.max(...bounds));
}
