import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { assert } from '@sextant/base';
import { type ApiError, apiError } from '@sextant/contract';
import type { RequestBody } from '../backend/backend.ts';
import { bytesText } from '../config/units.ts';
import type { BodyBudget } from './body-budget.ts';
import { streamWithoutMark, withoutMark } from './byte-order-mark.ts';
import { parseBody } from './parse-body.ts';

const decompressors = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/**
 * A body that came over the wire. Counts what it reads, so that nothing grows beyond the limit, compressed or
 * not.
 */
export class StreamedBody implements RequestBody {
  readonly contentType: RequestBody['contentType'];
  private readonly request: IncomingMessage;
  private readonly limit: number;
  private readonly budget: BodyBudget;
  /** Bytes taken from the budget. */
  private held = 0;
  private released = false;
  private taken = false;
  private nothing: boolean;

  /** `limit` in bytes, after decompression. */
  constructor(
    request: IncomingMessage,
    contentType: RequestBody['contentType'],
    limit: number,
    budget: BodyBudget,
  ) {
    this.request = request;
    this.budget = budget;
    this.contentType = contentType;
    this.limit = limit;
    this.nothing = !hasBody(request);
    if (declaredLength(request) > limit) throw tooLong(limit);
  }

  get empty(): boolean {
    return this.nothing;
  }

  /**
   * Where the length was not announced: waits for the first byte or the end, so that `empty` is true or
   * false.
   */
  async settle(): Promise<void> {
    if (this.nothing || this.request.headers['transfer-encoding'] === undefined) return;
    const { request } = this;
    const first = (await new Promise((resolve, reject) => {
      request.once('error', reject);
      request.once('end', () => resolve(null));
      request.once('readable', () => resolve(request.read()));
    })) as Buffer | null;
    if (first === null) this.nothing = true;
    else request.unshift(first);
  }

  async bytes(): Promise<Buffer> {
    const source = this.source();
    if (source === undefined) return Buffer.alloc(0);
    const known = source === this.request ? declaredLength(this.request) : 0;
    if (known > 0) return readKnown(source, known, (bytes) => this.hold(bytes));
    const chunks: Buffer[] = [];
    for await (const chunk of this.counted(source)) {
      this.hold(chunk.length);
      chunks.push(chunk);
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  /** Called when the answer is out or the caller gone: the body is not needed any more. */
  release(): void {
    this.released = true;
    this.budget.give(this.held);
    this.held = 0;
  }

  private hold(bytes: number): void {
    if (this.released) return;
    this.budget.take(bytes);
    this.held += bytes;
  }

  stream(): NodeJS.ReadableStream {
    const source = this.source();
    return source === undefined
      ? Readable.from([])
      : Readable.from(this.counted(source), { objectMode: false });
  }

  async json(): Promise<unknown> {
    if (this.nothing) return undefined;
    const bytes = await this.bytes();
    return parseBody(bytes, this.contentType === 'none' ? 'json' : this.contentType);
  }

  /** The decompressed bytes as a stream; undefined for no body. */
  private source(): Readable | undefined {
    assert(!this.taken, 'a body is read once');
    this.taken = true;
    if (this.nothing) return undefined;
    const encoding = this.request.headers['content-encoding']?.trim().toLowerCase();
    if (encoding === undefined || encoding === '' || encoding === 'identity') return this.request;
    if (!Object.hasOwn(decompressors, encoding)) {
      const reason = `Content-Encoding [${encoding}] is not supported, use gzip, deflate or br`;
      throw apiError('illegal_argument_exception', reason);
    }
    const decompressor = decompressors[encoding as keyof typeof decompressors]();
    this.request.once('error', (error) => decompressor.destroy(error));
    return this.request.pipe(decompressor);
  }

  private counted(source: Readable): AsyncGenerator<Buffer> {
    return streamWithoutMark(this.limited(source));
  }

  private async *limited(source: Readable): AsyncGenerator<Buffer> {
    let total = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        total += chunk.length;
        if (total > this.limit) throw tooLong(this.limit);
        yield chunk;
      }
    } catch (error) {
      throw readError(error);
    }
  }
}

/** A body from the `source` parameter. */
export class GivenBody implements RequestBody {
  readonly empty = false;
  readonly contentType: RequestBody['contentType'];
  private readonly content: Buffer;

  constructor(text: string, contentType: RequestBody['contentType']) {
    this.content = Buffer.from(text);
    this.contentType = contentType;
  }

  async bytes(): Promise<Buffer> {
    return this.content;
  }

  stream(): NodeJS.ReadableStream {
    return Readable.from([this.content], { objectMode: false });
  }

  async json(): Promise<unknown> {
    return parseBody(this.content, this.contentType === 'none' ? 'json' : this.contentType);
  }
}

export function hasBody(request: IncomingMessage): boolean {
  return declaredLength(request) > 0 || request.headers['transfer-encoding'] !== undefined;
}

function declaredLength(request: IncomingMessage): number {
  const text = request.headers['content-length'];
  return text === undefined ? 0 : Number(text);
}

/** Reads an announced length into memory of its own, which can move to another thread. */
function readKnown(source: Readable, length: number, hold: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (source.destroyed) {
      reject(cutOff());
      return;
    }
    const target = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    const take = (chunk: Buffer): void => {
      try {
        hold(chunk.length);
      } catch (error) {
        source.off('data', take);
        source.resume();
        reject(error);
        return;
      }
      chunk.copy(target, filled);
      filled += chunk.length;
    };
    source.on('data', take);
    source.once('end', () => {
      if (filled === length) resolve(withoutMark(target));
      else reject(cutOff());
    });
    source.once('error', (error) => reject(readError(error)));
    source.once('close', () => {
      if (!source.readableEnded) reject(cutOff());
    });
  });
}

function readError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET') return cutOff();
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR')) {
    const why = error instanceof Error ? error.message : code;
    return apiError('parse_exception', `the compressed body cannot be read: ${why}`);
  }
  return error;
}

function cutOff(): ApiError {
  return apiError('parse_exception', 'the body was cut off');
}

function tooLong(limit: number): ApiError {
  const size = bytesText(limit);
  const reason = `the body is longer than http.max_content_length [${size}]; send it in smaller parts`;
  return apiError('too_long_http_content_exception', reason);
}
