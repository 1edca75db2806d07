import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock, Log } from '@sextant/base';
import { trustOf } from '../tls/tls-identity.ts';
import type { ClusterName } from './handshake.ts';
import type { RemoteHandler } from './remote-clusters.ts';
import { ServerSession } from './server-session.ts';
import { listenerOptions, peerOf, type TransportTls } from './transport-tls.ts';

/** Callers beyond this are hung up on. */
const sessionsMax = 64;
/** Calls of one connection at a time. */
const streamsMax = 128;
const headerBytesMax = 8 * 1024;
/** A burst of streams that are reset at once ends the connection. */
const resetsBurst = 1_000;
const resetsPerSecond = 33;
const windowBytes = 1024 * 1024;

/** What one caller may ask of a connection. */
const bounds = {
  maxSessionInvalidFrames: 10,
  maxSessionRejectedStreams: 10,
  maxHeaderListPairs: 32,
  maxSettings: 16,
  maxOutstandingPings: 4,
  unknownProtocolTimeout: 1_000,
  streamResetBurst: resetsBurst,
  streamResetRate: resetsPerSecond,
  settings: {
    maxConcurrentStreams: streamsMax,
    maxHeaderListSize: headerBytesMax,
    initialWindowSize: windowBytes,
    enablePush: false,
  },
};

const mismatch = 'have it on, or off, at both';
/** Whoever calls in the clear does so again and again. */
const toldMs = 60_000;

export interface TransportServerOptions {
  readonly host: string;
  /** The first that is free is taken; [0] = any. */
  readonly ports: readonly number[];
  readonly cluster: ClusterName;
  readonly handlers: ReadonlyMap<string, RemoteHandler>;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: security is off. */
  readonly tls?: TransportTls | undefined;
}

/** Where other clusters call: HTTP/2, the action as path, CBOR as body. Answers nothing before the handshake. */
export class TransportServer {
  readonly #options: TransportServerOptions;
  readonly #server: Http2Server | Http2SecureServer;
  readonly #sessions = new Set<ServerSession>();
  /** Over TLS: callers who have not shaken hands yet. */
  readonly #shaking = new Map<string, Socket>();
  #sockets = 0;
  #told = false;
  #port = 0;

  private constructor(options: TransportServerOptions) {
    this.#options = options;
    const { tls } = options;
    this.#server = tls === undefined ? createServer(bounds) : this.#secureServer(tls);
    this.#server.on('connection', (socket: Socket) => this.#admit(socket));
    this.#server.on('session', (session) => this.#begin(session));
    this.#server.on('sessionError', (error: Error) => this.#tellStranger(error));
  }

  #secureServer(tls: TransportTls): Http2SecureServer {
    const server = createSecureServer({ ...bounds, ...listenerOptions(tls) });
    server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
      tls.refused.recordError(error, socket);
      socket.destroy();
    });
    let trust = trustOf(tls.identity.current);
    const stop = tls.identity.onChange((identity) => {
      server.setSecureContext(listenerOptions(tls));
      if (trustOf(identity) === trust) return;
      trust = trustOf(identity);
      // Callers were judged by what was trusted before: whoever still is comes back.
      for (const session of this.#sessions) session.end();
    });
    server.once('close', stop);
    return server;
  }

  /** Who has not shaken hands yet takes the place of nobody who has, and of several such the first gives way. */
  #admit(socket: Socket): void {
    if (this.#options.tls === undefined) {
      this.#sockets++;
      socket.once('close', () => this.#sockets--);
      if (this.#sockets > sessionsMax) socket.destroy();
      return;
    }
    const key = keyOf(socket);
    this.#shaking.set(key, socket);
    socket.once('close', () => {
      if (this.#shaking.get(key) === socket) this.#shaking.delete(key);
    });
    if (this.#shaking.size <= sessionsMax) return;
    const [first] = this.#shaking.values();
    first?.destroy();
  }

  /** What is no HTTP/2 in the clear may be the greeting of TLS. */
  #tellStranger(error: Error): void {
    const { tls, log, clock } = this.#options;
    if (tls !== undefined || this.#told || !/magic/i.test(error.message)) return;
    this.#told = true;
    clock.after(toldMs, () => {
      this.#told = false;
    });
    log.log('warn', 'transport', 'a caller does not speak the transport protocol in the clear', {
      why: `if it is another cluster, security is off here and on there: ${mismatch}`,
    });
  }

  /** Opens the socket. Rejects with Node's error where none of the ports can be had. */
  static async listen(options: TransportServerOptions): Promise<TransportServer> {
    const transport = new TransportServer(options);
    const last = options.ports.at(-1);
    for (const port of options.ports) {
      try {
        await transport.#bind(port);
        return transport;
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
        if (!isTaken || port === last) throw error;
      }
    }
    throw new Error('no port is given to listen on');
  }

  get port(): number {
    return this.#port;
  }

  /** Takes no more connections and cuts those that are open: the other side comes back. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.#sessions) session.end();
    for (const socket of this.#shaking.values()) socket.destroy();
    await closed;
  }

  #bind(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, this.#options.host, () => {
        this.#server.off('error', reject);
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  #begin(http2: ServerHttp2Session): void {
    const { cluster, handlers, clock, log, tls } = this.#options;
    this.#shaking.delete(keyOf(http2.socket));
    if (tls !== undefined && this.#sessions.size >= sessionsMax) {
      http2.destroy();
      return;
    }
    const peer = tls === undefined ? undefined : peerOf(http2, tls);
    const session = new ServerSession({ http2, cluster, handlers, clock, log, peer });
    this.#sessions.add(session);
    http2.once('close', () => this.#sessions.delete(session));
  }
}

function keyOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}
