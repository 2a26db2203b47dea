// The engine in Node.

import { Worker } from "node:worker_threads";

import { Engine } from "./lib/engine.js";
import { compile } from "./lib/load-node.js";

function startWorker(receive, fail) {
  // Options of the program, such as its script on the command line, are not for the worker.
  const worker = new Worker(new URL("./worker-node.js", import.meta.url), { execArgv: [] });
  worker.on("message", (message) => {
    // An idle worker does not keep the process alive.
    worker.unref();
    receive(message);
  });
  worker.on("error", fail);
  return {
    post: (message) => {
      worker.ref();
      worker.postMessage(message);
    },
    terminate: () => worker.terminate(),
  };
}

export function createEngine(options) {
  return new Engine({ startWorker, compile }, options);
}
