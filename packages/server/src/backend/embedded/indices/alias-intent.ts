import type { IndexMetadata, MetadataChange } from '@sextant/engine';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';
import type { EmbeddedContext } from '../context.ts';
import { whileToBeAliases } from './names-being-made.ts';

/** Changes of aliases with which indices are removed: a start after a kill finishes them. */
interface AliasIntent {
  readonly removed: readonly Pick<IndexMetadata, 'name' | 'uuid'>[];
  /** `aliasesVersion`: of the aliases that are changed. */
  readonly changed: readonly Pick<IndexMetadata, 'name' | 'uuid' | 'aliases' | 'aliasesVersion'>[];
}

export const aliasIntents: Section<AliasIntent> = { name: 'alias_actions' };

type Parts = Pick<EmbeddedContext, 'engine' | 'metadata'>;

/** Changes of aliases take turns: there is one. */
const entry = 'begun';

/** Removes indices and changes the aliases of others; a start after a kill does the rest. Rejects with ApiError. */
export function removeAndChange(
  { engine, metadata }: Parts,
  removed: readonly IndexMetadata[],
  changes: ReadonlyMap<string, IndexMetadata['aliases']>,
): Promise<void> {
  const changed = [...changes].map(([name, aliases]) => ({ ...engine.index(name)!, aliases }));
  return whileToBeAliases(engine, changed, async () => {
    // A disk that is full may have no room for it: indices alone are removed all the same.
    const isNoted = removed.length > 0 && changed.length > 0;
    if (isNoted) note(metadata, { removed: removed.map(naming), changed: changed.map(changing) });
    try {
      for (const index of removed) await removeIfThere(engine, index);
      await engine.updateMetadata(aliasesOf(changed));
    } finally {
      if (isNoted) note(metadata, undefined);
    }
  });
}

/** Finishes what a killed process had begun. */
export async function finishAliasActions({ engine, metadata }: Parts): Promise<void> {
  const intent = metadata.entries(aliasIntents).get(entry);
  if (intent === undefined) return;
  for (const index of intent.removed) await removeIfThere(engine, index);
  const unchanged = intent.changed.filter(({ name, uuid, aliasesVersion }) => {
    const index = engine.index(name);
    return index?.uuid === uuid && index.aliasesVersion === aliasesVersion;
  });
  await engine.updateMetadata(aliasesOf(unchanged));
  note(metadata, undefined);
}

function note(metadata: Parts['metadata'], intent: AliasIntent | undefined): void {
  metadata.change({ section: aliasIntents, entries: new Map([[entry, intent]]) });
}

function naming({ name, uuid }: IndexMetadata): AliasIntent['removed'][number] {
  return { name, uuid };
}

function changing({ name, uuid, aliases, aliasesVersion }: IndexMetadata): AliasIntent['changed'][number] {
  return { name, uuid, aliases, aliasesVersion };
}

async function removeIfThere(
  engine: Parts['engine'],
  { name, uuid }: AliasIntent['removed'][number],
): Promise<void> {
  if (engine.index(name)?.uuid === uuid) await engine.deleteIndex(name);
}

function aliasesOf(changed: readonly Pick<IndexMetadata, 'name' | 'aliases'>[]): Map<string, MetadataChange> {
  return new Map(changed.map(({ name, aliases }) => [name, { aliases }]));
}
