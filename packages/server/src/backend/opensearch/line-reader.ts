import { Transform, type TransformCallback } from 'node:stream';

const LINE_FEED = 10;
const nothing = Buffer.alloc(0);

/**
 * Reads newline-delimited JSON line by line as it streams, and writes it anew. `line` gets one without its line
 * feed, and what it pushes goes on; `passes` says that the next line goes on as it came, in pieces.
 */
export abstract class LineReader extends Transform {
  /** Pieces of a line that has not ended yet. */
  #rest: Buffer[] = [];

  /** Throws ApiError to end the stream. `ended`: a line feed came after it. */
  protected abstract line(bytes: Buffer, ended: boolean): void | Promise<void>;
  protected abstract passes(): 'read' | 'pass' | 'drop';
  /** The line that went on, or was dropped, is over. */
  protected abstract passed(): void;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#read(chunk).then(
      () => done(),
      (error: Error) => done(error),
    );
  }

  override _flush(done: TransformCallback): void {
    const last = this.#rest.length === 0 ? undefined : this.line(this.#taken(), false);
    Promise.resolve(last).then(
      () => done(),
      (error: Error) => done(error),
    );
  }

  async #read(chunk: Buffer): Promise<void> {
    let start = 0;
    while (start < chunk.length) {
      const found = chunk.indexOf(LINE_FEED, start);
      const end = found < 0 ? chunk.length : found + 1;
      const way = this.passes();
      if (way !== 'read') {
        if (way === 'pass') this.push(chunk.subarray(start, end));
        if (found >= 0) this.passed();
      } else if (found < 0) this.#rest.push(chunk.subarray(start));
      else {
        this.#rest.push(chunk.subarray(start, found));
        const pending = this.line(this.#taken(), true);
        if (pending !== undefined) await pending;
      }
      start = end;
    }
  }

  #taken(): Buffer {
    const [only = nothing, ...more] = this.#rest;
    const line = more.length === 0 ? only : Buffer.concat(this.#rest);
    this.#rest = [];
    return line;
  }
}
