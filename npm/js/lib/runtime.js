// The state of the module: loaded once, then everything is synchronous.

import init from "./native.js";
import { FoursightError } from "./errors.js";

let started;
let isStarted = false;

/** Starts the module that `compile` returns, once. */
export function start(compile) {
  started ??= Promise.resolve()
    .then(compile)
    .then((module) => init({ module_or_path: module }))
    .then(
      () => {
        isStarted = true;
      },
      (error) => {
        // The next call tries again.
        started = undefined;
        throw error;
      },
    );
  return started;
}

/** Refuses to go on before the module is there. */
export function requireStart() {
  if (!isStarted) {
    throw new FoursightError("not-ready", "await ready() before the first call");
  }
}

/** Compiles what a caller may pass in place of the file of the package. */
export async function compileFrom(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) {
    return given;
  }
  if (typeof given === "string" || given instanceof URL) {
    return compileFrom(fetch(given));
  }
  if (typeof Response === "function" && given instanceof Response) {
    if (!given.ok) {
      throw new FoursightError("not-found", `the module is not at ${given.url}: ${given.status}`);
    }
    // Streaming compilation needs the right MIME type, which some hosts do not send.
    return WebAssembly.compile(await given.arrayBuffer());
  }
  return WebAssembly.compile(given);
}
