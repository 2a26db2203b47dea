// The worker of the engine in a browser.

import { serve } from "./lib/serve.js";

serve(globalThis);
