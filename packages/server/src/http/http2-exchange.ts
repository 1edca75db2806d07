import type { IncomingHttpHeaders } from 'node:http';
import { Http2ServerRequest, Http2ServerResponse, type ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';

const sockets = new WeakMap<object, TLSSocket>();

/** The connection that a session runs over: what the runtime shows of it is another object for each stream. */
export function setSocket(session: object, socket: TLSSocket): void {
  sockets.set(session, socket);
}

/**
 * A request of HTTP/2 as one of HTTP/1.1 would look: without the fields that begin with a colon, with its authority as `Host`, and with a
 * body that has no length as one in chunks. So nothing behind it tells the two apart.
 */
export class Http2Request extends Http2ServerRequest {
  constructor(...args: ConstructorParameters<typeof Http2ServerRequest>) {
    super(...args);
    const [stream, given] = args as unknown as [ServerHttp2Stream, Readonly<IncomingHttpHeaders>];
    const socket = stream.session === undefined ? undefined : sockets.get(stream.session);
    Object.defineProperty(this, 'headers', { value: plainHeaders(given, stream) });
    if (socket !== undefined) Object.defineProperty(this, 'socket', { value: socket });
  }
}

function plainHeaders(given: Readonly<IncomingHttpHeaders>, stream: ServerHttp2Stream): IncomingHttpHeaders {
  const headers = Object.create(null) as IncomingHttpHeaders;
  for (const name of Object.keys(given)) if (!name.startsWith(':')) headers[name] = given[name];
  const authority = given[':authority'];
  if (typeof authority === 'string') headers.host = authority;
  const isUnannounced = headers['content-length'] === undefined && !stream.endAfterHeaders;
  if (isUnannounced) headers['transfer-encoding'] = 'chunked';
  return headers;
}

/** An answer that tells, as one of HTTP/1.1 does, whether its stream has ended. */
export class Http2Response extends Http2ServerResponse {
  override readonly closed: boolean = false;

  constructor(...args: ConstructorParameters<typeof Http2ServerResponse>) {
    super(...args);
    // Before anybody else listens, so that whoever is told of the end finds it noted.
    this.once('close', () => {
      (this as { closed: boolean }).closed = true;
    });
  }
}
