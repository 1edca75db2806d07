import { constants } from 'node:crypto';
import type { TlsOptions } from 'node:tls';
import type { ClientCertificates } from '../config/tls-settings.ts';
import type { TlsIdentity } from './tls-identity.ts';

/** Whoever has not shaken hands by then is cut off. */
const handshakeLimitMs = 10_000;

/** With forward secrecy and authenticated encryption, and nothing else. */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

export interface TlsRules {
  readonly clients: ClientCertificates;
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
  readonly maxVersion: 'TLSv1.2' | 'TLSv1.3';
  /** What is spoken over TLS, as ALPN names it. */
  readonly protocols: readonly string[];
  /** 10 s where not given. */
  readonly handshakeMs?: number;
}

/**
 * For Node's servers and `setSecureContext`. Nobody may renegotiate. Who may show a certificate has to show it for each
 * connection: a session that is resumed would keep the judgement of another time.
 */
export function serverOptions({ options }: TlsIdentity, rules: TlsRules): TlsOptions {
  const asks = rules.clients !== 'NONE';
  const { SSL_OP_NO_RENEGOTIATION: noRenegotiation, SSL_OP_NO_TICKET: noTicket } = constants;
  const { ca, crl, ...shown } = options;
  return {
    ...shown,
    ...(asks && ca !== undefined ? { ca } : {}),
    ...(asks && crl !== undefined ? { crl } : {}),
    minVersion: rules.minVersion,
    maxVersion: rules.maxVersion,
    ciphers,
    honorCipherOrder: true,
    secureOptions: noRenegotiation | (asks ? noTicket : 0),
    handshakeTimeout: rules.handshakeMs ?? handshakeLimitMs,
    requestCert: asks,
    // Who may come without a certificate is let in by Node with any; the listener turns away what is not trusted.
    rejectUnauthorized: rules.clients === 'REQUIRE',
    ALPNProtocols: [...rules.protocols],
  };
}
