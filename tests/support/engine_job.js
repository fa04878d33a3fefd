// @ts-check
// Does a job with the engine: see `engine.py`. In deno the job comes from standard input; in a page `answer` is called.

import { createEngine } from "../../src/ludotome/web/engine.js";

/**
 * Return what the engine says.
 * @param {any} job
 */
export async function answer(job) {
  const wasm = Uint8Array.from(atob(job.wasm), (char) => char.charCodeAt(0));
  const engine = await createEngine(wasm, job.data);
  const seats = [null, ...Array.from({ length: job.data.players }, (_, seat) => seat)];

  /** @type {Record<string, () => unknown>} */
  const jobs = {
    // The state hashes of random games, as lt_trace plays them.
    traces: () =>
      job.seeds.map((/** @type {[string, string]} */ [seed, player]) =>
        Array.from(engine.game.trace(BigInt(seed), BigInt(player), 10_000), String)
      ),
    // Everything that is said of each position of a game, given as indexes of decisions.
    positions: () => {
      engine.newGame(job.seed);
      const said = [];
      for (let ply = 0; ; ply++) {
        said.push({
          views: job.plies && !job.plies.includes(ply) ? null : seats.map((seat) => engine.view(seat)),
          hashes: [engine.positionHash(), engine.stateHash()],
          current: engine.currentPlayer(),
          outcome: engine.outcome(),
          legal: engine.legal().map(({ id, index, notation }) => [id, index, notation]),
        });
        if (ply === job.history.length) return said;
        engine.applyIndex(job.history[ply]);
      }
    },
    // Whole games in which every decision is searched; answers with how each ended.
    contests: () =>
      job.seeds.map((/** @type {string} */ seed) => {
        engine.newGame(seed);
        while (!engine.isTerminal()) {
          const found = engine.search({ simulations: job.simulations, seed });
          const legal = engine.legal();
          if (!legal.some(({ id }) => id === found.decision.id)) throw new Error("not legal");
          if (found.visits.length !== legal.length) throw new Error("not one number of visits for each decision");
          engine.apply(found.decision);
        }
        return { plies: engine.ply(), history: engine.history(), outcome: engine.outcome(), hash: engine.stateHash() };
      }),
    // Why decisions are refused: each is the history before it, the action and its values.
    refusals: () => {
      engine.replay(job.seed, job.history);
      return job.tried.map((/** @type {any} */ [action, values]) => engine.why(action, values));
    },
    searches: () =>
      job.asked.map((/** @type {any} */ { history, simulations, seed }) => {
        engine.replay(job.seed, history);
        const found = engine.search({ simulations, seed });
        const order = engine.legal();
        const byIndex = order.map((_, index) => order.findIndex((one) => one.index === index));
        return {
          index: found.decision.index,
          visits: byIndex.map((at) => found.visits[at]),
          values: byIndex.map((at) => found.values[at]),
          simulations: found.simulations,
          proven: found.proven,
        };
      }),
  };
  return jobs[job.job]();
}

if (typeof Deno !== "undefined") {
  console.log(JSON.stringify(await answer(JSON.parse(await new Response(Deno.stdin.readable).text()))));
}
