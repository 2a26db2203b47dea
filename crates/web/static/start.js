// Starts the page, which is written in Rust.
import init from "./foursight_web.js";

await init();
