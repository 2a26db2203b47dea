// Exact verdicts.

import { NativeSolver, load_book } from "./native.js";
import { nativeBoard } from "./board.js";
import { guarded } from "./errors.js";
import { requireStart } from "./runtime.js";

/** Score of a column that no disc can be dropped into. */
export const ILLEGAL = -128;

let shared;

/** Returns the solver of the module behind a solver, or the one that all functions share. */
export function nativeSolver(solver) {
  requireStart();
  return solver ? ownSolver(solver) : (shared ??= NativeSolver.shared());
}

/** An exact solver with a table of its own, which persists from one call to the next. */
export class Solver {
  #native;

  constructor({ memoryMb = 16, book = true } = {}) {
    requireStart();
    this.#native = guarded(() => NativeSolver.create(Number(memoryMb), Boolean(book)));
  }

  solve(board, limits) {
    return solve(board, { ...limits, solver: this });
  }

  outcome(board, limits) {
    return outcome(board, { ...limits, solver: this });
  }

  columns(board, limits) {
    return columns(board, { ...limits, solver: this });
  }

  scores(board, limits) {
    return scores(board, { ...limits, solver: this });
  }

  best(board, limits) {
    return best(board, { ...limits, solver: this });
  }

  line(board, limits) {
    return line(board, { ...limits, solver: this });
  }

  clear() {
    guarded(() => this.#native.clear());
  }

  static native(solver) {
    return solver.#native;
  }
}

const { native: ownSolver } = Solver;
delete Solver.native;

export function solve(board, { nodes, seconds, solver } = {}) {
  const native = nativeSolver(solver);
  return JSON.parse(guarded(() => native.solve(nativeBoard(board), nodes, seconds)));
}

export function outcome(board, { nodes, seconds, solver } = {}) {
  const native = nativeSolver(solver);
  return guarded(() => native.outcome(nativeBoard(board), nodes, seconds));
}

export function columns(board, { nodes, seconds, solver } = {}) {
  const native = nativeSolver(solver);
  return JSON.parse(guarded(() => native.columns(nativeBoard(board), nodes, seconds)));
}

export function scores(board, limits) {
  return columns(board, limits).map((verdict) => verdict?.score ?? ILLEGAL);
}

export function best(board, { nodes, seconds, solver } = {}) {
  const native = nativeSolver(solver);
  return guarded(() => native.best(nativeBoard(board), nodes, seconds));
}

export function line(board, { nodes, seconds, solver } = {}) {
  const native = nativeSolver(solver);
  return JSON.parse(guarded(() => native.line(nativeBoard(board), nodes, seconds)));
}

/** Installs a larger opening book, for solvers and bots created from now on. */
export function loadBook(bytes) {
  requireStart();
  guarded(() => load_book(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes));
}
