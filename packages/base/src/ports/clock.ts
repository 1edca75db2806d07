/** Time as the product sees it. Passed in, so that a test can hold and move it. */
export interface Clock {
  /** Wall clock, milliseconds since 1970-01-01 UTC. May jump. */
  now(): number;
  /** Monotonic clock, nanoseconds as a float; only differences have a meaning. */
  nanos(): number;
  /** Calls back once after `ms`; the returned function cancels it. Never keeps the process alive. */
  after(ms: number, callback: () => void): () => void;
}
