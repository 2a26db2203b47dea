// Starts the engine, which is written in Rust, and tells it where the book of openings lies.
import init, { start } from "./foursight_worker.js";

await init();
start("./openings.book");
