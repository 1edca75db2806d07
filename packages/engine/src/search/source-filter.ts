import { matchesWildcard, setOwn } from '@sextant/contract';
import { isJsonObject, parseLossless } from '../mapping/lossless-json.ts';
import { selectMembers } from './source-members.ts';
import { isFiltered, type SourceRequest } from './source-request.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The stored document with only the wanted parts, as UTF-8 JSON. A pattern that names an object stands for
 * all below it. Without patterns the bytes come back as they were sent.
 */
export function filterSource(source: Uint8Array, request: SourceRequest): Uint8Array {
  if (!isFiltered(request)) return source;
  return selectMembers(source, request) ?? filterParsed(source, request);
}

/** The same for any document and request. */
export function filterParsed(source: Uint8Array, request: SourceRequest): Uint8Array {
  const document = parseLossless(decoder.decode(source));
  if (!isJsonObject(document)) return source;
  return encoder.encode(JSON.stringify(filterObject(document, '', request.includes.length === 0, request)));
}

function filterObject(
  object: Readonly<Record<string, unknown>>,
  path: string,
  included: boolean,
  request: SourceRequest,
): Record<string, unknown> {
  const kept = {};
  for (const [name, value] of Object.entries(object)) {
    const own = path === '' ? name : `${path}.${name}`;
    if (request.excludes.some((pattern) => matchesWildcard(pattern, own))) continue;
    const wanted = included || request.includes.some((pattern) => matchesWildcard(pattern, own));
    const filtered = filterValue(value, own, wanted, request);
    if (filtered !== undefined) setOwn<unknown>(kept, name, filtered);
  }
  return kept;
}

/** undefined where nothing of the value is wanted. */
function filterValue(value: unknown, path: string, included: boolean, request: SourceRequest): unknown {
  if (Array.isArray(value)) {
    if (included && !request.excludes.some((pattern) => mayMatchBelow(pattern, path))) return value;
    const items = value.map((item) => filterValue(item, path, included, request));
    // As in OpenSearch a filtered list loses its empty members, also those that were empty before.
    const kept = items.filter((item) => item !== undefined && !isEmpty(item));
    return included || kept.length > 0 ? kept : undefined;
  }
  if (!isJsonObject(value)) return included ? value : undefined;
  const kept = filterObject(value, path, included, request);
  return included || Object.keys(kept).length > 0 ? kept : undefined;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** Whether the pattern could name something below the path. */
function mayMatchBelow(pattern: string, path: string): boolean {
  const below = `${path}.`;
  const star = pattern.indexOf('*');
  if (star < 0) return pattern.startsWith(below);
  const literal = pattern.slice(0, star);
  return below.startsWith(literal) || literal.startsWith(below);
}
