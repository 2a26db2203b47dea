// Starts the engine with the ladder bots that need no solver (compiled from Rust).
import init, { start } from "./foursight_ladder.js";

try {
  await init();
  start();
} catch (error) {
  // A rejected promise would go unnoticed; this raises an error event in the page.
  reportError(error);
}
