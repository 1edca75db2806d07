import { Transform, type TransformCallback } from 'node:stream';
import { guardActionLine, guardJson } from './system-index-guard.ts';

const LINE_FEED = 10;
const nothing = Buffer.alloc(0);

/**
 * Passes newline-delimited JSON on unchanged and fails at the first line that names a system index. In a bulk body
 * only action lines name indices; documents may hold what they like.
 */
export class LineGuard extends Transform {
  readonly #bulk: boolean;
  /** Pieces of a line that has not ended yet. */
  #rest: Buffer[] = [];
  #documentNext = false;

  constructor(bulk: boolean) {
    super();
    this.#bulk = bulk;
  }

  /** Whole lines are passed on once they are checked, so that nothing unchecked leaves. */
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        this.#rest.push(chunk.subarray(start, end));
        this.#check(this.#take());
        start = end + 1;
      }
      if (start < chunk.length) this.#rest.push(chunk.subarray(start));
      done(null, chunk);
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#check(this.#take());
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #take(): Buffer {
    const [only = nothing, ...more] = this.#rest;
    const line = more.length === 0 ? only : Buffer.concat(this.#rest);
    this.#rest = [];
    return line;
  }

  #check(line: Buffer): void {
    if (this.#bulk && this.#documentNext) {
      this.#documentNext = false;
      return;
    }
    if (isBlank(line)) return;
    if (this.#bulk) this.#documentNext = guardActionLine(line) === 'document follows';
    else guardJson(line);
  }
}

function isBlank(line: Buffer): boolean {
  return line.length === 0 || (line.length < 64 && line.toString('latin1').trim() === '');
}
