import type {
  Board,
  BotOptions,
  Choice,
  Explanation,
  Grades,
  Level,
  Limits,
  Verdict,
} from "./index.js";

export interface EngineOptions {
  /** Size of the table in MiB, 16 unless given. */
  memoryMb?: number;
  /** A larger opening book, or false to search openings too. */
  book?: boolean | ArrayBuffer | Uint8Array;
}

export interface RequestOptions extends Limits {
  /** Aborting it stops the search and rejects the promise with the reason of the signal. */
  signal?: AbortSignal;
}

/** The solver and the bots in a worker. It answers requests one by one. */
export interface Engine {
  solve(board: Board | string, options?: RequestOptions): Promise<Verdict>;
  outcome(board: Board | string, options?: RequestOptions): Promise<Verdict["outcome"]>;
  columns(board: Board | string, options?: RequestOptions): Promise<(Verdict | null)[]>;
  scores(board: Board | string, options?: RequestOptions): Promise<number[]>;
  best(board: Board | string, options?: RequestOptions): Promise<number>;
  line(board: Board | string, options?: RequestOptions): Promise<number[]>;
  explain(
    board: Board | string,
    options?: RequestOptions & { language?: "en" | "de" },
  ): Promise<Explanation>;
  grade(board: Board | string, options?: RequestOptions): Promise<Grades>;
  choose(
    board: Board | string,
    options?: RequestOptions & BotOptions & { level?: Level },
  ): Promise<Choice>;
  /** Ends the worker. Open requests are rejected. */
  close(): void;
}

/** Creates an engine. Its worker starts with the first request. */
export function createEngine(options?: EngineOptions): Engine;
