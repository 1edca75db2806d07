import { matchesWildcard, setOwn } from '@sextant/contract';
import { isFiltered, type SourceRequest } from '../dsl/source-request.ts';
import { mayMatchBelow } from '../mapping/field-view.ts';
import { isJsonObject, parseLossless } from '../mapping/lossless-json.ts';
import { selectMembers } from './source-members.ts';

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
  return encoder.encode(JSON.stringify(filterMembers(document, request)));
}

/** The same of one that is parsed. */
export function filterMembers(
  document: Readonly<Record<string, unknown>>,
  request: SourceRequest,
): Record<string, unknown> {
  return filterObject(document, '', request.includes.length === 0, request);
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
    const isNamed = (pattern: string): boolean => names(pattern, own, own.length - name.length);
    if (request.excludes.some(isNamed)) continue;
    const wanted = included || request.includes.some(isNamed);
    const filtered = filterValue(value, own, wanted, request);
    if (filtered !== undefined) setOwn<unknown>(kept, name, filtered);
  }
  return kept;
}

/** Whether the pattern names the member, or what its own name, which begins at `start`, is below: `a` names `a.b`. */
function names(pattern: string, path: string, start: number): boolean {
  if (matchesWildcard(pattern, path)) return true;
  for (let dot = path.indexOf('.', start); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    if (matchesWildcard(pattern, path.slice(0, dot))) return true;
  }
  return false;
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
