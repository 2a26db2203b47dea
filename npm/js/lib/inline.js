// The inline build: the module and the worker are part of the script.

import { defineElement } from "./element.js";
import { Engine, browserWorker } from "./engine.js";
import { FoursightError } from "./errors.js";
import { compileFrom, start } from "./runtime.js";

function inlineBytes() {
  return Uint8Array.from(atob(INLINE_MODULE), (character) => character.charCodeAt(0));
}

function startInlineWorker(receive, fail) {
  if (typeof Worker !== "function") {
    throw new FoursightError("unsupported", "no workers here: in Node use foursight/engine");
  }
  const address = URL.createObjectURL(new Blob([INLINE_WORKER], { type: "text/javascript" }));
  const worker = new Worker(address);
  // The worker has read its script once it answers.
  const read = (message) => {
    URL.revokeObjectURL(address);
    receive(message);
  };
  return browserWorker(worker, read, fail);
}

export function ready(source) {
  return start(() => compileFrom(source ?? inlineBytes()));
}

export function defineFourBoard(name) {
  return defineElement({ ready, createEngine }, name);
}

export function createEngine(options) {
  // A page from a disk cannot send a compiled module to a worker, but can send bytes.
  const compile = async () => inlineBytes();
  return new Engine({ startWorker: startInlineWorker, compile }, options);
}
