import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { handshakeProblem, type RefusedHandshakes } from '../tls/refused-handshakes.ts';
import type { ServedIdentity } from '../tls/served-identity.ts';
import { serverOptions, type TlsRules } from '../tls/server-options.ts';

/** How REST is served over TLS. */
export interface ListenerTls {
  readonly identity: ServedIdentity;
  readonly rules: Omit<TlsRules, 'protocols'>;
  readonly refused: RefusedHandshakes;
}

export interface TlsServer {
  readonly server: Server;
  /** Cuts off who has not shaken hands yet: nothing else would end them before their time is over. */
  endHandshakes(): void;
}

/** HTTP/2 is not offered: what bounds a caller (bodies, slow readers, requests of one connection) is bound to connections of HTTP/1.1. */
const protocols = ['http/1.1'];

/** A server of HTTPS. What is served follows the identity; connections that are open go on with what they began with. */
export function createTlsServer(
  common: ServerOptions,
  handle: RequestListener,
  { identity, rules, refused }: ListenerTls,
): TlsServer {
  const optionsNow = () => serverOptions(identity.current, { ...rules, protocols });
  const server = createServer({ ...common, ...optionsNow() }, handle);
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
  const stop = identity.onChange(() => server.setSecureContext(optionsNow()));
  server.once('close', stop);
  return {
    server,
    endHandshakes: () => {
      for (const socket of shaking.values()) socket.destroy();
    },
  };
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
