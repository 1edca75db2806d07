import type { X509Certificate } from 'node:crypto';
import { ConfigError, type Settings } from '../config/settings.ts';
import { commonName, namePattern, sameName } from './distinguished-name.ts';
import { nodeMark } from './node-mark.ts';
import type { ServedIdentity, TlsLayer } from './served-identity.ts';
import { subjectOf } from './shown-certificate.ts';

/** What a certificate says of who shows it. */
export interface CertificateFacts {
  /** The subject as RFC 4514 writes it. */
  readonly name: string;
  /** The one common name; undefined where there is none, or several. */
  readonly user: string | undefined;
  readonly beginsAt: number;
  readonly endsAt: number;
  /** Of a node, which may speak for its cluster and is no user. */
  readonly isNode: boolean;
  /** May do everything. */
  readonly isAdministrator: boolean;
}

export interface JudgeParts {
  /** `security.authcz.admin_dn` */
  readonly administrators: readonly string[];
  /** `security.nodes_dn` */
  readonly nodes: readonly string[];
  /** The certificates that this node shows now. */
  readonly own: () => readonly X509Certificate[];
}

/**
 * Judges certificates whose signatures were checked already. Of a node is one that carries the mark, or whose subject is
 * that of this node or fits `nodes`: being signed by a trusted authority is not enough, as users have such certificates too.
 */
export class CertificateJudge {
  readonly #parts: JudgeParts;
  readonly #nodeTests: readonly ((name: string) => boolean)[];
  readonly #known = new WeakMap<X509Certificate, CertificateFacts>();

  /** Throws ConfigError for what is no name. */
  constructor(parts: JudgeParts) {
    this.#parts = parts;
    this.#nodeTests = parts.nodes.map((pattern) => patternOf('security.nodes_dn', pattern));
    for (const name of parts.administrators) patternOf('security.authcz.admin_dn', name);
  }

  facts(certificate: X509Certificate): CertificateFacts {
    const known = this.#known.get(certificate);
    if (known !== undefined) return known;
    const name = subjectOf(certificate);
    const isNode = this.#isNode(certificate, name);
    const facts = {
      name,
      user: commonName(name),
      beginsAt: certificate.validFromDate.getTime(),
      endsAt: certificate.validToDate.getTime(),
      isNode,
      isAdministrator: !isNode && this.#parts.administrators.some((admin) => sameName(admin, name)),
    };
    this.#known.set(certificate, facts);
    return facts;
  }

  #isNode(certificate: X509Certificate, name: string): boolean {
    const marks = (certificate.subjectAltName ?? '').split(', ');
    if (marks.includes(`Registered ID:${nodeMark}`)) return true;
    if (this.#nodeTests.some((fits) => fits(name))) return true;
    return this.#parts.own().some((own) => sameName(subjectOf(own), name));
  }
}

function patternOf(setting: string, text: string): (name: string) => boolean {
  const fits = namePattern(text);
  if (fits !== undefined) return fits;
  throw new ConfigError(`${setting} takes names such as CN=a.search.example,O=x and not [${text}]`);
}

/** The judge that the settings make, beside the certificates that are shown now. */
export function judgeOf(
  settings: Settings,
  identity: (layer: TlsLayer) => ServedIdentity | undefined,
): CertificateJudge {
  return new CertificateJudge({
    administrators: settings.get('security.authcz.admin_dn'),
    nodes: settings.get('security.nodes_dn'),
    own: () =>
      (['http', 'transport'] as const).flatMap((layer) => identity(layer)?.current.chain.slice(0, 1) ?? []),
  });
}
