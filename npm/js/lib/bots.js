// Bots by name.

import { NativeBot, level_names } from "./native.js";
import { nativeBoard } from "./board.js";
import { guarded } from "./errors.js";
import { requireStart } from "./runtime.js";

/** A bot of a named level. */
export class Bot {
  #native;

  constructor(level = "medium", { personality = "balanced", seed = 0, nodes } = {}) {
    requireStart();
    const create = () => NativeBot.create(String(level), String(personality), Number(seed), nodes);
    this.#native = guarded(create);
    this.name = level;
  }

  choose(board, { seconds } = {}) {
    return JSON.parse(guarded(() => this.#native.choose(nativeBoard(board), seconds)));
  }

  play(board, limits) {
    return this.choose(board, limits).move;
  }
}

export function bot(level, options) {
  return new Bot(level, options);
}

/** Returns the names of all levels: the ladder from the weakest to the strongest, then others. */
export function levels() {
  requireStart();
  return JSON.parse(level_names());
}
