// Starts the page, which is written in Rust, and then keeps its files.
import init from "./foursight_web.js";
import { keep } from "./offline.js";

await init();
await keep();
