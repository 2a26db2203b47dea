/** Starts the WebAssembly module, once; everything else is synchronous afterwards. */
export function ready(source?: ModuleSource): Promise<void>;

/** Where the module is, if it is not the file of the package. Only the first call matters. */
export type ModuleSource =
  | string
  | URL
  | Response
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | WebAssembly.Module
  | Promise<Response | ArrayBuffer | WebAssembly.Module>;

/** A column counted from 0; or text such as `"4"` or `"P4"`, which counts from 1. */
export type Move = number | string;

/** 0 is First, 1 is Second. */
export type Player = 0 | 1;

/** A cell as column and row, both counted from 0, row 0 at the bottom. */
export type Cell = [column: number, row: number];

export interface Rules {
  /** `"standard"`, `"pop-out"`, `"pop-ten"`, `"five-in-a-row"`, `"power-up"`, or with house rules. */
  variant?: string;
  columns?: number;
  rows?: number;
  /** Number of adjacent discs that make a line. */
  connect?: number;
}

export interface BoardOptions extends Rules {
  /** Number of the first column in a text of digits: 1, or 0 for text of other programs. */
  first?: 0 | 1;
}

export interface Outcome {
  /** `null` for a draw. */
  winner: Player | null;
  reason: "line" | "discs-aside" | "board-full" | "no-moves" | "repetition" | "too-long";
  lines: Cell[][];
}

/** Owner of a cell: 0 is empty, 1 First, 2 Second. */
export type CellOwner = 0 | 1 | 2;

export type TextForm =
  | "digits"
  | "moves"
  | "letters"
  | "rows"
  | "columns"
  | "stacks"
  | "emoji"
  | "diagram"
  | "notation"
  | "position"
  | "json";

/** A game: the board now, and the moves that led to it. Text counts from 1, integers from 0. */
export class Board {
  constructor(text?: string, options?: BoardOptions);
  static fromMoves(moves: Iterable<Move>, options?: Rules): Board;
  /** Reads rows of cells from the top. */
  static fromGrid(
    grid: readonly (readonly CellOwner[])[],
    options?: Pick<Rules, "variant" | "connect">,
  ): Board;
  /** Plays a move and returns this board. */
  push(move: Move): this;
  /** Takes the last move back and returns it. */
  pop(): Move;
  copy(): Board;
  mirror(): Board;
  legalMoves(): Move[];
  /** Every move of the variant, legal now or not. */
  allMoves(): Move[];
  /** For every move of `allMoves()`, whether it is legal now. */
  mask(): boolean[];
  isOver(): boolean;
  winner(): Player | null;
  /** `null` while the game goes on. */
  outcome(): Outcome | null;
  get turn(): Player;
  get ply(): number;
  get moves(): Move[];
  get columns(): number;
  get rows(): number;
  get connect(): number;
  get variant(): string;
  /** The rules as text, such as `"standard 7x6/4"`. */
  get rules(): string;
  /** Rows of cells from the top. */
  grid(): CellOwner[][];
  /** The discs of the player to move, and all discs. */
  bits(): [mover: bigint, all: bigint];
  /** An integer that no other position of this board size has. */
  key(): bigint;
  text(form?: TextForm): string;
  /** The record of the game, the same as of the command and the web game. */
  toJSON(): Record<string, unknown>;
  svg(): string;
  /** Returns true if both have the same position. */
  equals(other: unknown): boolean;
  toString(): string;
}

export interface Verdict {
  /** For the player to move. */
  outcome: "win" | "draw" | "loss";
  /** Plies to the end of the game, `null` for a draw. */
  plies: number | null;
  /** 0 for a draw; positive wins, the sooner the higher. */
  score: number;
}

/** A call that runs out of them throws a `FoursightError` with the code `"budget"`. */
export interface Limits {
  nodes?: number;
  seconds?: number;
}

export interface SolveOptions extends Limits {
  /** A solver of your own, in place of the one that all functions share. */
  solver?: Solver;
}

export interface SolverOptions {
  /** Size of the table in MiB, 16 unless given. */
  memoryMb?: number;
  /** False to search openings too. */
  book?: boolean;
}

/** An exact solver with a table of its own, which persists from one call to the next. */
export class Solver {
  constructor(options?: SolverOptions);
  solve(board: Board | string, limits?: Limits): Verdict;
  outcome(board: Board | string, limits?: Limits): Verdict["outcome"];
  columns(board: Board | string, limits?: Limits): (Verdict | null)[];
  scores(board: Board | string, limits?: Limits): number[];
  best(board: Board | string, limits?: Limits): number;
  line(board: Board | string, limits?: Limits): number[];
  clear(): void;
}

/** Score of a column that no disc can be dropped into. */
export const ILLEGAL: -128;

export function solve(board: Board | string, options?: SolveOptions): Verdict;
/** Cheaper than `solve`. */
export function outcome(board: Board | string, options?: SolveOptions): Verdict["outcome"];
/** The verdict of every column from the left, `null` for a full one. */
export function columns(board: Board | string, options?: SolveOptions): (Verdict | null)[];
/** The score of every column from the left, `ILLEGAL` for a full one. */
export function scores(board: Board | string, options?: SolveOptions): number[];
/** A best column: the most central of those with the best verdict. */
export function best(board: Board | string, options?: SolveOptions): number;
/** The columns of a perfect game from here to its end. */
export function line(board: Board | string, options?: SolveOptions): number[];
/** Installs a larger opening book, for solvers and bots created from now on. */
export function loadBook(bytes: ArrayBuffer | Uint8Array): void;

export type Grade = "only" | "best" | "good" | "slip" | "mistake" | "blunder";

export interface Reason {
  kind: string;
  /** True if the reason proves the verdict; otherwise it is a fact. */
  isProof: boolean;
  /** Cells to point at. */
  cells: Cell[];
  /** The reason in a few words. */
  badge: string;
  /** The reason as a sentence. */
  text: string;
}

export interface ColumnExplanation {
  column: number;
  /** Result of perfect play after the drop, for the player who drops. */
  verdict: Verdict;
  grade: Grade;
  /** A proof first, if there is one. */
  reasons: Reason[];
  /** Perfect play, the drop first. */
  line: number[];
  text: string;
}

export interface Explanation {
  verdict: Verdict;
  best: number[];
  /** The open columns from the left. */
  columns: ColumnExplanation[];
}

export interface ExplainOptions extends SolveOptions {
  language?: "en" | "de";
}

/** Says why every column has its verdict. */
export function explain(board: Board | string, options?: ExplainOptions): Explanation;

export interface GradedMove {
  /** Counted from 1. */
  ply: number;
  player: Player;
  column: number;
  grade: Grade;
  verdict: Verdict;
  best: Verdict;
}

export interface Grades {
  moves: GradedMove[];
  /** Of First and Second in per cent, `null` where there was nothing to find. */
  accuracy: [number | null, number | null];
}

/** Grades every move of a game. */
export function grade(board: Board | string, options?: SolveOptions): Grades;

export type Level =
  | "dice"
  | "easy"
  | "novice"
  | "casual"
  | "medium"
  | "hard"
  | "expert"
  | "master"
  | "perfect"
  | "play-outs"
  | "learner"
  | "proof";

export interface BotOptions {
  personality?: "aggressive" | "balanced" | "defensive";
  /** The same seed makes the same choices. */
  seed?: number;
  /** Limits each search. */
  nodes?: number;
}

export interface Choice {
  move: Move;
  /** In words, such as `"win in 9"`, `"+12"` or `"61.0 %"`. */
  evaluation: string;
  /** From 0 (lost) to 1 (won), if the evaluation is one. */
  expectedScore: number | null;
  depth: number;
  nodes: number;
  /** The line that the bot expects, its own move first. */
  line: Move[];
}

/** A bot of a named level. */
export class Bot {
  constructor(level?: Level, options?: BotOptions);
  readonly name: Level;
  /** After `seconds` the bot answers with what it has. */
  choose(board: Board | string, limits?: { seconds?: number }): Choice;
  /** Returns the move alone. */
  play(board: Board | string, limits?: { seconds?: number }): Move;
}

export function bot(level?: Level, options?: BotOptions): Bot;
/** The ladder from the weakest to the strongest, then the others. */
export function levels(): Level[];

export type ErrorCode =
  | "budget"
  | "closed"
  | "game-over"
  | "illegal-move"
  | "invalid-option"
  | "invalid-text"
  | "not-found"
  | "not-ready"
  | "unsupported"
  | "worker";

/** An error of this package. `code` is stable, `message` is for people. */
export class FoursightError extends Error {
  constructor(code: ErrorCode, message: string);
  readonly code: ErrorCode;
}
