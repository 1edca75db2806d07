import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { assert } from '@sextant/base';
import { type ApiError, apiError, type NumberReading } from '@sextant/contract';
import type { RequestBody } from '../backend/backend.ts';
import { bytesText } from '../config/units.ts';
import { streamWithoutMark } from './byte-order-mark.ts';
import {
  type BeginTransfer,
  collectAnnounced,
  collectUnannounced,
  cutOff,
  readError,
} from './collect-body.ts';
import { parseBody } from './parse-body.ts';
import type { Transfer, TransferMemory } from './transfer-memory.ts';

/** What each takes while it works: the window of Brotli is as large as the sender likes. */
const decompressors = {
  gzip: { create: createGunzip, bytes: 64 * 1024 },
  'x-gzip': { create: createGunzip, bytes: 64 * 1024 },
  deflate: { create: createInflate, bytes: 64 * 1024 },
  br: { create: createBrotliDecompress, bytes: 16 * 1024 * 1024 },
} as const;

/** How long a body may be after decompression, and the name of what says so. */
export interface BodyLimit {
  readonly bytes: number;
  readonly name: string;
}

export interface BodyParts {
  readonly request: IncomingMessage;
  readonly contentType: RequestBody['contentType'];
  readonly limit: BodyLimit;
  readonly memory: TransferMemory;
  /** Called before the first byte is read: a caller may wait to be told to send (`Expect: 100-continue`). */
  readonly onRead: () => void;
}

/**
 * A body that comes over the wire. Counts what it reads, so that nothing grows beyond the limit, compressed or
 * not. Throws ApiError 413 when made, where a longer one is announced.
 */
export class StreamedBody implements RequestBody {
  readonly contentType: RequestBody['contentType'];
  readonly #parts: BodyParts;
  #transfer: Transfer | undefined;
  #released = false;
  #taken = false;
  #nothing: boolean;
  #parsed: Buffer | undefined;

  constructor(parts: BodyParts) {
    this.#parts = parts;
    this.contentType = parts.contentType;
    this.#nothing = !hasBody(parts.request);
    if (declaredLength(parts.request) > parts.limit.bytes) throw tooLong(parts.limit);
  }

  get empty(): boolean {
    return this.#nothing;
  }

  /**
   * Where the length was not announced: waits for the first byte or the end, so that `empty` is true or
   * false.
   */
  async settle(): Promise<void> {
    const { request } = this.#parts;
    if (this.#nothing || request.headers['transfer-encoding'] === undefined) return;
    this.#parts.onRead();
    const first = (await new Promise((resolve, reject) => {
      request.once('error', reject);
      request.once('end', () => resolve(null));
      request.once('readable', () => resolve(request.read()));
    })) as Buffer | null;
    if (first === null) this.#nothing = true;
    else request.unshift(first);
  }

  async bytes(): Promise<Buffer> {
    if (this.#nothing) return this.#take(Buffer.alloc(0));
    if (this.#released) throw cutOff();
    const source = this.#source();
    const { request } = this.#parts;
    const length = source === request ? declaredLength(request) : 0;
    const begin: BeginTransfer = (bytes, onLost) => {
      this.#transfer = this.#parts.memory.begin(bytes, '<http_request>', onLost);
      return this.#transfer;
    };
    if (length > 0) return await collectAnnounced(source, length, begin);
    return await collectUnannounced(this.#counted(source), this.#decompressor()?.bytes ?? 0, begin);
  }

  /** Called when the answer is out or the caller gone: the body is not needed any more. */
  release(): void {
    this.#released = true;
    this.#parsed = undefined;
    this.#transfer?.end();
  }

  stream(): NodeJS.ReadableStream {
    return this.#nothing
      ? this.#take(Readable.from([]))
      : Readable.from(this.#counted(this.#source()), { objectMode: false });
  }

  async json(numbers: NumberReading = 'numbers'): Promise<unknown> {
    if (this.#nothing) return undefined;
    const bytes = await this.bytes();
    const type = this.contentType === 'none' ? 'json' : this.contentType;
    if (type === 'json' && !this.#released) this.#parsed = bytes;
    return parseBody(bytes, type, numbers);
  }

  parsedBytes(): Uint8Array | undefined {
    return this.#parsed;
  }

  jsonAsWritten(): Promise<unknown> {
    return this.json('texts');
  }

  #take<T>(value: T): T {
    assert(!this.#taken, 'a body is read once');
    this.#taken = true;
    return value;
  }

  #decompressor(): (typeof decompressors)[keyof typeof decompressors] | undefined {
    const encoding = this.#parts.request.headers['content-encoding']?.trim().toLowerCase();
    if (encoding === undefined || encoding === '' || encoding === 'identity') return undefined;
    if (Object.hasOwn(decompressors, encoding)) return decompressors[encoding as keyof typeof decompressors];
    const reason = `Content-Encoding [${encoding}] is not supported, use gzip, deflate or br`;
    throw apiError('illegal_argument_exception', reason);
  }

  /** The decompressed bytes as a stream. */
  #source(): Readable {
    const { request, onRead } = this.#parts;
    this.#take(undefined);
    const decompressor = this.#decompressor()?.create();
    onRead();
    if (decompressor === undefined) return request;
    request.once('error', (error) => decompressor.destroy(error));
    return request.pipe(decompressor);
  }

  #counted(source: Readable): AsyncGenerator<Buffer> {
    return streamWithoutMark(this.#limited(source));
  }

  async *#limited(source: Readable): AsyncGenerator<Buffer> {
    const { limit } = this.#parts;
    let total = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        total += chunk.length;
        if (total > limit.bytes) throw tooLong(limit);
        yield chunk;
      }
      // HTTP/2 ends a body that its sender took back as one that has come whole.
      if (this.#parts.request.aborted) throw cutOff();
    } catch (error) {
      throw readError(error);
    }
  }
}

/** Nothing was sent. */
export const noBody: RequestBody = {
  contentType: 'none',
  empty: true,
  bytes: async () => Buffer.alloc(0),
  stream: () => Readable.from([]),
  json: async () => undefined,
  parsedBytes: () => undefined,
  jsonAsWritten: async () => undefined,
};

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

  async json(numbers: NumberReading = 'numbers'): Promise<unknown> {
    return parseBody(this.content, this.contentType === 'none' ? 'json' : this.contentType, numbers);
  }

  parsedBytes(): Uint8Array | undefined {
    return this.contentType === 'json' || this.contentType === 'none' ? this.content : undefined;
  }

  jsonAsWritten(): Promise<unknown> {
    return this.json('texts');
  }
}

export function hasBody(request: IncomingMessage): boolean {
  return declaredLength(request) > 0 || request.headers['transfer-encoding'] !== undefined;
}

function declaredLength(request: IncomingMessage): number {
  const text = request.headers['content-length'];
  return text === undefined ? 0 : Number(text);
}

function tooLong({ bytes, name }: BodyLimit): ApiError {
  const reason = `the body is longer than ${name} [${bytesText(bytes)}]; send it in smaller parts`;
  return apiError('too_long_http_content_exception', reason);
}
