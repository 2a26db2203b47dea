// Loads the module from the disk.

import { readFile } from "node:fs/promises";

import { compileFrom } from "./runtime.js";

let module;

/** Returns the compiled module: the file of the package, or what the first caller passes. */
export function compile(source) {
  const bytes = () => readFile(new URL("../foursight.wasm", import.meta.url));
  module ??= compileFrom(source ?? bytes()).catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}
