// The element <four-board>: a board in SVG that is played by pointer, keys and screen reader.

import { Board } from "./board.js";
import { FoursightError } from "./errors.js";
import { STYLE, renderBoard } from "./picture.js";
import { wordsFor } from "./words.js";

/** Attributes that change the game; the others change only how it is shown. */
const RULES = ["moves", "variant", "columns", "rows", "connect"];
const OTHERS = ["bot", "bot-seat", "seed", "verdicts", "readonly", "first-name", "second-name", "lang"];
/** Longest searches, in seconds. Then a bot plays the best move found, and verdicts are left out. */
const BOT_SECONDS = 10;
const VERDICTS_SECONDS = 30;
const VERDICT_SIGNS = { win: "+", draw: "=", loss: "−" };

/** Where there is no page, as on a server, the class exists and cannot be created. */
const BaseElement = globalThis.HTMLElement ?? class {};

let host;

const create = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};

export class FourBoard extends BaseElement {
  static observedAttributes = [...RULES, ...OTHERS];

  #board;
  #engine;
  #search;
  #verdicts = [];
  #focused;
  #parts;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("part", "picture");
    const columns = create("div", { class: "columns", role: "toolbar" });
    const board = create("div", { class: "board", part: "board", role: "group" }, svg, columns);
    const labels = create("div", { class: "labels", part: "labels", "aria-hidden": "true" });
    const status = create("p", { class: "status", part: "status", role: "status" });
    root.append(board, labels, status);
    this.#parts = { svg, columns, board, labels, status };
    columns.addEventListener("click", (event) => this.#press(event));
    columns.addEventListener("keydown", (event) => this.#key(event));
    columns.addEventListener("focusin", (event) => this.#focus(event.target));
  }

  connectedCallback() {
    host.ready().then(
      () => this.isConnected && this.#load(),
      () => this.#announce(wordsFor(this).notABoard),
    );
  }

  disconnectedCallback() {
    this.#search?.abort();
    this.#engine?.close();
    this.#engine = undefined;
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#board || before === now) {
      return;
    }
    // The element writes its own moves.
    if (name === "moves" && now === this.#board.text()) {
      return;
    }
    if (RULES.includes(name)) {
      this.#load();
    } else {
      this.#render();
      this.#think();
    }
  }

  /** A copy of the board, `undefined` until the module is there. */
  get board() {
    return this.#board?.copy();
  }

  get moves() {
    return this.#board?.text() ?? this.getAttribute("moves") ?? "";
  }

  set moves(text) {
    this.setAttribute("moves", text);
  }

  /** Plays a drop in a column, counted from 0. Throws if the rules refuse it. */
  play(column) {
    this.#requireBoard();
    this.#search?.abort();
    const { turn } = this.#board;
    this.#board.push(column);
    const words = wordsFor(this);
    const row = this.#height(column) - 1;
    this.#changed([words.dropped(this.#name(turn), column + 1)], [column, row]);
    this.#dispatch("four-move", { move: column, ply: this.#board.ply, moves: this.moves });
    if (this.#board.isOver()) {
      this.#dispatch("four-end", this.#board.outcome());
    }
  }

  /** Takes a move back, and that of the bot too. Returns false if there is none. */
  undo() {
    if (!this.#board) {
      return false;
    }
    const own = this.#board.ply - (this.#botIsNext(this.#board.ply - 1) ? 2 : 1);
    if (own < 0) {
      return false;
    }
    this.#search?.abort();
    while (this.#board.ply > own) {
      this.#board.pop();
    }
    this.#changed([wordsFor(this).takenBack]);
    return true;
  }

  reset() {
    this.#requireBoard();
    this.#search?.abort();
    while (this.#board.ply > 0) {
      this.#board.pop();
    }
    this.#changed([]);
  }

  #requireBoard() {
    if (!this.#board) {
      throw new FoursightError("not-ready", "the board is not there yet");
    }
  }

  #load() {
    this.#search?.abort();
    const number = (name) => this.hasAttribute(name) ? Number(this.getAttribute(name)) : undefined;
    const options = {
      variant: this.getAttribute("variant") ?? undefined,
      columns: number("columns"),
      rows: number("rows"),
      connect: number("connect"),
    };
    try {
      this.#board = new Board(this.getAttribute("moves") ?? "", options);
    } catch (error) {
      this.#board ??= new Board();
      this.#render();
      this.#announce(wordsFor(this).notABoard);
      this.#dispatch("four-error", { code: error.code, text: error.message });
      return;
    }
    this.#focused = Math.floor((this.#board.columns - 1) / 2);
    this.#verdicts = [];
    this.#render();
    this.#announce(this.#situation());
    this.#think();
  }

  /** Shows a change of the game, and announces it. */
  #changed(news, newest) {
    this.#verdicts = [];
    this.setAttribute("moves", this.#board.text());
    this.#render(newest);
    this.#announce([...news, this.#situation()].join(" "));
    this.#think();
  }

  #situation() {
    const words = wordsFor(this);
    const outcome = this.#board.outcome();
    if (!outcome) {
      return words.toMove(this.#name(this.#board.turn));
    }
    return outcome.winner === null ? words.draw : words.won(this.#name(outcome.winner));
  }

  #name(player) {
    const own = this.getAttribute(player === 0 ? "first-name" : "second-name");
    return own ?? wordsFor(this).names[player];
  }

  #height(column) {
    return this.#board.grid().filter((row) => row[column] !== 0).length;
  }

  #announce(text) {
    this.#parts.status.textContent = text;
  }

  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  #isPlayable() {
    return !this.hasAttribute("readonly") && ["standard", "five-in-a-row"].includes(this.#board.variant);
  }

  #render(newest) {
    const { svg, columns, board, labels } = this.#parts;
    const words = wordsFor(this);
    const isPlayable = this.#isPlayable();
    renderBoard(svg, this.#board, newest);
    const stacks = Array.from({ length: this.#board.columns }, (_, at) => this.#columnText(at, words));
    board.setAttribute("aria-label", words.board);
    columns.setAttribute("aria-label", words.columns);
    columns.hidden = !isPlayable;
    if (isPlayable) {
      svg.removeAttribute("role");
      svg.removeAttribute("aria-label");
      svg.setAttribute("aria-hidden", "true");
    } else {
      svg.removeAttribute("aria-hidden");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${stacks.join(". ")}.`);
    }
    while (columns.children.length > stacks.length) {
      columns.lastChild.remove();
      labels.lastChild.remove();
    }
    while (columns.children.length < stacks.length) {
      columns.append(create("button", { type: "button" }));
      labels.append(create("span", {}));
    }
    const open = new Set(this.#board.legalMoves());
    stacks.forEach((text, at) => {
      const button = columns.children[at];
      button.setAttribute("aria-label", text);
      button.setAttribute("aria-disabled", String(!open.has(at)));
      button.tabIndex = at === this.#focused ? 0 : -1;
      labels.children[at].textContent = this.#label(at);
    });
  }

  #label(column) {
    const verdict = this.#verdicts[column];
    const sign = verdict ? `${VERDICT_SIGNS[verdict.outcome]}${verdict.plies ?? ""}` : "";
    return `${column + 1} ${sign}`.trim();
  }

  /** Describes a column: its discs from the bottom, and its verdict. */
  #columnText(column, words) {
    const grid = this.#board.grid().reverse();
    const discs = grid.map((row) => row[column]).filter((owner) => owner !== 0);
    const names = discs.map((owner) => this.#name(owner - 1));
    const parts = [names.join(", ") || words.empty];
    if (discs.length === this.#board.rows) {
      parts.push(words.full);
    }
    const verdict = this.#verdicts[column];
    if (verdict) {
      parts.push(verdict.plies === null ? words.drawn : words[verdict.outcome](verdict.plies));
    }
    return `${words.column(column + 1)}: ${parts.join(", ")}`;
  }

  #press(event) {
    const column = [...this.#parts.columns.children].indexOf(event.target);
    if (column >= 0) {
      this.#try(column);
    }
  }

  /** Plays a drop of the user, or says why not. */
  #try(column) {
    const words = wordsFor(this);
    if (this.#board.isOver()) {
      this.#announce(`${words.over} ${this.#situation()}`);
    } else if (this.#botIsNext(this.#board.ply)) {
      this.#announce(words.thinking(this.#name(this.#board.turn)));
    } else if (this.#board.legalMoves().includes(column)) {
      this.play(column);
    } else {
      this.#announce(`${words.columnFull(column + 1)} ${this.#situation()}`);
    }
  }

  #focus(button) {
    const column = [...this.#parts.columns.children].indexOf(button);
    if (column >= 0) {
      this.#focused = column;
      [...this.#parts.columns.children].forEach((other, at) => {
        other.tabIndex = at === column ? 0 : -1;
      });
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const last = this.#board.columns - 1;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : undefined;
    const next = {
      ArrowLeft: Math.max(0, this.#focused - 1),
      ArrowRight: Math.min(last, this.#focused + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (next !== undefined) {
      this.#parts.columns.children[next].focus();
    } else if (digit !== undefined && digit <= last) {
      this.#parts.columns.children[digit].focus();
      this.#try(digit);
    } else if (event.key === "Backspace") {
      if (!this.undo()) {
        this.#announce(wordsFor(this).nothingToTakeBack);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Returns true if the bot plays the move after this many. */
  #botIsNext(plies) {
    const seat = this.getAttribute("bot-seat") === "first" ? 0 : 1;
    return this.hasAttribute("bot") && plies % 2 === seat;
  }

  /** Asks the engine for what is to come: the move of the bot, and verdicts. */
  async #think() {
    this.#search?.abort();
    const board = this.#board;
    if (!this.isConnected || board.isOver() || !this.#isPlayable()) {
      return;
    }
    const isBot = this.#botIsNext(board.ply);
    if (!isBot && !this.hasAttribute("verdicts")) {
      return;
    }
    const search = new AbortController();
    this.#search = search;
    this.#engine ??= host.createEngine();
    const { signal } = search;
    try {
      if (isBot) {
        const seed = Number(this.getAttribute("seed") ?? Math.floor(Math.random() * 2 ** 32));
        const level = this.getAttribute("bot") || "medium";
        const choice = await this.#engine.choose(board, { level, seed, signal, seconds: BOT_SECONDS });
        if (!signal.aborted) {
          this.play(choice.move);
        }
      } else {
        const verdicts = await this.#engine.columns(board, { signal, seconds: VERDICTS_SECONDS });
        if (!signal.aborted) {
          this.#verdicts = verdicts;
          this.#render();
          this.#dispatch("four-verdicts", verdicts);
        }
      }
    } catch (error) {
      if (!signal.aborted) {
        if (isBot) {
          this.#announce(wordsFor(this).noBot);
        }
        this.#dispatch("four-error", { code: error.code, text: error.message });
      }
    }
  }
}

/** Defines the element once, with the entry point's ways to start module and engine. */
export function defineElement(services, name = "four-board") {
  host ??= services;
  if (globalThis.customElements && !customElements.get(name)) {
    customElements.define(name, FourBoard);
  }
  return FourBoard;
}
