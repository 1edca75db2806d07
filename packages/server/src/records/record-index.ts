import type { JsonMap } from '@sextant/contract';
import type { RecordDocuments } from './record-documents.ts';
import { migrateDocuments } from './record-migration.ts';

/** Grows with each change of the properties; what an older version wrote is then written anew. */
const version = 2;

const properties: JsonMap = {
  /** The id of the document: what lists are sorted and paged by. */
  id: { type: 'keyword' },
  kind: { type: 'keyword' },
  /** `name=value` for each key of the kind. */
  keys: { type: 'keyword' },
  expires: { type: 'date', format: 'epoch_millis' },
  removed: { type: 'boolean' },
};

const definition: JsonMap = {
  settings: { 'index.number_of_shards': 1, 'index.auto_expand_replicas': '0-1', 'index.hidden': true },
  mappings: { dynamic: false, _meta: { version }, properties },
};

/** Makes the index where it is missing, and brings an older one up to date. Several instances may try at once. */
export async function prepareIndex(documents: RecordDocuments): Promise<void> {
  const found = await documents.mapping();
  if (found === undefined) {
    await documents.makeIndex(definition);
    return;
  }
  if (versionOf(found) >= version) return;
  await documents.putMapping({ properties });
  await migrateDocuments(documents);
  // Last, so that what was interrupted begins again.
  await documents.putMapping({ _meta: { version } });
}

function versionOf(mapping: unknown): number {
  const meta = (mapping as { readonly _meta?: { readonly version?: unknown } })._meta;
  return typeof meta?.version === 'number' ? meta.version : 1;
}
