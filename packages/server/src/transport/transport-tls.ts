import { X509Certificate } from 'node:crypto';
import type { ServerHttp2Session } from 'node:http2';
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls';
import { apiError } from '@sextant/contract';
import type { CertificateJudge } from '../tls/certificate-judge.ts';
import type { RefusedHandshakes } from '../tls/refused-handshakes.ts';
import type { ServedIdentity } from '../tls/served-identity.ts';
import { serverOptions } from '../tls/server-options.ts';
import { issuerOf } from '../tls/shown-certificate.ts';
import type { PeerOfSession } from './server-session.ts';

/** How clusters call each other when security is on: both show a certificate, and both have to be nodes. */
export interface TransportTls {
  readonly identity: ServedIdentity;
  readonly judge: CertificateJudge;
  /** `security.ssl.transport.skip_domain_verify` */
  readonly skipsNames: boolean;
  readonly refused: RefusedHandshakes;
  /** 10 s where not given. */
  readonly handshakeMs?: number;
}

const versions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;

/** Of the side that listens. */
export function listenerOptions({ identity, handshakeMs }: TransportTls) {
  return serverOptions(identity.current, {
    ...versions,
    clients: 'REQUIRE',
    protocols: ['h2'],
    ...(handshakeMs === undefined ? {} : { handshakeMs }),
  });
}

/** Of the side that calls. `serverName`: '' = the host that is called. */
export function callerOptions(
  { identity, judge, skipsNames }: TransportTls,
  serverName: string,
): ConnectionOptions {
  return {
    ...identity.current.options,
    ...versions,
    ...(serverName === '' ? {} : { servername: serverName }),
    rejectUnauthorized: true,
    checkServerIdentity: (host, certificate) =>
      (skipsNames ? undefined : checkServerIdentity(host, certificate)) ?? nodeProblem(judge, certificate),
  };
}

function nodeProblem(judge: CertificateJudge, { raw }: PeerCertificate): Error | undefined {
  const { isNode, name } = judge.facts(new X509Certificate(raw));
  return isNode ? undefined : new Error(notANode(name));
}

function notANode(name: string): string {
  return `the certificate of [${name}] is not that of a node: security.nodes_dn names nodes whose certificates do not say so`;
}

/** Who has called, by the certificate that was shown. */
export function peerOf(http2: ServerHttp2Session, { judge, refused }: TransportTls): PeerOfSession {
  const socket = http2.socket as TLSSocket;
  const certificate = socket.authorized ? socket.getPeerX509Certificate() : undefined;
  const facts = certificate === undefined ? undefined : judge.facts(certificate);
  if (certificate !== undefined && facts?.isNode === true) {
    const owner = `${facts.name} of ${authorityOf(certificate)}`;
    return { refusal: undefined, owner, endsAt: facts.endsAt };
  }
  const why = notANode(facts?.name ?? '');
  refused.record(socket.remoteAddress, why);
  return { refusal: apiError('security_exception', why), owner: '', endsAt: 0 };
}

/** The one at the end of the chain: those in between have other names now and then. */
function authorityOf(certificate: X509Certificate): string {
  let last = certificate;
  for (let next = last.issuerCertificate; next !== undefined; next = last.issuerCertificate) last = next;
  return issuerOf(last);
}
