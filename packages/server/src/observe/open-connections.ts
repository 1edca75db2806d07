import type { Socket } from 'node:net';

/** Connections of callers, counted. */
export class OpenConnections {
  #count = 0;
  #opened = 0;

  /** Now. */
  get count(): number {
    return this.#count;
  }

  /** Since the start. */
  get opened(): number {
    return this.#opened;
  }

  add(socket: Socket): void {
    this.#count++;
    this.#opened++;
    socket.once('close', () => {
      this.#count--;
    });
  }
}
