/**
 * One end of a message pipe to another thread. Messages are structured clones and arrive in order;
 * a SharedArrayBuffer is shared, a buffer in `transfer` moves.
 */
export interface Channel {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other side died: with its error, or undefined for a plain end. */
  onEnd(listener: (error: Error | undefined) => void): void;
  /** Ends the other side. Resolves when its thread is gone. */
  end(): Promise<void>;
}
