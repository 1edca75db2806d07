import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { BackendResponse } from '../../backend/backend.ts';
import { acceptsGzip, compressed, plainWish, type RenderedAnswer, renderAnswer } from '../answer.ts';
import type { DialectChooser } from '../dialect.ts';
import { warningHeader } from '../warning-header.ts';
import type { Exchange } from './exchange.ts';

type AnswerHeaders = Record<string, string | string[]>;

/** The last step: headers, compression, bytes to the socket. */
export class AnswerSender {
  readonly #dialects: DialectChooser;
  readonly #compression: boolean;

  constructor(options: { readonly dialects: DialectChooser; readonly compression: boolean }) {
    this.#dialects = options.dialects;
    this.#compression = options.compression;
  }

  /** For the few errors that have no envelope. */
  async reply(
    exchange: Exchange,
    status: number,
    body: { readonly error: string; readonly status?: number },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const answer: BackendResponse = { kind: 'json', status, headers, body: { ...body } };
    await this.send(exchange, answer, renderAnswer(answer, plainWish));
  }

  async send(exchange: Exchange, answer: BackendResponse, rendered: RenderedAnswer): Promise<void> {
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
    response.end(isHead ? undefined : bytes);
  }

  #headers(
    { dialect, headers: asked, warnings, corsHeaders }: Exchange,
    answer: BackendResponse,
    rendered: RenderedAnswer,
  ): AnswerHeaders {
    const headers: AnswerHeaders = { ...corsHeaders, ...answer.headers };
    if (dialect.family !== 'native') headers['x-elastic-product'] = 'Elasticsearch';
    if (asked['x-opaque-id'] !== undefined) headers['x-opaque-id'] = asked['x-opaque-id'];
    if (warnings.size > 0) {
      const product = this.#dialects.product(dialect);
      headers.warning = [...warnings].map((text) => warningHeader(text, product));
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

function varyOf({ vary }: AnswerHeaders): string {
  return vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`;
}
