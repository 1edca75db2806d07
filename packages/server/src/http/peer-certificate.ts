import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

const known = new WeakMap<Socket, X509Certificate | undefined>();

/** The certificate that the other end has shown and that a trusted authority has signed; read once a connection. */
export function peerCertificate(socket: Socket): X509Certificate | undefined {
  if (!('encrypted' in socket)) return undefined;
  if (known.has(socket)) return known.get(socket);
  const tls = socket as TLSSocket;
  const certificate = tls.authorized ? tls.getPeerX509Certificate() : undefined;
  known.set(socket, certificate);
  return certificate;
}
