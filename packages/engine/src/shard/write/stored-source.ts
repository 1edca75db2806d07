import { ApiError, matchesWildcard } from '@sextant/contract';
import type { KeptFields } from '../../mapping/kept-fields.ts';
import { isJsonObject, parseLossless } from '../../mapping/lossless-json.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { SourceSettings } from '../../mapping/root-settings.ts';
import { joinKept } from '../../segment/stored-document.ts';

const NOTHING: Uint8Array = new Uint8Array(0);

const encoder = new TextEncoder();

/**
 * The bytes that a segment has of a document: its source, and beside it what the source leaves out of stored fields. Throws ApiError
 * where that is too much; of a document that `isAcknowledged` already it is left out then, as the mapping of today asks for it.
 */
export function storedDocument(
  { source: settings, kept: fields }: Pick<Mapping, 'source' | 'kept'>,
  document: Uint8Array,
  isAcknowledged: boolean,
): Uint8Array {
  const source = storedSource(settings, document);
  if (fields === null || document.length === 0) return source;
  const kept = keptOf(fields, document, isAcknowledged);
  return kept === undefined ? source : joinKept(source, encoder.encode(JSON.stringify(kept)));
}

function keptOf(
  fields: KeptFields,
  document: Uint8Array,
  isAcknowledged: boolean,
): Readonly<Record<string, unknown>> | undefined {
  try {
    return fields.of(parseLossless(new TextDecoder().decode(document)));
  } catch (error) {
    if (isAcknowledged && error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * What the mapping's `_source` setting keeps of a document: all of it, the fields that includes and excludes
 * leave, or nothing (no bytes).
 */
function storedSource(settings: SourceSettings, source: Uint8Array): Uint8Array {
  if (!settings.enabled) return NOTHING;
  if (settings.includes.length === 0 && settings.excludes.length === 0) return source;
  const document = parseLossless(new TextDecoder().decode(source));
  if (!isJsonObject(document)) return source;
  const all = settings.includes.length === 0;
  return encoder.encode(JSON.stringify(filterObject(document, '', all, settings)));
}

function filterObject(
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  included: boolean,
  settings: SourceSettings,
): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(object)) {
    const path = prefix + key;
    if (settings.excludes.some((pattern) => matchesWildcard(pattern, path))) continue;
    const wanted = included || settings.includes.some((pattern) => matchesWildcard(pattern, path));
    const filtered = filterValue(value, `${path}.`, wanted, settings);
    if (filtered !== undefined) kept.push([key, filtered]);
  }
  return Object.fromEntries(kept);
}

/** Undefined where nothing of the value is wanted. */
function filterValue(value: unknown, prefix: string, wanted: boolean, settings: SourceSettings): unknown {
  if (isJsonObject(value)) {
    const filtered = filterObject(value, prefix, wanted, settings);
    return wanted || Object.keys(filtered).length > 0 ? filtered : undefined;
  }
  if (Array.isArray(value)) {
    const items = value
      .map((item) => filterValue(item, prefix, wanted, settings))
      .filter((item) => item !== undefined);
    return wanted || items.length > 0 ? items : undefined;
  }
  return wanted ? value : undefined;
}
