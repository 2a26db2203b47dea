// Starts the engine with the solver (compiled from Rust) and passes the URL of the opening book.
import init, { start } from "./foursight_engine.js";

try {
  await init();
  start("./openings.book");
} catch (error) {
  // As in ladder.js: raises an error event in the page.
  reportError(error);
}
