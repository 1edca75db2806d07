import type { JsonMap } from '@sextant/contract';
import { Mapping } from '../mapping/mapping.ts';
import { readDocument } from '../mapping/read-document.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import type { GetResult } from '../shard/index/write-batch.ts';
import { fieldsJson, storedFields, storedValues } from './hit-fields.ts';

const mappings = new WeakMap<IndexMetadata['mappings'], Mapping>();

/** The stored fields of a document by their names, as searches show them; undefined where it has none. Throws ApiError for an object. */
export function storedFieldsOf(
  index: Pick<IndexMetadata, 'mappings' | 'settings'>,
  document: Pick<GetResult, 'source' | 'kept'>,
  names: readonly string[],
): JsonMap | undefined {
  const exact = names.filter((name) => !name.includes('*'));
  if (exact.length === 0) return undefined;
  const mapping = mappingOf(index);
  const fields = storedFields(exact, mapping);
  if (fields.size === 0) return undefined;
  return fieldsJson(storedValues(fields, mapping, readDocument(document), null));
}

function mappingOf({
  mappings: definition,
  settings,
}: Pick<IndexMetadata, 'mappings' | 'settings'>): Mapping {
  let mapping = mappings.get(definition);
  if (mapping === undefined) {
    mapping = Mapping.create(definition, settings);
    mappings.set(definition, mapping);
  }
  return mapping;
}
