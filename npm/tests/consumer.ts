// A program that uses the package, checked by the compiler with `--strict`. Lines that must not
// compile are marked.

import { Board, Bot, FoursightError, Solver, bot, explain, grade, ready, scores, solve } from "foursight";
import type { Cell, Choice, Move, Outcome, Player, Verdict } from "foursight";
import { createEngine } from "foursight/engine";
import type { Engine } from "foursight/engine";
import { FourBoard } from "foursight/board";
import * as inline from "foursight/inline";

await ready();
await ready(new URL("https://example.invalid/foursight.wasm"));

const board: Board = new Board("4453", { columns: 7, first: 1 });
const moves: Move[] = board.push(3).push("P4").legalMoves();
const outcome: Outcome | null = board.outcome();
const winner: Player | null = outcome?.winner ?? null;
const cells: Cell[] = outcome?.lines.flat() ?? [];
const key: bigint = board.key();
const again = Board.fromMoves(moves, { variant: "pop-out" });
const copied = Board.fromGrid(board.grid());

const verdict: Verdict = solve(board, { nodes: 1000, solver: new Solver({ memoryMb: 4 }) });
const first: number | undefined = scores("4453")[0];
const reasons: string[] = explain(board, { language: "de" }).columns.map((each) => each.text);
const accuracy: number | null = grade("4455637").accuracy[0];
const player: Bot = bot("hard", { personality: "defensive", seed: 1 });
const choice: Choice = player.choose(board, { seconds: 0.1 });

const engine: Engine = createEngine({ book: new ArrayBuffer(8) });
const answer: Promise<(Verdict | null)[]> = engine.columns(board, { signal: AbortSignal.timeout(9) });
engine.close();

const element: FourBoard = document.createElement("four-board");
element.addEventListener("four-move", (event) => event.detail.moves.length);
element.moves = "44";
const same: FourBoard = inline.defineFourBoard().prototype;

function codeOf(error: unknown): string | undefined {
  return error instanceof FoursightError ? error.code : undefined;
}

// @ts-expect-error a board is text, not a number
solve(4453);
// @ts-expect-error there is no such level
bot("grandmaster");
// @ts-expect-error there is no such option
new Board("", { colums: 8 });
// @ts-expect-error a verdict may be missing
const plies: number = solve("4453").plies;
// @ts-expect-error the number of a player cannot be set
board.turn = 1;
// @ts-expect-error a solver cannot be sent to a worker
engine.solve(board, { solver: new Solver() });

export { accuracy, answer, cells, choice, codeOf, copied, again, element, first, key, plies, reasons };
export { same, verdict, winner };
