import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenConnections } from '../observe/open-connections.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import type { Http2Sessions } from './http2-sessions.ts';
import type { ListenerTls } from './tls-server.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  /** Serves HTTPS. */
  readonly tls?: ListenerTls;
  /** Counts who is connected. */
  readonly connections?: OpenConnections;
  /** Told of each caller of HTTP/2 that has not agreed on it, which takes TLS. */
  readonly onPlainHttp2?: () => void;
}

export interface Listener {
  readonly address: string;
  readonly port: number;
  /** Takes no more connections, lets running requests end, and after `graceMs` cuts them off. */
  close(graceMs: number): Promise<void>;
}

/** Names of many indices make long addresses. */
const maxHeaderSize = 64 * 1024;
/** Longer than the idle time of the usual proxies and clients, so that it is they who hang up. */
const keepAliveMs = 75_000;
/** A request that has not come whole by then is cut off. */
const requestMs = 300_000;

/**
 * Connections that may wait until they are accepted; the system may allow fewer (`net.core.somaxconn`). With the runtime's 511 a burst of
 * callers met resets while the service was busy.
 */
const backlog = 8192;

/** Opens the socket. Rejects with Node's error (`EADDRINUSE`, `EACCES`, …) where it cannot be had. */
export async function listen(handle: RequestListener, options: ListenOptions): Promise<Listener> {
  const { server, sessions, endHandshakes } = await made(handle, options.tls);
  const { connections } = options;
  if (connections !== undefined) server.on('connection', (socket) => connections.add(socket));
  answerBrokenRequests(server, options.onPlainHttp2);
  // A caller that waits to be told to send its body (`Expect: 100-continue`) is told when the body is read.
  server.on('checkContinue', handle);
  // Node hangs up on who takes the service for a proxy, without a word.
  server.on('connect', (_, socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host: options.host, backlog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port } = server.address() as AddressInfo;
  return {
    address,
    port,
    close: (graceMs) => {
      endHandshakes();
      return closeServer(server, sessions, graceMs);
    },
  };
}

interface Made {
  readonly server: Server;
  /** Where HTTP/2 is served. */
  readonly sessions?: Http2Sessions;
  endHandshakes(): void;
}

/** What TLS needs is loaded where it is served. */
async function made(handle: RequestListener, tls: ListenerTls | undefined): Promise<Made> {
  const common = { maxHeaderSize, keepAliveTimeout: keepAliveMs, requestTimeout: requestMs, noDelay: true };
  if (tls === undefined) return { server: createServer(common, handle), endHandshakes: () => {} };
  const { createTlsServer } = await import('./tls-server.ts');
  return createTlsServer(common, handle, tls, { headerBytes: maxHeaderSize, idleMs: keepAliveMs, requestMs });
}

async function closeServer(
  server: Server,
  sessions: Http2Sessions | undefined,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  sessions?.endAll();
  const cut = setTimeout(() => {
    server.closeAllConnections();
    sessions?.destroyAll();
  }, graceMs);
  await closed;
  clearTimeout(cut);
}
