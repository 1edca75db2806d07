import type { X509Certificate } from 'node:crypto';
import type { Clock } from '@sextant/base';
import type { CertificateFacts, CertificateJudge } from '../tls/certificate-judge.ts';
import type { SecurityEvents } from './security-event.ts';
import type { Identity, Proven } from './sign-in.ts';

export interface CertificateSignInParts {
  readonly judge: CertificateJudge;
  /** The account of exactly that user name. Rejects where it cannot be known. */
  readonly byName: (username: string) => Promise<Proven | undefined>;
  readonly events: SecurityEvents;
  readonly clock: Pick<Clock, 'now'>;
}

/** Who calls, by a client certificate that a trusted authority has signed. It holds for as long as the certificate is valid. */
export class CertificateSignIn {
  readonly #parts: CertificateSignInParts;
  readonly #administrators = new WeakMap<CertificateFacts, Identity>();

  constructor(parts: CertificateSignInParts) {
    this.#parts = parts;
  }

  /** One of those who may do everything: they need no account. */
  administrator(certificate: X509Certificate): Identity | undefined {
    const facts = this.#parts.judge.facts(certificate);
    const { name, isAdministrator } = facts;
    if (!isAdministrator || !this.#isValid(certificate)) return undefined;
    const known = this.#administrators.get(facts);
    if (known !== undefined) return known;
    const identity = { id: name, username: name, roles: ['superuser'] };
    this.#administrators.set(facts, identity);
    return identity;
  }

  /** The account whose name is the common name. Undefined = none; told. */
  async user(certificate: X509Certificate, address: string): Promise<Identity | undefined> {
    const { judge, byName, events } = this.#parts;
    const { name, user, isNode } = judge.facts(certificate);
    const isPossible = user !== undefined && user !== '' && !isNode && this.#isValid(certificate);
    const found = isPossible ? await byName(user) : undefined;
    if (found !== undefined) return found.identity;
    events.record({ type: 'certificate refused', username: name, address });
    return undefined;
  }

  /** A connection outlives the look at the certificate that was shown when it was opened. */
  #isValid(certificate: X509Certificate): boolean {
    const { beginsAt, endsAt } = this.#parts.judge.facts(certificate);
    const now = this.#parts.clock.now();
    return beginsAt <= now && now < endsAt;
  }
}
