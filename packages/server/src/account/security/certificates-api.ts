import { ApiError } from '@sextant/contract';
import type { SecurityEvents } from '../../security/security-event.ts';
import type { ServedIdentity, TlsLayer } from '../../tls/served-identity.ts';
import { shownCertificate } from '../../tls/shown-certificate.ts';
import { TlsProblem } from '../../tls/tls-problem.ts';
import { type AccountAnswer, type AccountCall, callerOf } from '../account-call.ts';
import { refused } from './security-answers.ts';

export interface CertificatesApiParts {
  /** Of a layer that is served over TLS. */
  readonly identity: (layer: TlsLayer) => ServedIdentity | undefined;
  /** `security.ssl.cert_reload.enabled` */
  readonly reloads: boolean;
  readonly events: SecurityEvents;
}

/** The certificates of the service, in the answers of the security plugin. */
export class CertificatesApi {
  readonly #parts: CertificatesApiParts;

  constructor(parts: CertificatesApiParts) {
    this.#parts = parts;
  }

  show(): AccountAnswer {
    const listOf = (layer: TlsLayer) =>
      this.#parts.identity(layer)?.current.chain.map(shownCertificate) ?? null;
    return {
      status: 200,
      body: { http_certificates_list: listOf('http'), transport_certificates_list: listOf('transport') },
    };
  }

  /** Reads the files of a layer anew. Rejects with what is wrong with them; what was read before stays then. */
  async reload(call: AccountCall, given: string, path: string): Promise<AccountAnswer> {
    const { identity, reloads, events } = this.#parts;
    const layer = given.toLowerCase().trim();
    if (!reloads) {
      const wish = 'In order to use SSL reload functionality set security.ssl.cert_reload.enabled to true';
      throw refused(400, `no handler found for uri [${path}] and method [PUT]. ${wish}`);
    }
    if (layer !== 'http' && layer !== 'transport') {
      const paths = ['http', 'transport'].map((name) => `/_plugins/_security/api/ssl/${name}/reload`);
      throw refused(403, `invalid uri path, please use ${paths.join(' or ')}`);
    }
    const served = identity(layer);
    if (served === undefined) {
      throw refused(400, `SSL for ${layer === 'http' ? 'HTTP' : 'transport'} is disabled`);
    }
    try {
      served.reload();
    } catch (error) {
      if (!(error instanceof TlsProblem)) throw error;
      const reason = `Error while initializing ${layer} SSL layer: ${error.message}; the certificate before it stays`;
      throw new ApiError({ type: 'security_exception', reason, status: 500 });
    }
    const { username } = callerOf(call);
    events.record({
      type: 'security changed',
      username,
      address: call.remoteAddress,
      what: `certificates of ${layer}`,
    });
    return { status: 200, body: { message: `updated ${layer} certs` } };
  }
}
