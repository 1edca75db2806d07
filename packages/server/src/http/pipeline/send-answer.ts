import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { detach } from '@sextant/base';
import type { BackendResponse } from '../../backend/backend.ts';
import { acceptsGzip, compressed, plainWish, type RenderedAnswer, renderAnswer } from '../answer.ts';
import type { AnswersOfTurn } from '../answers-of-turn.ts';
import type { DialectChooser } from '../dialect.ts';
import type { Transfer, TransferMemory } from '../transfer-memory.ts';
import { warningHeaders } from '../warning-header.ts';
import type { Exchange } from './exchange.ts';

type AnswerHeaders = Record<string, string | string[]>;

/** Longer answers go out piece by piece, so that it shows how fast they are read. */
const pieceBytes = 64 * 1024;
const longBytes = 1024 * 1024;
/** Up to here the runtime writes a text without memory of its own. */
const shortBytes = 15 * 1024;
/** What is longer is given back when it is sent: a collector that waits for more of it works more often than there is need. */
const keptBytes = 64 * 1024;
const label = '<http_answer>';

/** The last step: headers, compression, bytes to the socket. What waits there for its reader is counted. */
export class AnswerSender {
  readonly #dialects: DialectChooser;
  readonly #compression: boolean;
  readonly #waiting: TransferMemory;
  readonly #turn: AnswersOfTurn;

  constructor(options: {
    readonly dialects: DialectChooser;
    readonly compression: boolean;
    readonly waiting: TransferMemory;
    readonly turn: AnswersOfTurn;
  }) {
    this.#dialects = options.dialects;
    this.#compression = options.compression;
    this.#waiting = options.waiting;
    this.#turn = options.turn;
  }

  /** For the few errors that have no envelope. */
  async reply(
    exchange: Exchange,
    status: number,
    body: { readonly error: string; readonly status?: number },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const answer: BackendResponse = { kind: 'json', status, headers, body: { ...body } };
    await this.deliver(exchange, answer, renderAnswer(answer, plainWish));
  }

  /** Throws ApiError `circuit_breaking_exception` where too many answers wait for slow readers. */
  send(exchange: Exchange, answer: BackendResponse, rendered: RenderedAnswer): Promise<void> {
    if (Buffer.isBuffer(rendered.body)) this.requireRoom(rendered.body.length);
    return this.deliver(exchange, answer, rendered);
  }

  /** Throws ApiError `circuit_breaking_exception` where an answer of so many bytes would not be sent. */
  requireRoom(bytes: number): void {
    this.#waiting.requireRoom(bytes, label);
  }

  /** The same for answers that are never refused: those of errors. */
  async deliver(exchange: Exchange, answer: BackendResponse, rendered: RenderedAnswer): Promise<void> {
    const { response, headers: asked } = exchange;
    const headers = this.#headers(exchange, answer, rendered);
    const { body } = rendered;
    if (body !== undefined && !Buffer.isBuffer(body)) {
      await this.#sendStream(exchange, answer.status, headers, body);
      return;
    }
    const isHead = exchange.method === 'HEAD';
    let bytes = body;
    if (bytes !== undefined && !isHead && this.#compression) {
      const small = await compressed(bytes, asked['accept-encoding']);
      if (small !== undefined) {
        bytes = small;
        headers['content-encoding'] = 'gzip';
        headers.vary = varyOf(headers);
      }
    }
    if (bytes !== undefined || !isHead) headers['content-length'] = String(bytes?.length ?? 0);
    response.writeHead(answer.status, headers);
    // HTTP/2 tells no time from which nobody reads the bytes any more.
    if (bytes !== undefined && bytes === body && rendered.isOwned === true && !isHttp2(exchange))
      giveBackWhenSent(response, bytes);
    if (isHead || bytes === undefined) this.#write(exchange, () => endWith(response, ''));
    else if (bytes.length <= longBytes) this.#sendAtOnce(exchange, bytes);
    else await this.#sendInPieces(response, bytes);
  }

  #sendAtOnce(exchange: Exchange, bytes: Buffer): void {
    const { response } = exchange;
    if (bytes.length > shortBytes) {
      response.end(bytes);
      this.#countUnsent(response, bytes.length);
      return;
    }
    // The bytes may be those of the next answer by then. And one text, headers and all, is a shorter way through the runtime than two pieces.
    const text = bytes.toString('latin1');
    this.#write(exchange, () => {
      endWith(response, text);
      this.#countUnsent(response, text.length);
    });
  }

  /** HTTP/2 gathers what leaves one connection in one turn by itself, and its headers are on their way already. */
  #write(exchange: Exchange, write: () => void): void {
    if (isHttp2(exchange)) write();
    else this.#turn.send(write);
  }

  /** Nearly always the system has taken all of it. */
  #countUnsent(response: ServerResponse, length: number): void {
    if (response.writableLength > 0) this.#begin(response, length);
  }

  /** Until the connection ends, which it may have done already: nothing tells of that a second time. */
  #begin(response: ServerResponse, length: number): Transfer {
    const transfer = this.#waiting.beginAnyway(length, label, () => response.destroy());
    if (response.closed) transfer.end();
    else response.once('close', () => transfer.end());
    return transfer;
  }

  async #sendInPieces(response: ServerResponse, bytes: Buffer): Promise<void> {
    const transfer = this.#begin(response, bytes.length);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      if (!response.write(piece)) await drained(response);
      transfer.moved(piece.length);
    }
    response.end();
  }

  #headers(exchange: Exchange, answer: BackendResponse, rendered: RenderedAnswer): AnswerHeaders {
    const { dialect, headers: asked, warnings, corsHeaders } = exchange;
    const headers: AnswerHeaders = { ...corsHeaders, ...answer.headers };
    // What is said of a connection has no place in HTTP/2, where others share it.
    if (isHttp2(exchange)) delete headers.connection;
    if (dialect.family !== 'native') headers['x-elastic-product'] = 'Elasticsearch';
    if (asked['x-opaque-id'] !== undefined) headers['x-opaque-id'] = asked['x-opaque-id'];
    if (warnings.size > 0) {
      const product = this.#dialects.product(dialect);
      headers.warning = warningHeaders(warnings, product);
    }
    if (rendered.contentType !== undefined) headers['content-type'] = rendered.contentType;
    return headers;
  }

  async #sendStream(
    { method, response, headers: asked }: Exchange,
    status: number,
    headers: AnswerHeaders,
    body: NodeJS.ReadableStream,
  ): Promise<void> {
    const gzip = this.#compression && acceptsGzip(asked['accept-encoding']);
    if (method === 'HEAD') {
      response.writeHead(status, headers);
      body.resume();
      response.end();
    } else if (gzip) {
      response.writeHead(status, { ...headers, 'content-encoding': 'gzip', vary: varyOf(headers) });
      await pipeline(body, createGzip({ level: 3 }), response);
    } else {
      response.writeHead(status, headers);
      await pipeline(body, response);
    }
  }
}

function isHttp2({ incoming }: Exchange): boolean {
  return incoming.httpVersionMajor === 2;
}

/** Whoever has gone meanwhile gets nothing; the answers of others go out. */
function endWith(response: ServerResponse, text: string): void {
  try {
    if (text === '') response.end();
    else response.end(text, 'latin1');
  } catch {
    response.destroy();
  }
}

function giveBackWhenSent(response: ServerResponse, { buffer, length }: Buffer): void {
  if (length > keptBytes && buffer instanceof ArrayBuffer) response.once('finish', () => detach(buffer));
}

function varyOf({ vary }: AnswerHeaders): string {
  return vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`;
}

/** Until there is room again. Rejects where the reader has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const onDrain = (): void => {
      response.off('close', onClose);
      resolve();
    };
    const onClose = (): void => {
      response.off('drain', onDrain);
      reject(new Error('the reader has gone'));
    };
    if (response.closed) onClose();
    else response.once('drain', onDrain).once('close', onClose);
  });
}
