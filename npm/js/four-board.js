// Defines the element <four-board>.

import { createEngine } from "./engine.js";
import { ready } from "./index.js";
import { defineElement } from "./lib/element.js";

export const FourBoard = defineElement({ ready, createEngine });
