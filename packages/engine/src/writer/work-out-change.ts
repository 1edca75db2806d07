import { dictionary } from '@sextant/contract';
import { checkAnalyzers } from '../analysis/registry.ts';
import { Mapping } from '../mapping/mapping.ts';
import type { IndexFile } from '../shard/index/index-file.ts';
import type { IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import type { MetadataStore } from './metadata-store.ts';

/** A change of metadata that fits. In this order: `flush`, `content` made durable, `installed`. */
export interface PreparedChange {
  readonly store: MetadataStore;
  /** Throws ApiError. */
  flush(): void;
  content(): IndexFile;
  /** The store shows the content. */
  installed(): void;
}

/** What becomes of an index by a change. */
interface WorkedOut {
  readonly mapping: Mapping;
  /** The mapping itself changes, not only what its analyzers are. */
  readonly mapped: boolean;
  /** All of them; undefined where they stay. */
  readonly settings: IndexMetadata['settings'] | undefined;
  readonly aliases: IndexMetadata['aliases'] | undefined;
  readonly rollovers: IndexMetadata['rollovers'] | undefined;
}

/** Undefined where nothing changes. Throws ApiError where the change does not fit. */
export function workOut(
  metadata: IndexMetadata,
  current: Mapping,
  { mapping: definition, settings: changes, aliases, rollovers }: MetadataChange,
): WorkedOut | undefined {
  const merged = definition === undefined ? current : current.merge(definition);
  const mapped = merged !== current;
  const isOther = changes !== undefined || aliases !== undefined || rollovers !== undefined;
  if (!mapped && !isOther) return undefined;
  const settings = changes === undefined ? undefined : changedSettings(metadata.settings, changes);
  if (settings !== undefined) checkAnalyzers(settings, metadata.settings);
  // Analyzers may have changed, and the fields hold theirs.
  const mapping = settings === undefined ? merged : Mapping.create(merged.toJson(), settings);
  return { mapping, mapped, settings, aliases, rollovers };
}

export function changesOf(
  metadata: IndexMetadata,
  { mapping, mapped, settings, aliases, rollovers }: WorkedOut,
): Partial<IndexMetadata> {
  const replicas = settings?.['index.number_of_replicas'];
  return {
    ...(mapped && { mappings: mapping.toJson(), mappingVersion: metadata.mappingVersion + 1 }),
    ...(settings && { settings, settingsVersion: metadata.settingsVersion + 1 }),
    ...(typeof replicas === 'string' && { numberOfReplicas: Number(replicas) }),
    ...(aliases && { aliases, aliasesVersion: metadata.aliasesVersion + 1 }),
    ...(rollovers && { rollovers: { ...metadata.rollovers, ...rollovers } }),
  };
}

function changedSettings(
  settings: IndexMetadata['settings'],
  changes: NonNullable<MetadataChange['settings']>,
): IndexMetadata['settings'] {
  const changed: Record<string, string | readonly string[]> = dictionary(settings);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete changed[name];
    else changed[name] = value;
  }
  return changed;
}
