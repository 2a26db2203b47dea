// Starts the engine with the solver (compiled from Rust) and passes the URL of the opening book.
import init, { start } from "./foursight_engine.js";

try {
  await init();
  start("./openings.book");
} catch (error) {
  // A rejected promise would go unnoticed; this raises an error event in the page.
  reportError(error);
}
