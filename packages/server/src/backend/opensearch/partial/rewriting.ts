import { type ApiError, apiError } from '@sextant/contract';
import { refusedToPart } from '../../../patterns/partly-seen.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../exact-json.ts';
import { shownMetadata } from './seen-fields.ts';
import { guardOf, type SeenIndices } from './seen-indices.ts';

/** Before the name of a field that is hidden: nothing is mapped by such a name. */
export const notThere = 'not-there-7c1e94d2-';

type RewriteHits = (body: JsonObject, to: Rewriting) => JsonValue;

/** What the rewriting of one search knows. */
export class Rewriting {
  readonly seen: SeenIndices;
  /** The query that every document must match. */
  readonly guard: JsonObject;
  /** How the bodies of hits within hits are rewritten. */
  readonly hits: RewriteHits;
  /** Aggregations over all documents, which are answered one level deeper. */
  readonly globals = new Set<string>();

  constructor(seen: SeenIndices, hits: RewriteHits) {
    this.seen = seen;
    this.guard = guardOf(seen);
    this.hits = hits;
  }

  get hidesDocuments(): boolean {
    return this.seen.hidesDocuments;
  }

  get hidesFields(): boolean {
    return this.seen.hidesFields;
  }

  /**
   * The name under which a field is asked for: what is hidden is asked for by a name that nothing has. Throws ApiError where it is
   * hidden in some of the indices alone.
   */
  field(given: JsonValue): string {
    if (typeof given !== 'string') throw apiError('illegal_argument_exception', 'a field must be named');
    if (!this.hidesFields) return given;
    if (given.startsWith('_')) return shownMetadata.has(given) ? given : notThere + given;
    // What is expanded to names would be expanded to hidden ones.
    if (/[*?]/.test(given)) throw refusedToPart(given);
    return this.#named(given, (fields) => fields.shows(given));
  }

  /** A word beside fields that could be one: of a hidden field it is refused. */
  param(name: string): string {
    if ([...this.seen.fields.values()].some((fields) => fields.hides(name))) throw refusedToPart(name);
    return name;
  }

  /** A field, or an object, of which it is asked whether it is there. */
  existing(given: JsonValue): string {
    if ([...this.seen.fields.values()].some((fields) => fields.isObject(String(given)))) {
      throw refusedToPart(`exists: ${String(given)}`);
    }
    return this.field(given);
  }

  /** The path of a nested object. */
  path(given: JsonValue): JsonValue {
    const path = String(given);
    return this.hidesFields ? this.#named(path, (fields) => fields.showsObject(path)) : given;
  }

  /** `field^boost`. */
  boosted(given: JsonValue): string {
    const text = String(given);
    const at = text.indexOf('^');
    return at < 0 ? this.field(text) : `${this.field(text.slice(0, at))}${text.slice(at)}`;
  }

  /** Throws ApiError: it could read any field. */
  script(what = 'script'): void {
    if (this.hidesFields) throw refusedToPart(what);
  }

  /** Throws ApiError where the key is anywhere below. */
  without(value: JsonValue, keys: readonly string[]): JsonValue {
    if (Array.isArray(value)) for (const each of value) this.without(each, keys);
    else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (keys.includes(key)) throw refusedToPart(key);
        this.without(member, keys);
      }
    }
    return value;
  }

  #named(name: string, isShown: (fields: SeenFieldsOf) => boolean): string {
    const { fields, parts } = this.seen;
    const shown = [...fields.values()].filter(isShown).length;
    if (shown === fields.size) return name;
    if (shown === 0 && fields.size === parts.size) return notThere + name;
    const reason = `[${name}] is hidden from the user in some of the indices: search them one by one`;
    throw apiError('security_exception', reason);
  }
}

type SeenFieldsOf = SeenIndices['fields'] extends ReadonlyMap<string, infer Fields> ? Fields : never;

/** Of what the rewriting does not know. */
export function unknown(kind: string, name: string): ApiError {
  const reason = `the ${kind} [${name}] is not known to heed what is hidden from the user over this backend`;
  return apiError('security_exception', reason);
}

/** The object with each member rewritten, or refused by what `rewrite` throws. */
export function members(
  value: JsonObject,
  rewrite: (name: string, member: JsonValue) => JsonValue,
): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewrite(name, member)]));
}

/** One, or a list. */
export function each(value: JsonValue, rewrite: (value: JsonValue) => JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(rewrite) : rewrite(value);
}

export function objectOf(value: JsonValue, kind: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw apiError('parsing_exception', `[${kind}] must be an object`);
}
