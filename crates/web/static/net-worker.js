// Starts the worker with the nets, which is written in Rust, and tells it where their weights lie.
import init, { start } from "./foursight_net_worker.js";

try {
  await init();
  start("./7x6-1-minute.net", "./7x6-10-minutes.net", "./7x6.net");
} catch (error) {
  // As in worker.js: the page hears of it.
  reportError(error);
}
