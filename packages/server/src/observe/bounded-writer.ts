import type { Writable } from 'node:stream';

export interface BoundedWriterOptions {
  /** Opens the file; again after a failure. */
  readonly open: () => Writable;
  /** Bytes that may wait for the disk. */
  readonly waitingBytesMax: number;
  /** A line about lines that were dropped. */
  readonly droppedLine: (count: number) => string;
  readonly onError: (error: Error) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** How long a file that failed is left alone. */
const reopenAfterMs = 30_000;

/** Lines to a file that may be slow or fail: what does not fit is dropped and counted, and told in the file later. */
export class BoundedWriter {
  readonly #options: BoundedWriterOptions;
  #stream: Writable | undefined;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #dropped = 0;
  #closed = false;

  constructor(options: BoundedWriterOptions) {
    this.#options = options;
  }

  write(line: string): void {
    const stream = this.#opened();
    const { waitingBytesMax, droppedLine } = this.#options;
    if (stream === undefined || stream.writableLength + line.length > waitingBytesMax) {
      this.#dropped++;
      return;
    }
    if (this.#dropped > 0) {
      stream.write(droppedLine(this.#dropped));
      this.#dropped = 0;
    }
    stream.write(line);
  }

  /** Resolves when all lines that were taken are in the file, or it failed. */
  async close(): Promise<void> {
    this.#closed = true;
    const stream = this.#stream;
    this.#stream = undefined;
    if (stream === undefined || stream.destroyed) return;
    await new Promise<void>((resolve) => {
      stream.once('close', resolve);
      stream.once('error', () => resolve());
      stream.end(resolve);
    });
  }

  #opened(): Writable | undefined {
    if (this.#stream !== undefined || this.#closed) return this.#stream;
    if (this.#options.nowMs() - this.#failedAtMs < reopenAfterMs) return undefined;
    try {
      const stream = this.#options.open();
      stream.on('error', (error) => this.#failed(stream, error));
      this.#stream = stream;
    } catch (error) {
      this.#failedAtMs = this.#options.nowMs();
      this.#options.onError(error as Error);
    }
    return this.#stream;
  }

  #failed(stream: Writable, error: Error): void {
    if (this.#stream !== stream) return;
    this.#stream = undefined;
    this.#failedAtMs = this.#options.nowMs();
    stream.destroy();
    this.#options.onError(error);
  }
}
