import type { RequestListener } from 'node:http';
import {
  constants,
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { Http2Request, Http2Response, setSocket } from './http2-exchange.ts';

export interface Http2Limits {
  /** Bytes of the fields of a request. */
  readonly headerBytes: number;
  /** A session without a request ends after so long. */
  readonly idleMs: number;
  /** Within so long a request must have come whole. */
  readonly requestMs: number;
}

/** Requests of one connection at a time; more wait for their turn on the other side. */
const streamsMax = 128;
/** Of what a session holds besides bodies: fields, frames that wait. Beyond it new requests are refused. */
const sessionMegabytes = 32;

/**
 * HTTP/2 for connections on which it was agreed. What bounds a caller is counted for each connection as it is for HTTP/1.1; what is of
 * HTTP/2 alone (requests that are taken back at once, endless fields, floods of pings and settings) is bounded by the runtime.
 */
export class Http2Sessions {
  readonly #server: Http2Server;
  readonly #limits: Http2Limits;
  readonly #sessions = new Map<TLSSocket, ServerHttp2Session>();

  constructor(handle: RequestListener, limits: Http2Limits) {
    this.#limits = limits;
    const server = createServer({
      maxHeaderListPairs: 256,
      maxSessionMemory: sessionMegabytes,
      settings: {
        maxConcurrentStreams: streamsMax,
        maxHeaderListSize: limits.headerBytes,
        enablePush: false,
      },
      Http2ServerRequest: Http2Request,
      Http2ServerResponse: Http2Response as typeof Http2ServerResponse,
    });
    const listener = handle as unknown as (
      request: Http2ServerRequest,
      response: Http2ServerResponse,
    ) => void;
    server.on('request', listener).on('checkContinue', listener);
    server.on('stream', (stream) => this.#bound(stream));
    this.#server = server;
  }

  /** Takes over a connection whose handshake is done. */
  accept(socket: TLSSocket): void {
    const begin = (session: ServerHttp2Session): void => this.#begin(session, socket);
    this.#server.once('session', begin);
    // Begins the session before it returns; a connection that is gone already has none.
    this.#server.emit('connection', socket);
    this.#server.off('session', begin);
  }

  /** Lets what is under way on the connection end, and takes no more; false where it speaks no HTTP/2. */
  end(socket: TLSSocket): boolean {
    const session = this.#sessions.get(socket);
    session?.close();
    return session !== undefined;
  }

  endAll(): void {
    for (const session of this.#sessions.values()) session.close();
  }

  destroyAll(): void {
    for (const session of this.#sessions.values()) session.destroy();
  }

  #begin(session: ServerHttp2Session, socket: TLSSocket): void {
    setSocket(session, socket);
    this.#sessions.set(socket, session);
    let open = 0;
    let idle: NodeJS.Timeout | undefined;
    const rest = (): void => {
      idle = setTimeout(() => session.close(), this.#limits.idleMs);
      idle.unref();
    };
    rest();
    session.on('stream', (stream: ServerHttp2Stream) => {
      open++;
      clearTimeout(idle);
      stream.once('close', () => {
        if (--open === 0 && !session.closed) rest();
      });
    });
    session.once('close', () => {
      clearTimeout(idle);
      this.#sessions.delete(socket);
    });
  }

  /** Who sends a body for ever is cut off, also where its answer is out and nobody reads it. */
  #bound(stream: ServerHttp2Stream): void {
    if (stream.endAfterHeaders) return;
    const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), this.#limits.requestMs);
    late.unref();
    stream.once('end', () => clearTimeout(late));
    stream.once('close', () => clearTimeout(late));
    // What is still to come of a body that nobody wanted must not keep the stream.
    stream.once('finish', () => {
      stream.removeAllListeners('data');
      stream.resume();
    });
  }
}
