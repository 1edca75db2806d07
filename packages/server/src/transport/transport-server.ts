import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Clock, Log } from '@sextant/base';
import type { ClusterName } from './handshake.ts';
import type { RemoteHandler } from './remote-clusters.ts';
import { ServerSession } from './server-session.ts';

/** Callers beyond this are hung up on. */
const sessionsMax = 64;
/** Calls of one connection at a time. */
const streamsMax = 128;
const headerBytesMax = 8 * 1024;
/** A burst of streams that are reset at once ends the connection. */
const resetsBurst = 1_000;
const resetsPerSecond = 33;
const windowBytes = 1024 * 1024;

export interface TransportServerOptions {
  readonly host: string;
  /** The first that is free is taken; [0] = any. */
  readonly ports: readonly number[];
  readonly cluster: ClusterName;
  readonly handlers: ReadonlyMap<string, RemoteHandler>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Where other clusters call: HTTP/2, the action as path, CBOR as body. Answers nothing before the handshake. */
export class TransportServer {
  readonly #options: TransportServerOptions;
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerSession>();
  #sockets = 0;
  #port = 0;

  private constructor(options: TransportServerOptions) {
    this.#options = options;
    this.#server = createServer({
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
    });
    this.#server.on('connection', (socket) => {
      this.#sockets++;
      socket.once('close', () => this.#sockets--);
      if (this.#sockets > sessionsMax) socket.destroy();
    });
    this.#server.on('session', (session) => this.#begin(session));
    this.#server.on('sessionError', () => {});
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
    const { cluster, handlers, clock, log } = this.#options;
    const session = new ServerSession({ http2, cluster, handlers, clock, log });
    this.#sessions.add(session);
    http2.once('close', () => this.#sessions.delete(session));
  }
}
