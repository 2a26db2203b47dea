// What every entry point but the engine exports.

export { Board } from "./board.js";
export { Bot, bot, levels } from "./bots.js";
export { FoursightError } from "./errors.js";
export { explain, grade } from "./explanation.js";
export { ILLEGAL, Solver, best, columns, line, loadBook, outcome, scores, solve } from "./solver.js";
