import { dictionary, type Json, type JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';

/**
 * Values of the named fields whose mapping says `store: true`, read from the document, which is kept whole
 * anyhow; fields that are not stored give nothing, as in OpenSearch. undefined: no values.
 */
export function storedFieldValues(
  index: IndexMetadata,
  source: Uint8Array | null,
  names: readonly string[],
): JsonMap | undefined {
  const stored = names.filter((name) => isStored(index.mappings, name));
  if (stored.length === 0 || source === null) return undefined;
  const document: unknown = JSON.parse(new TextDecoder().decode(source));
  const fields: Record<string, Json> = dictionary();
  for (const name of stored) {
    const values: Json[] = [];
    collect(document, name.split('.'), 0, values);
    if (values.length > 0) fields[name] = values;
  }
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function isStored(mappings: Readonly<Record<string, unknown>>, name: string): boolean {
  let node: unknown = mappings;
  for (const part of name.split('.')) {
    const properties = (node as { properties?: Readonly<Record<string, unknown>> } | undefined)?.properties;
    node = properties !== undefined && Object.hasOwn(properties, part) ? properties[part] : undefined;
  }
  const store = (node as { store?: unknown } | undefined)?.store;
  return store === true || store === 'true';
}

function collect(value: unknown, path: readonly string[], at: number, into: Json[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, at, into);
  } else if (at === path.length) {
    if (value !== null && typeof value !== 'object') into.push(value as Json);
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Readonly<Record<string, unknown>>;
    const name = path[at]!;
    if (Object.hasOwn(object, name)) collect(object[name], path, at + 1, into);
  }
}
