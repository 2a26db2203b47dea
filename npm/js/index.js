// Entry point for browsers and bundlers.

import { compile } from "./lib/load.js";
import { start } from "./lib/runtime.js";

export * from "./lib/api.js";

export function ready(source) {
  return start(() => compile(source));
}
