// The engine in a browser. Bundlers recognise the way the worker is named.

import { Engine, browserWorker } from "./lib/engine.js";
import { compile } from "./lib/load.js";

function startWorker(receive, fail) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return browserWorker(worker, receive, fail);
}

export function createEngine(options) {
  return new Engine({ startWorker, compile }, options);
}
