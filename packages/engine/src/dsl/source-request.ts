import { isObject, parsingError, tokenOf, toText, unknownKey } from './json-reader.ts';
import { membersOf } from './read-place.ts';

/** Which parts of the stored document a hit carries. Patterns may hold `*`; no `includes` = everything. */
export interface SourceRequest {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** Only parts of the document are wanted. */
export function isFiltered({ includes, excludes }: SourceRequest): boolean {
  return includes.length + excludes.length > 0;
}

export const allOfSource: SourceRequest = Object.freeze({ enabled: true, includes: [], excludes: [] });

/**
 * `_source`: true, false, a pattern, a list of patterns, or `{"includes":…,"excludes":…}`. Clients of Elasticsearch
 * 9 add `exclude_vectors`, true or false: no field type is a vector, so both mean the same.
 */
export function parseSourceRequest(value: unknown): SourceRequest {
  if (typeof value === 'boolean') return { ...allOfSource, enabled: value };
  if (typeof value === 'string') return { ...allOfSource, includes: [value] };
  if (Array.isArray(value)) return { ...allOfSource, includes: value.map(pattern) };
  if (!isObject(value)) {
    throw parsingError(`Expected one of [VALUE_BOOLEAN, START_OBJECT] but found [${tokenOf(value)}]`);
  }
  let includes: string[] = [];
  let excludes: string[] = [];
  for (const [name, given] of membersOf(value)) {
    if (name === 'exclude_vectors' && typeof given === 'boolean') continue;
    if (typeof given !== 'string' && !Array.isArray(given)) throw unknownKey(name, given);
    const patterns = Array.isArray(given) ? given.map(pattern) : [given];
    if (name === 'includes' || name === 'include') includes = patterns;
    else if (name === 'excludes' || name === 'exclude') excludes = patterns;
    else throw unknownKey(name, given);
  }
  return { enabled: true, includes, excludes };
}

function pattern(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return toText(value);
  throw parsingError(`Unknown key for a ${tokenOf(value)} in [_source].`);
}
