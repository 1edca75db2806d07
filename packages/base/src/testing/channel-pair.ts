import type { Channel } from '../ports/channel.ts';

/**
 * Two ends of one pipe within a thread: messages are cloned and delivered in order, each in a task of its
 * own.
 */
export function channelPair(): readonly [Channel, Channel] {
  const a = new PairEnd();
  const b = new PairEnd();
  a.peer = b;
  b.peer = a;
  return [a, b];
}

class PairEnd implements Channel {
  peer: PairEnd | undefined;
  readonly #messages: unknown[] = [];
  readonly #listeners: ((message: unknown) => void)[] = [];
  readonly #endListeners: ((error: Error | undefined) => void)[] = [];
  #ended = false;

  post(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    if (this.#ended) return;
    this.peer?.receive(structuredClone(message, { transfer: [...transfer] }));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listeners.push(listener);
    queueMicrotask(() => this.#deliver());
  }

  onEnd(listener: (error: Error | undefined) => void): void {
    this.#endListeners.push(listener);
  }

  async end(): Promise<void> {
    this.close(undefined);
    this.peer?.close(undefined);
  }

  /** Ends both sides as a thread that died of `error` would. */
  fail(error: Error): void {
    this.close(error);
    this.peer?.close(error);
  }

  receive(message: unknown): void {
    if (this.#ended) return;
    this.#messages.push(message);
    queueMicrotask(() => this.#deliver());
  }

  close(error: Error | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const listener of this.#endListeners) listener(error);
  }

  #deliver(): void {
    if (this.#listeners.length === 0) return;
    while (this.#messages.length > 0) {
      const message = this.#messages.shift();
      for (const listener of this.#listeners) listener(message);
    }
  }
}
