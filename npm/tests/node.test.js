// The package in Node, installed from the tarball in a fresh folder.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { freshFolder, installed, load, run } from "./tools.js";

const folder = await freshFolder("node");
const fs = await load(installed(folder, "node.js"));

const refuses = (code, call) =>
  assert.throws(call, (error) => error instanceof fs.FoursightError && error.code === code);

test("nothing works before ready", () => {
  refuses("not-ready", () => new fs.Board());
  refuses("not-ready", () => fs.levels());
});

test("by name, by import and by require", async () => {
  const script = "import { Board, ready } from 'foursight'; await ready();"
    + "console.log(new Board('4453').moves.join());";
  assert.equal(run("node", ["--input-type=module", "--eval", script], folder).trim(), "3,3,4,2");
  const required = createRequire(join(folder, "index.js"))("foursight");
  await required.ready();
  assert.equal(new required.Board("44").ply, 2);
});

test("text counts from 1, integers from 0", async () => {
  await fs.ready();
  const board = new fs.Board("4453");
  assert.deepEqual(board.moves, [3, 3, 4, 2]);
  assert.ok(board.equals(fs.Board.fromMoves([3, 3, 4, 2])));
  assert.ok(board.equals(new fs.Board("3342", { first: 0 })));
  assert.ok(board.push(3).push("4").equals(new fs.Board("445344")));
  assert.equal(board.pop(), 3);
});

test("boards", () => {
  const board = new fs.Board("4453");
  assert.equal(board.rules, "standard 7x6/4");
  assert.deepEqual([board.columns, board.rows, board.connect, board.variant], [7, 6, 4, "standard"]);
  assert.deepEqual([board.turn, board.ply, board.isOver(), board.outcome()], [0, 4, false, null]);
  assert.deepEqual(board.grid()[5], [0, 0, 2, 1, 1, 0, 0]);
  assert.ok(fs.Board.fromGrid(board.grid()).equals(board));
  assert.deepEqual(board.mirror().moves, [3, 3, 2, 4]);
  assert.deepEqual(board.legalMoves(), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(board.mask(), Array(7).fill(true));
  // d1 and e1 of First, c1 and d2 of Second: seven bits a column, from the bottom of a.
  assert.deepEqual(board.bits(), [(1n << 21n) | (1n << 28n), (1n << 14n) | (3n << 21n) | (1n << 28n)]);
  assert.equal(typeof board.key(), "bigint");
  assert.equal(board.toString().split("\n").at(-2), ". . X O O . .");
  assert.ok(board.svg().startsWith("<svg "));
  assert.ok(new fs.Board(JSON.stringify(board)).equals(board));
  assert.ok(!board.equals(board.copy().push(0)));
  const won = new fs.Board("4545454");
  assert.deepEqual(won.outcome(), {
    winner: 0,
    reason: "line",
    lines: [[[3, 0], [3, 1], [3, 2], [3, 3]]],
  });
  assert.equal(won.winner(), 0);
});

test("variants and sizes", () => {
  const popOut = new fs.Board("4453", { variant: "pop-out" });
  assert.deepEqual(popOut.legalMoves(), [0, 1, 2, 3, 4, 5, 6, "P4", "P5"]);
  assert.equal(popOut.allMoves().length, 14);
  assert.equal(popOut.push("P4").moves.at(-1), "P4");
  const wide = new fs.Board("44", { columns: 9, rows: 7 });
  assert.equal(wide.rules, "standard 9x7/4");
});

test("errors have codes", () => {
  refuses("invalid-text", () => new fs.Board("4444444"));
  refuses("invalid-text", () => new fs.Board("hello"));
  refuses("illegal-move", () => new fs.Board().push(7));
  refuses("illegal-move", () => new fs.Board().push(2.5));
  refuses("illegal-move", () => new fs.Board().push("9"));
  refuses("illegal-move", () => new fs.Board("444444").push(3));
  refuses("illegal-move", () => new fs.Board().pop());
  refuses("invalid-option", () => new fs.Board("", { columns: 300 }));
  refuses("invalid-option", () => new fs.Board("", { colums: 8 }));
  refuses("invalid-option", () => fs.Board.fromGrid([[0, 3]]));
  refuses("invalid-option", () => fs.bot("grandmaster"));
  refuses("invalid-option", () => fs.solve("", { nodes: -1 }));
  refuses("invalid-option", () => new fs.Solver({ memoryMb: 0 }));
  refuses("unsupported", () => fs.solve(new fs.Board("", { variant: "pop-out" })));
  refuses("game-over", () => fs.bot("easy").play("4545454"));
  refuses("budget", () => new fs.Solver({ book: false }).solve("", { nodes: 1000 }));
  refuses("budget", () => new fs.Solver({ book: false }).solve("", { seconds: 0.01 }));
});

test("verdicts", () => {
  assert.deepEqual(fs.scores(""), [-2, -1, 0, 1, 0, -1, -2]);
  assert.deepEqual(fs.solve("4453"), { outcome: "loss", plies: 36, score: -2 });
  assert.equal(fs.outcome("4453"), "loss");
  assert.equal(fs.best(""), 3);
  assert.equal(fs.line("").length, 41);
  assert.equal(fs.scores("444444")[3], fs.ILLEGAL);
  assert.equal(fs.columns("444444")[3], null);
  const own = new fs.Solver({ memoryMb: 4, book: false });
  assert.deepEqual(own.scores("44444415"), fs.scores("44444415"));
  own.clear();
});

test("reasons and grades", () => {
  const explained = fs.explain("12611642613552255512");
  const column = explained.columns.find((each) => each.column === 3);
  assert.equal(column.reasons[0].badge, "odd threat c3");
  assert.equal(column.reasons[0].isProof, true);
  const german = fs.explain("12611642613552255512", { language: "de" });
  assert.notEqual(german.columns[0].text, explained.columns[0].text);
  assert.deepEqual(
    fs.grade("4455637").moves.map((move) => move.grade),
    ["only", "best", "blunder", "blunder", "best", "best", "best"],
  );
});

test("every level plays a legal move, and the same seed the same one", () => {
  const board = new fs.Board("44536");
  for (const level of fs.levels()) {
    const moves = [1, 1].map((seed) => fs.bot(level, { seed }).play(board));
    assert.equal(moves[0], moves[1], level);
    assert.ok(board.legalMoves().includes(moves[0]), level);
  }
  assert.equal(fs.bot("perfect", { seed: 1 }).play(""), 3);
});

test("a larger book answers what the module has to search", async () => {
  const before = fs.scores("445325613");
  fs.loadBook(await readFile(installed(folder, "openings.book")));
  assert.deepEqual(fs.scores("445325613"), before);
  // Nine plies are in this book, and not in that of the module.
  assert.equal(new fs.Solver().solve("445325612", { nodes: 1 }).outcome, fs.outcome("445325612"));
  refuses("invalid-option", () => fs.loadBook(new Uint8Array(10)));
});

/** A program that solves, then explains and plays, and prints the size of the memory in MiB. */
const MEASURED = `
let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const result = await instantiate(...given);
  memory = (result.instance ?? result).exports.memory;
  return result;
};
const { bot, explain, ready, scores } = await import("foursight");
await ready();
scores("445325613");
const mebibytes = () => memory.buffer.byteLength / 2 ** 20;
const solved = mebibytes();
explain("445325613");
bot("perfect").play("445325613");
const isShared = !(memory.buffer instanceof ArrayBuffer);
console.log(JSON.stringify({ isShared, solved, played: mebibytes() }));
`;

test("the memory is one table of 16 MiB and a search for reasons, and not shared", () => {
  const printed = run("node", ["--input-type=module", "--eval", MEASURED], folder);
  const { isShared, solved, played } = JSON.parse(printed);
  assert.equal(isShared, false);
  assert.ok(solved < 16 + 2, `${solved} MiB`);
  assert.ok(played < 16 + 24, `${played} MiB`);
});
