/** A game of Ludotome as an ES module; see `docs/export.md`. */

export type Value = string | number | boolean | null;

/** A legal decision as the player who decides may know it. `id` is its place in `legal()` and in the leaves of a view. */
export interface Decision {
  id: number;
  index: number;
  notation: string;
  action: string | null;
  path: { param: string | null; kind: string; value: Value }[];
}

export interface Outcome {
  type: "win" | "draw" | "lossAll" | "score" | "rank" | "stall" | "truncated";
  winners: number[];
  scores: number[] | null;
  returns: number[];
  condition: number | null;
}

/** What a search found; `visits` and `values` are by `legal()`. */
export interface Found {
  decision: Decision;
  visits: number[];
  values: number[];
  simulations: number;
  proven: number | null;
}

/** One position of a game. A view is the JSON that Python's `state.view(seat)` gives; `null` is a spectator. */
export interface Position {
  view(seat?: number | null): unknown;
  legal(): Decision[];
  currentPlayer(): number;
  isTerminal(): boolean;
  outcome(): Outcome | null;
  returns(): number[];
}

export interface Engine extends Position {
  readonly scene: unknown;
  newGame(seed: number | bigint | string): void;
  replay(seed: number | bigint | string, history: number[]): void;
  apply(decision: Decision | number | string): void;
  applyIndex(index: number): void;
  undo(): void;
  ply(): number;
  stateAt(ply: number): Position;
  goTo(ply: number): void;
  history(): number[];
  positionHash(): string;
  stateHash(): string;
  search(options?: { simulations?: number; milliseconds?: number; seed?: number | bigint | string }): Found;
}

/** Thrown by a refused call, which changes nothing. */
export declare class PlayError extends Error {
  code: string;
}

/** Return a new engine of this game, at the start of a game. */
export declare function createGame(): Promise<Engine>;
