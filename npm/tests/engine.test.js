// The engine: a worker that is asked, aborted and asked again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { freshFolder, installed, load, run } from "./tools.js";

const ASKED = 1000;

const folder = await freshFolder("engine");
const { createEngine } = await load(installed(folder, "engine-node.js"));
const fs = await load(installed(folder, "node.js"));
await fs.ready();

test("the engine answers like the functions", async () => {
  const engine = createEngine();
  const board = new fs.Board("4453");
  assert.deepEqual(await engine.solve(board), fs.solve(board));
  assert.deepEqual(await engine.columns("44536"), fs.columns("44536"));
  assert.deepEqual(await engine.scores("44536"), fs.scores("44536"));
  assert.equal(await engine.outcome(board), "loss");
  assert.equal(await engine.best(""), 3);
  assert.equal((await engine.line("")).length, 41);
  assert.deepEqual(await engine.grade("4455637"), fs.grade("4455637"));
  const language = "de";
  assert.deepEqual(
    await engine.explain("12611642613552255512", { language }),
    fs.explain("12611642613552255512", { language }),
  );
  assert.equal((await engine.choose("", { level: "perfect", seed: 1 })).move, 3);
  const popOut = new fs.Board("4453", { variant: "pop-out" });
  assert.ok(popOut.legalMoves().includes((await engine.choose(popOut, { level: "easy" })).move));
  engine.close();
});

test("refusals keep their codes, and the engine goes on", async () => {
  const engine = createEngine();
  const refuses = (code, promise) => assert.rejects(promise, { code });
  await refuses("invalid-text", engine.solve("4444444"));
  await refuses("budget", engine.solve("445325613", { nodes: 1 }));
  await refuses("budget", engine.solve("445325612", { seconds: 0 }));
  assert.equal(await engine.best(""), 3);
  const open = engine.solve("4453");
  engine.close();
  await refuses("closed", open);
  await refuses("closed", engine.solve("4453"));
});

test(`aborted and asked again ${ASKED} times`, async () => {
  const engine = createEngine({ book: false });
  // Without a book the empty board takes far longer than anyone waits here.
  const expected = fs.columns("44556611");
  for (let round = 0; round < ASKED; round += 1) {
    const controller = new AbortController();
    const search = engine.solve("", { signal: controller.signal });
    const reason = new Error(`round ${round}`);
    // In turn: before the worker has it, and while it searches.
    setImmediate(() => (round % 2 ? setImmediate(() => controller.abort(reason)) : controller.abort(reason)));
    await assert.rejects(search, reason);
    assert.deepEqual(await engine.columns("44556611"), expected);
  }
  engine.close();
});

test("a search that looks for no cancellation is stopped too", async () => {
  const engine = createEngine({ book: false });
  await engine.solve("44556611");
  const controller = new AbortController();
  // With a limit of nodes it is one slice.
  const search = engine.solve("", { nodes: 1e12, signal: controller.signal });
  const queued = engine.best("445566");
  controller.abort();
  await assert.rejects(search, { name: "AbortError" });
  assert.equal(await queued, fs.best("445566"));
  await assert.rejects(engine.solve("", { signal: AbortSignal.abort() }), { name: "AbortError" });
  engine.close();
});

test("an idle engine does not keep a program alive", () => {
  const script = "import { createEngine } from 'foursight/engine';"
    + "console.log(await createEngine().best(''));";
  assert.equal(run("node", ["--input-type=module", "--eval", script], folder).trim(), "3");
});
