import { type RequestListener, request } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { listen } from '../http/listener.ts';
import type { ListenerTls } from '../http/tls-server.ts';
import { OpenConnections } from '../observe/open-connections.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** Parsed JSON of the body. */
  json<T = Record<string, unknown>>(): T;
}

export interface TestCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as it is (as JSON unless a content type is given). */
  readonly body?: string | Uint8Array | object;
  /** The certificate of the caller and its key, in PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface TestClient {
  readonly url: string;
  call(method: string, path: string, options?: TestCall): Promise<TestAnswer>;
  close(): Promise<void>;
}

interface TestClientParts {
  readonly connections?: OpenConnections;
  readonly tls?: ListenerTls | undefined;
}

/** Real HTTP over a socket of this machine, without anything that a client library would add or hide. */
export async function testClient(
  handle: RequestListener,
  defaults: Readonly<Record<string, string>> = {},
  { connections = new OpenConnections(), tls }: TestClientParts = {},
): Promise<TestClient> {
  const overTls = tls === undefined ? {} : { tls };
  const { port, close } = await listen(handle, { host: '127.0.0.1', port: 0, connections, ...overTls });
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    call: (method, path, options = {}) =>
      send({ port, tls }, method, path, { ...options, headers: { ...defaults, ...options.headers } }),
    close: () => close(0),
  };
}

function send(
  { port, tls }: { readonly port: number; readonly tls: ListenerTls | undefined },
  method: string,
  path: string,
  { headers = {}, body, certificate }: TestCall,
): Promise<TestAnswer> {
  const isObject = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
  const payload = isObject ? JSON.stringify(body) : (body as string | Uint8Array | undefined);
  const type =
    payload === undefined || 'content-type' in headers ? {} : { 'content-type': 'application/json' };
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise((resolve, reject) => {
    const trust =
      tls === undefined
        ? {}
        : { ca: tls.identity.current.chain.map(String), allowPartialTrustChain: true, agent: false };
    const outgoing = (tls === undefined ? request : tlsRequest)(
      { port, method, path, headers: { ...type, ...length, ...headers }, ...trust, ...certificate },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          const answerHeaders: Record<string, string | undefined> = {};
          for (const [name, value] of Object.entries(incoming.headers)) {
            answerHeaders[name] = Array.isArray(value) ? value.join(', ') : value;
          }
          resolve({
            status: incoming.statusCode ?? 0,
            headers: answerHeaders,
            bytes,
            text,
            json: <T>() => JSON.parse(text) as T,
          });
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
}
