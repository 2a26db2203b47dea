// Reasons for verdicts, and grades of moves.

import { explain_board, grade_game } from "./native.js";
import { nativeBoard } from "./board.js";
import { guarded } from "./errors.js";
import { nativeSolver } from "./solver.js";

export function explain(board, { language = "en", nodes, seconds, solver } = {}) {
  const native = nativeSolver(solver);
  const answer = () => explain_board(nativeBoard(board), native, String(language), nodes, seconds);
  return JSON.parse(guarded(answer));
}

export function grade(board, { nodes, seconds, solver } = {}) {
  const native = nativeSolver(solver);
  return JSON.parse(guarded(() => grade_game(nativeBoard(board), native, nodes, seconds)));
}
