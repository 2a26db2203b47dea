// Starts the engine, which is written in Rust.
import init from "./foursight_worker.js";

await init();
