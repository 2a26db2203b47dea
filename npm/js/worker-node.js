// The worker of the engine in Node.

import { parentPort } from "node:worker_threads";

import { answer } from "./lib/serve.js";

parentPort.on("message", (message) => {
  answer(message, (reply) => parentPort.postMessage(reply));
});
