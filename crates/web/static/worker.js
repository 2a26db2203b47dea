// Starts the engine, which is written in Rust, and tells it where the book of openings lies.
import init, { start } from "./foursight_worker.js";

try {
  await init();
  start("./openings.book");
} catch (error) {
  // A promise that is broken here would be known to nobody; this way the page hears of it.
  reportError(error);
}
