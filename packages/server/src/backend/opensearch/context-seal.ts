import { createHmac, timingSafeEqual } from 'node:crypto';
import { apiError } from '@sextant/contract';
import type { Access } from '../access.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './exact-json.ts';
import type { SeenIndices } from './partial/seen-indices.ts';

const searchAction = 'indices:data/read/search';

/** What a caller may see of what a scroll goes through; undefined: all of it. */
type Seen = Pick<SeenIndices, 'parts'> | undefined;

/**
 * Ids of scrolls and points in time lead to contexts of the cluster by a number that anybody can guess, whatever indices they name
 * beside it. Those that are given to callers who may not search everything are sealed, and of them no others are taken: the names in
 * an id are then those that it was made for. A scroll also holds the search that it was begun with, and so what its caller was shown:
 * its seal is that of what he may see, too.
 */
export class ContextSeal {
  readonly #key: string;

  /** `key`: a secret that all instances of the service have. */
  constructor(key: string) {
    this.#key = key;
  }

  scroll(id: string, seen: Seen): string {
    return `${this.#sealOf('scroll', id, seen)}.${id}`;
  }

  pointInTime(id: string): string {
    return `${this.#sealOf('pit', id, undefined)}.${id}`;
  }

  /** The cluster's id. Throws ApiError where the seal is not that of what the caller may see. */
  openedScroll(given: string, seen: Seen): string {
    return this.#opened('scroll', given, seen);
  }

  /** The cluster's id. Throws ApiError where it was not sealed here. */
  openedPointInTime(given: string): string {
    return this.#opened('pit', given, undefined);
  }

  #opened(kind: Kind, given: string, seen: Seen): string {
    const [seal = '', ...rest] = given.split('.');
    const id = rest.join('.');
    const expected = Buffer.from(this.#sealOf(kind, id, seen));
    const found = Buffer.from(seal);
    if (found.length === expected.length && timingSafeEqual(found, expected)) return id;
    throw apiError('security_exception', refusals[kind]);
  }

  #sealOf(kind: Kind, id: string, seen: Seen): string {
    const parts = [...(seen?.parts ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = JSON.stringify([id, parts]);
    return createHmac('sha256', `${kind}:${this.#key}`).update(text).digest('base64url');
  }
}

type Kind = 'scroll' | 'pit';

const refusals = {
  scroll: 'the scroll was begun by somebody who may see other documents or fields',
  pit: 'the point in time was opened by somebody who may see other indices, documents or fields',
} as const;

/** undefined: the caller may search everything, and has the cluster's own ids. */
export function contextSealOf(
  access: Pick<Access, 'internal' | 'everywhere' | 'sealKey'>,
): ContextSeal | undefined {
  if (access.internal || access.everywhere(searchAction)) return undefined;
  return new ContextSeal(access.sealKey);
}

/** The cluster's id, whoever sealed it; for looking at what it names. */
export function idWithin(given: string): string {
  return /^[\w-]{43}\.(.+)$/.exec(given)?.[1] ?? given;
}

/** Whether an answer may hold ids that are to be sealed. */
export function hasContextIds(bytes: Buffer): boolean {
  return bytes.includes('"_scroll_id"') || bytes.includes('"pit_id"');
}

/** An id where the cluster writes it: before all else. */
const idAtHead = /^\{"(?:(_scroll_id)|pit_id)":"([\w=-]+)"/;
const headBytes = 64 * 1024;

/**
 * An answer to one search with its id sealed, and all that follows as it is; undefined where it does not begin with one. A page of a
 * scroll may be long, and nothing else of it is to be read.
 */
export function withSealedHead(bytes: Buffer, seal: ContextSeal): Buffer | undefined {
  const found = idAtHead.exec(bytes.toString('latin1', 0, headBytes));
  if (found === null) return undefined;
  const [head, scroll, id = ''] = found;
  const sealed = scroll === undefined ? seal.pointInTime(id) : seal.scroll(id, undefined);
  const kept = head.slice(0, head.length - id.length - 1);
  return Buffer.concat([Buffer.from(`${kept}${sealed}"`), bytes.subarray(head.length)]);
}

/** The answer to a search, to several, or to a call for points in time, with sealed ids. */
export function withSeals(answer: JsonValue, seal: ContextSeal, seen: Seen): JsonValue {
  if (!isJsonObject(answer)) return answer;
  const { _scroll_id: scroll, pit_id: pit, responses, pits } = answer;
  const written: JsonObject = { ...answer };
  if (typeof scroll === 'string') written._scroll_id = seal.scroll(scroll, seen);
  if (typeof pit === 'string') written.pit_id = seal.pointInTime(pit);
  if (Array.isArray(responses)) written.responses = responses.map((one) => withSeals(one, seal, undefined));
  if (Array.isArray(pits)) written.pits = pits.map((one) => withSeals(one, seal, undefined));
  return written;
}
