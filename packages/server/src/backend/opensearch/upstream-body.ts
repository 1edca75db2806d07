import { apiError } from '@sextant/contract';
import { openIndices } from '../../cluster/indices-options.ts';
import type { BackendRequest } from '../backend.ts';
import { canonicalExpression, canonicalName } from '../index-expression.ts';
import { isSystemIndex, systemIndexPrefix, systemIndexRefused } from '../system-index.ts';
import { ContextGuard } from './context-names.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './exact-json.ts';
import { closeWrappers, lookupsIn } from './query-lookups.ts';
import { isPattern, type NameResolver } from './upstream-names.ts';

const search = 'indices:data/read/search';

/** Names in bodies, as one request may use them: each is read, judged, and written as the cluster is to read it. */
export class BodyNames {
  readonly #request: BackendRequest;
  readonly #resolver: NameResolver;
  readonly #nowMs: number;
  readonly #guard: ContextGuard;

  constructor(request: BackendRequest, resolver: NameResolver, nowMs: number) {
    this.#request = request;
    this.#resolver = resolver;
    this.#nowMs = nowMs;
    this.#guard = new ContextGuard(request.access, resolver);
  }

  /** What the caller may see of what names lead to. */
  get partial(): NameResolver['partial'] {
    return this.#resolver.partial;
  }

  /** The index of one item. Throws ApiError where the caller may not. */
  async item(given: unknown, target: 'read' | 'write', action: string): Promise<string> {
    const name = canonicalName(textOf(given), this.#request.access, this.#nowMs);
    // The cluster refuses it by itself, in words of its own.
    if (name.includes(',') || name.startsWith('_')) return name;
    return this.#resolver.one(name, target, action);
  }

  /** The names of one search of several, or of one change of aliases. */
  async list(
    given: JsonValue,
    action: string,
    params: Readonly<Record<string, unknown>>,
    options = openIndices,
  ): Promise<readonly string[]> {
    const names = [given].flat().flatMap((part) => textOf(part).split(','));
    const canonical = canonicalExpression(names, this.#request.access, this.#nowMs);
    return this.#resolver.many(canonical, { options }, action, params);
  }

  /**
   * Judges every document that a search looks up, and writes its index anew. True where something was named.
   */
  async search(body: JsonValue): Promise<boolean> {
    const pit = isJsonObject(body) ? body.pit : undefined;
    if (isJsonObject(pit ?? null) && (pit as JsonObject).id !== undefined) {
      (pit as JsonObject).id = await this.#guard.pointInTime(String((pit as JsonObject).id));
    }
    const lookups = lookupsIn(body);
    refuseIndexKeys(body);
    for (const { holder, key } of lookups) {
      const name = await this.item(holder[key], 'read', 'indices:data/read/get');
      // What is looked up there is not filtered.
      await this.partial.refuse([name], 'lookup');
      holder[key] = name;
    }
    const boosted = await this.#boosts(body);
    closeWrappers(body);
    return lookups.length > 0 || boosted;
  }

  async #boosts(body: JsonValue): Promise<boolean> {
    const boosts = isJsonObject(body) ? body.indices_boost : undefined;
    if (boosts === undefined || boosts === null) return false;
    const written: JsonObject[] = [];
    for (const part of [boosts].flat()) {
      if (!isJsonObject(part)) continue;
      for (const [given, boost] of Object.entries(part)) {
        const name = canonicalName(given, this.#request.access, this.#nowMs);
        if (isPattern(name) && name.startsWith('.')) throw systemIndexRefused(name);
        if (!isPattern(name)) await this.#resolver.one(name, 'read', search);
        written.push({ [name]: boost });
      }
    }
    (body as JsonObject).indices_boost = written;
    return true;
  }
}

function textOf(given: unknown): string {
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  throw apiError('illegal_argument_exception', 'the name of an index must be a string');
}

/** Keys that name an index somewhere, whatever they mean where they stand. */
const indexKeys = new Set(['index', '_index', 'indices']);

/**
 * Throws where an index of the service itself is named under any key that could name one: also in places that a
 * later version of the cluster, or a plugin of it, may give a meaning to.
 */
function refuseIndexKeys(value: JsonValue): void {
  if (Array.isArray(value)) {
    for (const element of value) refuseIndexKeys(element);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (indexKeys.has(key)) refuseNames(member);
      refuseIndexKeys(member);
    }
  }
}

function refuseNames(given: JsonValue): void {
  for (const name of [given].flat()) {
    if (typeof name !== 'string') continue;
    for (const part of name.split(',')) if (mayBeSystem(part.trim())) throw systemIndexRefused(part.trim());
  }
}

/** A name of ours, a pattern that begins as one, or date math that could become one. */
export function mayBeSystem(name: string): boolean {
  const star = name.indexOf('*');
  const begins = star > 0 && systemIndexPrefix.startsWith(name.slice(0, star));
  return isSystemIndex(name) || begins || /^<[.{\\]/.test(name);
}

/** Throws where a text anywhere in the body begins like an index of the service itself: settings, new aliases. */
export function refuseSystemNames(value: JsonValue): void {
  if (typeof value === 'string') {
    if (isSystemIndex(value)) throw systemIndexRefused(value);
  } else if (Array.isArray(value)) {
    for (const element of value) refuseSystemNames(element);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (isSystemIndex(key)) throw systemIndexRefused(key);
      refuseSystemNames(member);
    }
  }
}
