import { createHmac, timingSafeEqual } from 'node:crypto';
import { apiError } from '@sextant/contract';
import type { SeenIndices } from './seen-indices.ts';

/**
 * A scroll holds the search that it was begun with, and so what its caller was shown. The ids of those from whom something was hidden
 * are sealed: with one that somebody else began, who sees more, nobody gets on who sees less.
 */
export class ScrollSeal {
  readonly #key: string;

  /** `key`: a secret that all instances of the service have. */
  constructor(key: string) {
    this.#key = key;
  }

  sealed(id: string, seen: SeenIndices): string {
    return `${this.#sealOf(id, seen)}.${id}`;
  }

  /** The cluster's id. Throws ApiError where the seal is not that of what the caller may see. */
  opened(given: string, seen: SeenIndices): string {
    const [seal = '', ...rest] = given.split('.');
    const id = rest.join('.');
    const expected = Buffer.from(this.#sealOf(id, seen));
    const found = Buffer.from(seal);
    if (found.length === expected.length && timingSafeEqual(found, expected)) return id;
    throw apiError(
      'security_exception',
      'the scroll was begun by somebody who may see other documents or fields',
    );
  }

  #sealOf(id: string, { parts }: SeenIndices): string {
    const seen = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = JSON.stringify([id, seen]);
    return createHmac('sha256', `scroll:${this.#key}`).update(text).digest('base64url');
  }
}

/** The cluster's id, whoever sealed it; for looking at what it names. */
export function idWithin(given: string): string {
  return /^[\w-]{43}\.(.+)$/.exec(given)?.[1] ?? given;
}
