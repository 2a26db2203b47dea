// Loads the module over HTTP.

import { compileFrom } from "./runtime.js";

let module;

/** Returns the compiled module: the file of the package, or what the first caller passes. */
export function compile(source) {
  module ??= compileFrom(source ?? new URL("../foursight.wasm", import.meta.url)).catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}
