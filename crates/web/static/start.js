// Starts the page, which is written in Rust, and then keeps its files.
import init, { initSync } from "./foursight_web.js";
import { connect } from "./later.js";
import { keep } from "./offline.js";

connect(initSync);
await init();
await keep();
