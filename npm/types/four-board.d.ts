import type { Board, FoursightError, Outcome, Verdict } from "./index.js";

/**
 * The element `<four-board>`.
 *
 * Attributes: `moves`, `variant`, `columns`, `rows`, `connect`, `bot`, `bot-seat`, `seed`,
 * `verdicts`, `readonly`, `first-name`, `second-name`, `lang`.
 */
export class FourBoard extends HTMLElement {
  static readonly observedAttributes: string[];
  /** A copy of the board, `undefined` until the module is there. */
  get board(): Board | undefined;
  get moves(): string;
  set moves(text: string);
  /** Plays a drop in a column, counted from 0. Throws if the rules refuse it. */
  play(column: number): void;
  /** Takes a move back, and that of the bot too. Returns false if there is none. */
  undo(): boolean;
  reset(): void;
}

/** Events of `<four-board>`. They bubble. */
export interface FourBoardEvents {
  "four-move": CustomEvent<{ move: number; ply: number; moves: string }>;
  "four-end": CustomEvent<Outcome>;
  "four-verdicts": CustomEvent<(Verdict | null)[]>;
  "four-error": CustomEvent<{ code: FoursightError["code"]; text: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "four-board": FourBoard;
  }
  interface HTMLElementEventMap extends FourBoardEvents {}
}
