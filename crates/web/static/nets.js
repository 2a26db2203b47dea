// Starts the engine with the nets (compiled from Rust) and passes the URLs of their weights.
import init, { start } from "./foursight_nets.js";

try {
  await init();
  start("./7x6-1-minute.net", "./7x6-10-minutes.net", "./7x6.net");
} catch (error) {
  // As in ladder.js: raises an error event in the page.
  reportError(error);
}
