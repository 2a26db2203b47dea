// Errors with stable codes.

/** An error of this package. `code` is stable, `message` is for people. */
export class FoursightError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "FoursightError";
    this.code = code;
  }
}

const CODES = new Set([
  "budget",
  "game-over",
  "illegal-move",
  "invalid-option",
  "invalid-text",
  "unsupported",
]);

/** Calls a function of the module. What it refuses is thrown with its code. */
export function guarded(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && CODES.has(error.name)) {
      throw new FoursightError(error.name, error.message);
    }
    throw error;
  }
}
