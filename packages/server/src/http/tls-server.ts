import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { assert } from '@sextant/base';
import { handshakeProblem, type RefusedHandshakes } from '../tls/refused-handshakes.ts';
import type { ServedIdentity } from '../tls/served-identity.ts';
import { serverOptions, type TlsRules } from '../tls/server-options.ts';
import { trustOf } from '../tls/tls-identity.ts';
import { type Http2Limits, Http2Sessions } from './http2-sessions.ts';

/** How REST is served over TLS. */
export interface ListenerTls {
  readonly identity: ServedIdentity;
  readonly rules: Omit<TlsRules, 'protocols'>;
  readonly refused: RefusedHandshakes;
}

export interface TlsServer {
  readonly server: Server;
  /** For who speaks HTTP/2; the server itself knows only of HTTP/1.1. */
  readonly sessions: Http2Sessions;
  /** Cuts off who has not shaken hands yet: nothing else would end them before their time is over. */
  endHandshakes(): void;
}

const protocols = ['h2', 'http/1.1'];

/**
 * A server of HTTPS. What is served follows the identity; connections that are open go on with what they began with, but for those
 * whose callers have shown certificates, when others are trusted than before.
 */
export function createTlsServer(
  common: ServerOptions,
  handle: RequestListener,
  { identity, rules, refused }: ListenerTls,
  http2: Http2Limits,
): TlsServer {
  const optionsNow = () => serverOptions(identity.current, { ...rules, protocols });
  const server = createServer({ ...common, ...optionsNow() }, handle);
  const sessions = new Http2Sessions(handle, http2);
  divideConnections(server, sessions);
  const shaking = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    shaking.set(key, socket);
    socket.once('close', () => {
      if (shaking.get(key) === socket) shaking.delete(key);
    });
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    shaking.delete(keyOf(socket));
    if (socket.authorized || socket.getPeerX509Certificate() === undefined) return;
    refused.record(socket.remoteAddress, handshakeProblem({ code: String(socket.authorizationError) }));
    socket.destroy();
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    refused.recordError(error, socket);
    socket.destroy();
  });
  const known = knownCallers(server, sessions);
  let trust = trustOf(identity.current);
  const stop = identity.onChange((next) => {
    server.setSecureContext(optionsNow());
    if (trustOf(next) !== trust) known.end();
    trust = trustOf(next);
  });
  server.once('close', stop);
  return {
    server,
    sessions,
    endHandshakes: () => {
      for (const socket of shaking.values()) socket.destroy();
    },
  };
}

/** The server of HTTPS takes every connection for HTTP/1.1: its own listener gets those that are. */
function divideConnections(server: Server, sessions: Http2Sessions): void {
  const [serveHttp1] = server.listeners('secureConnection') as ((socket: TLSSocket) => void)[];
  assert(serveHttp1 !== undefined, 'a server of HTTPS listens to its connections');
  server.off('secureConnection', serveHttp1);
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') sessions.accept(socket);
    else serveHttp1.call(server, socket);
  });
}

/** Callers who have shown a certificate. */
function knownCallers(server: Server, sessions: Http2Sessions): { end(): void } {
  const sockets = new Set<TLSSocket>();
  const answering = new Set<Socket>();
  const ended = new WeakSet<Socket>();
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.destroyed || socket.getPeerX509Certificate() === undefined) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    if (!sockets.has(socket as TLSSocket)) return;
    answering.add(socket);
    response.once('close', () => {
      answering.delete(socket);
      if (ended.has(socket)) socket.destroySoon();
    });
  });
  return {
    end: () => {
      for (const socket of sockets) {
        if (sessions.end(socket)) continue;
        ended.add(socket);
        if (!answering.has(socket)) socket.destroy();
      }
    },
  };
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
