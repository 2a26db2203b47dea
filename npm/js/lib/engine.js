// The engine: the solver and the bots in a worker, so that the page never blocks.
//
// A busy worker reads no messages, and no memory is shared to tell it anything. So it searches in
// slices and looks for a cancellation between them; one that does not confirm it soon is terminated,
// and the next request starts another from the compiled module.

import { Board } from "./board.js";
import { FoursightError } from "./errors.js";

/** A worker must confirm a cancellation within this time. */
const CANCEL_TIMEOUT_MS = 50;

const aborted = (signal) => signal.reason ?? new DOMException("aborted", "AbortError");

/** Answers requests one by one. `host` starts workers and compiles the module. */
export class Engine {
  #host;
  #options;
  #book;
  #worker;
  #queue = [];
  #running;
  #lastId = 0;
  #isClosed = false;

  constructor(host, { memoryMb = 16, book = true } = {}) {
    this.#host = host;
    this.#options = { memoryMb, book: Boolean(book) };
    // A book of the caller replaces that of the module.
    this.#book = book === true || book === false ? undefined : book;
  }

  solve(board, options) {
    return this.#request("solve", board, options);
  }

  outcome(board, options) {
    return this.#request("outcome", board, options);
  }

  columns(board, options) {
    return this.#request("columns", board, options);
  }

  scores(board, options) {
    return this.#request("scores", board, options);
  }

  best(board, options) {
    return this.#request("best", board, options);
  }

  line(board, options) {
    return this.#request("line", board, options);
  }

  explain(board, options) {
    return this.#request("explain", board, options);
  }

  grade(board, options) {
    return this.#request("grade", board, options);
  }

  choose(board, options) {
    return this.#request("choose", board, options);
  }

  close() {
    this.#isClosed = true;
    this.#dropWorker();
    clearTimeout(this.#running?.timeout);
    const open = this.#running ? [this.#running, ...this.#queue] : this.#queue;
    this.#running = undefined;
    this.#queue = [];
    for (const request of open) {
      request.reject(new FoursightError("closed", "the engine is closed"));
    }
  }

  #request(method, board, { signal, ...given } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        throw new FoursightError("closed", "the engine is closed");
      }
      if (signal?.aborted) {
        throw aborted(signal);
      }
      const text = board instanceof Board ? board.text("notation") : String(board);
      const abort = () => this.#cancel(request, aborted(signal));
      const settle = (finish) => (value) => {
        signal?.removeEventListener("abort", abort);
        finish(value);
      };
      const request = {
        message: { id: ++this.#lastId, method, board: text, arguments: given },
        isPosted: false,
        resolve: settle(resolve),
        reject: settle(reject),
      };
      signal?.addEventListener("abort", abort);
      this.#queue.push(request);
      this.#next();
    });
  }

  #cancel(request, reason) {
    request.reject(reason);
    if (this.#running !== request) {
      this.#queue = this.#queue.filter((other) => other !== request);
    } else if (request.isPosted) {
      this.#worker.live.post({ cancelled: request.message.id });
      request.timeout = setTimeout(() => this.#fail(request, reason), CANCEL_TIMEOUT_MS);
    } else {
      this.#running = undefined;
      this.#next();
    }
  }

  #next() {
    if (this.#running || this.#queue.length === 0) {
      return;
    }
    const request = this.#queue.shift();
    this.#running = request;
    this.#start().then(
      (worker) => {
        // It may have been cancelled while the worker started.
        if (this.#running === request) {
          request.isPosted = true;
          worker.post(request.message);
        }
      },
      (error) => this.#fail(request, error),
    );
  }

  /** Returns the worker, with the module started in it. */
  #start() {
    this.#worker ??= this.#newWorker();
    return this.#worker.started;
  }

  #newWorker() {
    const worker = { isDropped: false, live: undefined };
    const install = async () => {
      const module = await this.#host.compile();
      if (worker.isDropped) {
        return undefined;
      }
      return new Promise((resolve, reject) => {
        const receive = (message) => {
          if (message.id !== 0) {
            this.#receive(worker, message);
          } else if (message.error) {
            reject(new FoursightError(message.error.code, message.error.text));
          } else {
            resolve(worker.live);
          }
        };
        const fail = (error) => {
          reject(error);
          if (this.#worker === worker && this.#running) {
            this.#fail(this.#running, error);
          }
        };
        worker.live = this.#host.startWorker(receive, fail);
        worker.live.post({ id: 0, module, options: this.#options, book: this.#book });
      });
    };
    worker.started = install();
    // A dropped worker has no one to tell.
    worker.started.catch(() => {});
    return worker;
  }

  #receive(worker, { id, value, error }) {
    const request = this.#running;
    if (this.#worker !== worker || request?.message.id !== id) {
      return;
    }
    this.#running = undefined;
    clearTimeout(request.timeout);
    if (error) {
      request.reject(new FoursightError(error.code, error.text));
    } else {
      request.resolve(value);
    }
    this.#next();
  }

  #fail(request, error) {
    if (this.#running !== request) {
      return;
    }
    this.#running = undefined;
    clearTimeout(request.timeout);
    this.#dropWorker();
    const known = error instanceof FoursightError;
    const text = error?.message ?? "the worker failed";
    request.reject(known ? error : new FoursightError("worker", text));
    this.#next();
  }

  #dropWorker() {
    if (this.#worker) {
      this.#worker.isDropped = true;
      this.#worker.live?.terminate();
      this.#worker = undefined;
    }
  }
}

/** Wraps a worker of a browser. */
export function browserWorker(worker, receive, fail) {
  worker.addEventListener("message", (event) => receive(event.data));
  worker.addEventListener("error", (event) => fail(new Error(event.message || "no worker")));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
}
