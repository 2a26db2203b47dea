// The side of the worker: answers requests one by one.

import { Board } from "./board.js";
import { Bot } from "./bots.js";
import { explain, grade } from "./explanation.js";
import { start } from "./runtime.js";
import { Solver, loadBook } from "./solver.js";

/** The first slice of a search; each one is twice as long as the one before. */
const SLICE_SECONDS = 0.008;

let engineSolver;
let lastBot;
let lastBotKey;
let cancelledId;

/** Returns the bot that moved last, or another one. */
function botOf({ level, ...options }) {
  const key = JSON.stringify([level, options]);
  if (key !== lastBotKey) {
    lastBot = new Bot(level, options);
    lastBotKey = key;
  }
  return lastBot;
}

/** Searches in slices. The table keeps what they find, so little is searched twice. */
async function sliced(id, { nodes, seconds = Infinity }, search) {
  if (nodes !== undefined) {
    return search({ nodes, seconds: seconds === Infinity ? undefined : seconds });
  }
  const end = performance.now() + seconds * 1000;
  for (let slice = SLICE_SECONDS; ; slice *= 2) {
    const left = (end - performance.now()) / 1000;
    try {
      return search({ seconds: Math.max(0, Math.min(slice, left)) });
    } catch (error) {
      if (error.code !== "budget" || left <= slice) {
        throw error;
      }
    }
    // Lets a cancellation in.
    await new Promise((resolve) => setTimeout(resolve));
    if (cancelledId === id) {
      throw new Error("cancelled");
    }
  }
}

const SEARCHES = {
  solve: (board, limits) => engineSolver.solve(board, limits),
  outcome: (board, limits) => engineSolver.outcome(board, limits),
  columns: (board, limits) => engineSolver.columns(board, limits),
  scores: (board, limits) => engineSolver.scores(board, limits),
  best: (board, limits) => engineSolver.best(board, limits),
  line: (board, limits) => engineSolver.line(board, limits),
};

const ANSWERS = {
  explain: (board, options) => explain(board, { ...options, solver: engineSolver }),
  grade: (board, limits) => grade(board, { ...limits, solver: engineSolver }),
  choose: (board, { seconds, ...options }) => botOf(options).choose(board, { seconds }),
};

/** Answers a message of the engine. `send` takes the reply. */
export async function answer(message, send) {
  const { id, cancelled, module, options, book, method, board, arguments: given } = message;
  if (cancelled) {
    cancelledId = cancelled;
    return;
  }
  try {
    if (module) {
      await start(() => module);
      if (book) {
        loadBook(book);
      }
      engineSolver = new Solver(options);
      send({ id });
    } else if (SEARCHES[method]) {
      const position = new Board(board);
      const search = (limits) => SEARCHES[method](position, limits);
      send({ id, value: await sliced(id, given, search) });
    } else {
      send({ id, value: ANSWERS[method](new Board(board), given) });
    }
  } catch (error) {
    send({ id, error: { code: error.code ?? "worker", text: error.message } });
  }
}

/** Answers the messages of a worker in a browser. */
export function serve(scope) {
  const send = (reply) => scope.postMessage(reply);
  scope.addEventListener("message", (event) => answer(event.data, send));
  scope.addEventListener("messageerror", () => {
    send({ id: 0, error: { code: "worker", text: "the module cannot be sent to a worker" } });
  });
}
