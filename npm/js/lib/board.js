// Boards: the rules are in the module, this gives them the shape of JavaScript.

import { NativeBoard } from "./native.js";
import { FoursightError, guarded } from "./errors.js";
import { requireStart } from "./runtime.js";

/** Marks calls of the constructor with a board of the module. */
const NATIVE = Symbol("native");

/** A game: the board now, and the moves that led to it. Text counts from 1, integers from 0. */
export class Board {
  #native;

  constructor(text = "", options = {}) {
    requireStart();
    this.#native = text === NATIVE
      ? options
      : guarded(() => NativeBoard.read(String(text), JSON.stringify(options)));
  }

  static fromMoves(moves, options = {}) {
    const board = new Board("", options);
    for (const move of moves) {
      board.push(move);
    }
    return board;
  }

  static fromGrid(grid, options = {}) {
    requireStart();
    const rows = grid.length;
    const columns = rows > 0 ? grid[0].length : 0;
    if (Math.max(rows, columns) > 255 || grid.some((row) => row.length !== columns)) {
      throw new FoursightError("invalid-option", "a grid has rows of one length");
    }
    const cells = grid.flatMap((row) => [...row]);
    if (cells.some((cell) => cell !== 0 && cell !== 1 && cell !== 2)) {
      throw new FoursightError("invalid-option", "a cell is 0, 1 for First or 2 for Second");
    }
    const json = JSON.stringify(options);
    const bytes = Uint8Array.from(cells);
    return new Board(NATIVE, guarded(() => NativeBoard.from_cells(bytes, columns, rows, json)));
  }

  /** Plays a move, and returns this board. */
  push(move) {
    guarded(() =>
      typeof move === "number"
        ? this.#native.push_column(move)
        : this.#native.push_text(String(move)));
    return this;
  }

  pop() {
    return JSON.parse(guarded(() => this.#native.pop()));
  }

  copy() {
    return new Board(NATIVE, this.#native.copy());
  }

  mirror() {
    return new Board(NATIVE, guarded(() => this.#native.mirror()));
  }

  legalMoves() {
    return JSON.parse(this.#native.legal_moves());
  }

  allMoves() {
    return JSON.parse(this.#native.all_moves());
  }

  mask() {
    return Array.from(this.#native.mask(), Boolean);
  }

  isOver() {
    return this.#native.is_over();
  }

  winner() {
    return this.outcome()?.winner ?? null;
  }

  outcome() {
    return JSON.parse(this.#native.outcome());
  }

  get turn() {
    return this.#native.turn();
  }

  get ply() {
    return this.#native.ply();
  }

  get moves() {
    return JSON.parse(this.#native.moves());
  }

  get columns() {
    return this.#native.columns();
  }

  get rows() {
    return this.#native.rows();
  }

  get connect() {
    return this.#native.connect();
  }

  get variant() {
    return this.#native.variant();
  }

  get rules() {
    return this.#native.rules();
  }

  grid() {
    const cells = Array.from(this.#native.cells());
    const width = this.columns;
    const rows = Array.from({ length: this.rows }, (_, row) => row * width);
    return rows.map((from) => cells.slice(from, from + width));
  }

  bits() {
    return JSON.parse(guarded(() => this.#native.bits())).map(BigInt);
  }

  key() {
    return BigInt(guarded(() => this.#native.key()));
  }

  text(form = "digits") {
    return guarded(() => this.#native.text(String(form)));
  }

  toJSON() {
    return JSON.parse(this.text("json"));
  }

  svg() {
    return this.#native.svg();
  }

  equals(other) {
    return other instanceof Board && this.#native.equals(other.#native);
  }

  toString() {
    const signs = [".", "O", "X"];
    const width = this.columns > 9 ? 2 : 1;
    const line = (cells) => cells.map((cell) => String(cell).padStart(width)).join(" ");
    const rows = this.grid().map((row) => line(row.map((cell) => signs[cell])));
    return [...rows, line(Array.from({ length: this.columns }, (_, at) => at + 1))].join("\n");
  }

  /** Gives other parts of the package the board of the module. */
  static native(board) {
    return (board instanceof Board ? board : new Board(board)).#native;
  }
}

/** Returns the board of the module behind a board, or behind text. */
export const { native: nativeBoard } = Board;
delete Board.native;
