import type { TLSSocket } from 'node:tls';
import type { Clock, Log } from '@sextant/base';
import type { TlsLayer } from './served-identity.ts';

const windowMs = 60_000;
const linesMax = 10;
const clearCodes: readonly string[] = ['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_WRONG_VERSION_NUMBER'];
const mismatch = 'security is on here and off there: have it on, or off, at both';

interface Parts {
  readonly layer: TlsLayer;
  readonly log: Log;
  readonly clock: Clock;
}

/** Tells of callers that were turned away while shaking hands: some lines a minute, then how many more there were. */
export class RefusedHandshakes {
  readonly #parts: Parts;
  #written = 0;
  #left = 0;
  #waits = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** For `tlsClientError`. Who hangs up, as probes do, has not been turned away. */
  recordError(error: NodeJS.ErrnoException, socket: TLSSocket): void {
    // Whom Node cuts off for his certificate it tells of as of one who hung up.
    const refused = socket.authorizationError as Error | string | null | undefined;
    if (refused !== null && refused !== undefined && String(refused) !== '') {
      this.record(socket.remoteAddress, handshakeProblem({ code: String(refused) }));
    } else if (error.code !== 'ECONNRESET') {
      const isClear = this.#parts.layer === 'transport' && clearCodes.includes(error.code ?? '');
      this.record(socket.remoteAddress, isClear ? mismatch : handshakeProblem(error));
    }
  }

  record(address: string | undefined, why: string): void {
    const { layer, log, clock } = this.#parts;
    if (!this.#waits) {
      this.#waits = true;
      clock.after(windowMs, () => this.#next());
    }
    if (this.#written >= linesMax) {
      this.#left++;
      return;
    }
    this.#written++;
    log.log('warn', 'tls', 'a caller was turned away', { layer, address, why });
  }

  #next(): void {
    const { layer, log } = this.#parts;
    if (this.#left > 0) {
      log.log('warn', 'tls', 'a caller was turned away: more of these were not written', {
        layer,
        count: this.#left,
      });
    }
    this.#written = 0;
    this.#left = 0;
    this.#waits = false;
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ERR_SSL_HTTP_REQUEST', 'it speaks HTTP in the clear: call https'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it speaks no TLS'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'it offers no TLS of version 1.2 or above'],
  ['ERR_SSL_NO_SHARED_CIPHER', 'it has no cipher in common'],
  ['ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE', 'it shows no certificate, and one is asked for'],
  ['ERR_TLS_HANDSHAKE_TIMEOUT', 'it did not end the handshake in time'],
  ['CERT_REVOKED', 'its certificate was revoked'],
  ['UNABLE_TO_GET_CRL', 'the authority of its certificate has no list in security.ssl.http.crl.file_path'],
  ['CRL_HAS_EXPIRED', 'the list in security.ssl.http.crl.file_path is out of date: bring the next one'],
  ['CERT_HAS_EXPIRED', 'its certificate has ended'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is of an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is of an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its certificate is of an authority that is not trusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is of an authority that is not trusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is of an authority that is not trusted'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'it does not trust the certificate of this service'],
  ['ERR_SSL_SSL/TLS_ALERT_UNKNOWN_CA', 'it does not trust the certificate of this service'],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', 'it does not accept the certificate of this service'],
  ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN', 'it does not accept the certificate of this service'],
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'it does not accept the certificate of this service'],
  ['INVALID_PURPOSE', 'its certificate is not for clients'],
]);

/** What an error of a handshake means, in words; its code where they are not known. */
export function handshakeProblem(error: unknown): string {
  const code = String((error as NodeJS.ErrnoException).code ?? error);
  const text = reasons.get(code);
  return text === undefined ? code : `${text} (${code})`;
}
