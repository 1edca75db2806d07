import type { Engine, IndexMetadata, MetadataChange } from '@sextant/engine';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';
import type { EmbeddedContext } from '../context.ts';
import { dataStreams } from '../streams/data-stream.ts';
import { whileToBeAliases } from './names-being-made.ts';

/** Changes of aliases with which indices are removed, by the uuid of the first of these: a start after a kill finishes them. */
interface AliasIntent {
  readonly removed: readonly Pick<IndexMetadata, 'name' | 'uuid'>[];
  /** `aliasesVersion`: of the aliases that are changed. */
  readonly changed: readonly Pick<IndexMetadata, 'name' | 'uuid' | 'aliases' | 'aliasesVersion'>[];
}

export const aliasIntents: Section<AliasIntent> = { name: 'alias_actions' };

type Parts = Pick<EmbeddedContext, 'engine' | 'metadata'>;
type Named = Pick<IndexMetadata, 'name' | 'aliases'>;

/** Removes indices and changes the aliases of others; a start after a kill does the rest. Rejects with ApiError. */
export function removeAndChange(
  { engine, metadata }: Parts,
  removed: readonly IndexMetadata[],
  changes: ReadonlyMap<string, IndexMetadata['aliases']>,
): Promise<void> {
  const changed = [...changes].map(([name, aliases]) => ({ ...engine.index(name)!, aliases }));
  return whileToBeAliases(engine, changed, async () => {
    // A disk that is full may have no room for it: indices alone are removed all the same.
    const [first] = removed;
    const entry = changed.length > 0 ? first?.uuid : undefined;
    if (entry !== undefined) {
      note(metadata, entry, { removed: removed.map(naming), changed: changed.map(changing) });
    }
    try {
      for (const index of removed) await removeIfThere(engine, index);
      await engine.updateMetadata(aliasesOf(changed));
    } finally {
      if (entry !== undefined) note(metadata, entry, undefined);
    }
  });
}

/**
 * Finishes what a killed process, or one whose disk failed, had begun; where no index was removed yet, nothing was, and writes may
 * have been acknowledged since. While one of the indices cannot be read, the rest is kept for a start that can read it.
 */
export async function finishAliasActions({ engine, metadata }: Parts): Promise<void> {
  const isHurt = ({ uuid }: Pick<IndexMetadata, 'uuid'>): boolean =>
    engine.damagedFolders().some(({ directory }) => directory.endsWith(uuid));
  for (const [entry, { removed, changed }] of metadata.entries(aliasIntents)) {
    const someHurt = [...removed, ...changed].some(isHurt);
    const isBegun = removed.some((index) => !isThere(engine, index) && !isHurt(index));
    if (isBegun) {
      for (const index of removed) await removeIfThere(engine, index);
      const unchanged = changed.filter((index) => {
        return isThere(engine, index) && engine.index(index.name)!.aliasesVersion === index.aliasesVersion;
      });
      // An index that is still to be removed may have the name of an alias.
      const mayChange = !removed.some(isHurt) && areFree({ engine, metadata }, unchanged);
      if (mayChange) await engine.updateMetadata(aliasesOf(unchanged));
    }
    if (!isBegun || !someHurt) note(metadata, entry, undefined);
  }
}

/** Whether nothing else has been given these aliases since: neither their names, nor that writes to them go to it. */
function areFree({ engine, metadata }: Parts, changed: readonly Named[]): boolean {
  const others = engine.indices().filter((index) => changed.every(({ name }) => name !== index.name));
  const streams = metadata.entries(dataStreams);
  return changed.every(({ aliases }) =>
    Object.entries(aliases).every(([alias, { isWriteIndex }]) => {
      if (engine.index(alias) !== undefined || streams.has(alias)) return false;
      return isWriteIndex !== true || others.every(({ aliases: of }) => of[alias]?.isWriteIndex !== true);
    }),
  );
}

function note(metadata: Parts['metadata'], entry: string, intent: AliasIntent | undefined): void {
  metadata.change({ section: aliasIntents, entries: new Map([[entry, intent]]) });
}

function naming({ name, uuid }: IndexMetadata): AliasIntent['removed'][number] {
  return { name, uuid };
}

function changing({ name, uuid, aliases, aliasesVersion }: IndexMetadata): AliasIntent['changed'][number] {
  return { name, uuid, aliases, aliasesVersion };
}

async function removeIfThere(engine: Engine, index: AliasIntent['removed'][number]): Promise<void> {
  if (isThere(engine, index)) await engine.deleteIndex(index.name);
}

function isThere(engine: Engine, { name, uuid }: AliasIntent['removed'][number]): boolean {
  return engine.index(name)?.uuid === uuid;
}

function aliasesOf(changed: readonly Named[]): Map<string, MetadataChange> {
  return new Map(changed.map(({ name, aliases }) => [name, { aliases }]));
}
