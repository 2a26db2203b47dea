// Entry point for Node.

import { compile } from "./lib/load-node.js";
import { start } from "./lib/runtime.js";

export * from "./lib/api.js";

export function ready(source) {
  return start(() => compile(source));
}
