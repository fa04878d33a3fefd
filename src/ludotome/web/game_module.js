// @ts-check
/** Game module: the entry of a game that is exported as an ES module. Its public types are in `game_module.d.ts`. */

import { createEngine } from "./engine.js";
import { PlayError } from "./engine/compiled_game.js";
import { unpacked } from "./unpack.js";

/**
 * Return a new engine for the game in these packed texts.
 * @param {string} wasm
 * @param {string} data
 */
export async function createGameFrom(wasm, data) {
  const [module, json] = await Promise.all([unpacked(wasm), unpacked(data)]);
  return createEngine(module, JSON.parse(new TextDecoder().decode(json)));
}

export const GameError = PlayError;
