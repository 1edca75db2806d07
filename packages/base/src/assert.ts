/**
 * A broken invariant: a fault of ours, never of the caller's input. Ends the request, the shard or the
 * process.
 */
export class InvariantError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvariantError';
  }
}

/** Stays on in production. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
