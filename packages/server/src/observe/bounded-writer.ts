import type { Writable } from 'node:stream';
import type { Clock } from '@sextant/base';

export interface BoundedWriterOptions {
  /** Opens the file; again after a failure. */
  readonly open: () => Writable;
  /** Bytes that may wait for the disk. */
  readonly waitingBytesMax: number;
  /** A line about lines that were dropped. */
  readonly droppedLine: (count: number) => string;
  readonly onError: (error: Error) => void;
  readonly clock: Pick<Clock, 'after' | 'nanos'>;
  /** Lines of so many milliseconds after one that was written go to the file together; 0: each by itself. */
  readonly gatherMs: number;
}

/** How long a file that failed is left alone. */
const reopenAfterMs = 30_000;
/** Gathered lines are not held back beyond so many bytes. */
const gatheredMax = 64 * 1024;
/** Of a character in UTF-8. */
const bytesMax = 3;

/** Lines to a file that may be slow or fail: what does not fit is dropped and counted, and told in the file later. */
export class BoundedWriter {
  readonly #options: BoundedWriterOptions;
  #stream: Writable | undefined;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #dropped = 0;
  /** Lines as bytes: texts of many pieces would burden every collection until they are written. */
  #gathered: Buffer | undefined;
  #gatheredBytes = 0;
  #gatheredLines = 0;
  /** Lines are being gathered. */
  #cancelGather: (() => void) | undefined;
  #closed = false;

  constructor(options: BoundedWriterOptions) {
    this.#options = options;
  }

  write(line: string): void {
    const stream = this.#opened();
    const { waitingBytesMax, droppedLine } = this.#options;
    if (stream === undefined || stream.writableLength + this.#gatheredBytes + line.length > waitingBytesMax) {
      this.#dropped++;
      return;
    }
    if (this.#dropped > 0) {
      this.#put(stream, droppedLine(this.#dropped));
      this.#dropped = 0;
    }
    this.#put(stream, line);
  }

  /** A write costs as much as a line in it: where many come they share one. */
  #put(stream: Writable, line: string): void {
    const { gatherMs, clock } = this.#options;
    if (this.#cancelGather === undefined) {
      stream.write(line);
      if (gatherMs > 0) this.#cancelGather = clock.after(gatherMs, () => this.#endGathering());
      return;
    }
    const roomNeeded = line.length * bytesMax;
    if (this.#gatheredBytes + roomNeeded > gatheredMax) this.#writeGathered();
    if (roomNeeded > gatheredMax) {
      stream.write(line);
      return;
    }
    this.#gathered ??= Buffer.allocUnsafeSlow(gatheredMax);
    this.#gatheredBytes += this.#gathered.write(line, this.#gatheredBytes);
    this.#gatheredLines++;
  }

  #endGathering(): void {
    this.#cancelGather?.();
    this.#cancelGather = undefined;
    if (this.#gatheredLines === 0) return;
    this.#writeGathered();
    const { clock, gatherMs } = this.#options;
    if (!this.#closed) this.#cancelGather = clock.after(gatherMs, () => this.#endGathering());
  }

  #writeGathered(): void {
    if (this.#gathered !== undefined) this.#stream?.write(this.#gathered.subarray(0, this.#gatheredBytes));
    this.#dropGathered();
  }

  #dropGathered(): void {
    this.#gathered = undefined;
    this.#gatheredBytes = 0;
    this.#gatheredLines = 0;
  }

  /** Resolves when all lines that were taken are in the file, or it failed. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#endGathering();
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
    if (this.#nowMs() - this.#failedAtMs < reopenAfterMs) return undefined;
    try {
      const stream = this.#options.open();
      stream.on('error', (error) => this.#failed(stream, error));
      this.#stream = stream;
    } catch (error) {
      this.#failedAtMs = this.#nowMs();
      this.#options.onError(error as Error);
    }
    return this.#stream;
  }

  #nowMs(): number {
    return this.#options.clock.nanos() / 1e6;
  }

  #failed(stream: Writable, error: Error): void {
    if (this.#stream !== stream) return;
    this.#stream = undefined;
    this.#dropped += this.#gatheredLines;
    this.#dropGathered();
    this.#failedAtMs = this.#nowMs();
    stream.destroy();
    this.#options.onError(error);
  }
}
