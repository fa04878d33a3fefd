// @ts-check
/**
 * Opponent: searches for decisions in a worker with an engine of its own, so that the page stays responsive.
 *
 * A worker runs the same script as the page. If the browser blocks workers, the search runs in the page.
 *
 * Invariant: the search gets the seed and the decisions of the game, and uses only what the deciding seat may see.
 */

import { createEngine } from "../engine.js";
import { LEVELS } from "./match.js";

/** @import { Engine, GameData } from "../engine.js" */
/** @typedef {{seed: string, history: number[], level: string}} Task */
/**
 * The index of the decision, its notation, and the expected result for the player to decide: from -best to best, where
 * scores are bounded.
 * @typedef {{index: number, notation: string, value: number | null, best: number | null}} Answer
 */

/**
 * @param {Engine} engine
 * @param {Task} task
 * @returns {Answer}
 */
export function searched(engine, { seed, history, level }) {
  engine.replay(seed, history);
  const searchSeed = String(crypto.getRandomValues(new BigUint64Array(1))[0]);
  const { decision, values, proven } = engine.search({ simulations: LEVELS[level], seed: searchSeed });
  const { index, id, notation } = decision;
  return { index, notation, value: proven ?? values[id] ?? null, best: engine.data.best };
}

/** Serve searches in a worker: the first message has the module and its data, later ones have tasks. */
export function serveSearches() {
  /** @type {Promise<Engine>} */
  let engine;
  addEventListener("message", async ({ data: message }) => {
    if (message.wasm) engine = createEngine(message.wasm, message.data);
    else {
      try {
        postMessage({ id: message.id, answer: searched(await engine, message.task) });
      } catch (error) {
        postMessage({ id: message.id, error: String(error) });
      }
    }
  });
}

export class Opponent {
  /**
   * @param {Uint8Array<ArrayBuffer>} wasm
   * @param {GameData} data
   * @param {string} script the text of the script of the page
   */
  constructor(wasm, data, script) {
    this.wasm = wasm;
    this.data = data;
    this.count = 0;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** @type {Promise<Engine> | null} */
    this.own = null;
    this.worker = this.started(script);
  }

  /** @param {string} script */
  started(script) {
    try {
      const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
      const worker = new Worker(url);
      worker.addEventListener("message", ({ data: { id, answer, error } }) => {
        const found = this.waiting.get(id);
        this.waiting.delete(id);
        if (error) found?.reject(new Error(error));
        else found?.resolve(answer);
      });
      worker.addEventListener("error", (event) => {
        for (const { reject } of this.waiting.values()) reject(new Error(event.message));
        this.waiting.clear();
      });
      worker.postMessage({ wasm: this.wasm, data: this.data });
      return worker;
    } catch {
      return null;
    }
  }

  /**
   * Return the decision to make after the decisions of *task*.
   * @param {Task} task
   * @returns {Promise<Answer>}
   */
  async search(task) {
    const { worker } = this;
    if (!worker) {
      this.own ??= createEngine(this.wasm, this.data);
      return searched(await this.own, task);
    }
    const id = this.count++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, task });
    });
  }
}
