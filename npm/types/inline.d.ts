import type { FourBoard } from "./four-board.js";

export * from "./engine.js";
export * from "./four-board.js";
export * from "./index.js";

/** Defines the element `<four-board>`, once, and returns its class. */
export function defineFourBoard(name?: string): typeof FourBoard;
