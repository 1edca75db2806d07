import { dictionary } from '@sextant/contract';
import type { AliasMetadata, Engine, MetadataChange, RolloverInfo } from '@sextant/engine';
import type { ClusterMetadata, Section } from '../../../cluster/metadata/cluster-metadata.ts';
import type { EmbeddedContext } from '../context.ts';
import { changeWithAliases } from '../indices/names-being-made.ts';

/** A rollover that has begun, by the name of the new index: a start after a kill finishes it. */
export interface RolloverIntent {
  readonly alias: string;
  /** The index that was written to. */
  readonly source: string;
  /** It was the write index because its alias says so; else it loses the alias. */
  readonly isExplicit: boolean;
  /** Absent where an earlier version has begun. */
  readonly info?: RolloverInfo;
}

export const rolloverIntents: Section<RolloverIntent> = { name: 'rollover' };

type Parts = Pick<EmbeddedContext, 'engine' | 'metadata'>;

/** Lets the alias lead to the new index, both changes or none, and forgets the intent. */
export async function turnAlias(
  { engine, metadata }: Parts,
  index: string,
  intent: RolloverIntent,
): Promise<void> {
  const { alias, source, isExplicit, info } = intent;
  const [made, before] = [engine.index(index), engine.index(source)];
  const old = before?.aliases[alias];
  if (made !== undefined && before !== undefined && old !== undefined) {
    const { [alias]: _old, ...others } = before.aliases;
    const changes: [string, MetadataChange][] = [
      [index, withAlias(made.aliases, alias, isExplicit ? { ...old, isWriteIndex: true } : old)],
      [
        source,
        {
          ...(isExplicit
            ? withAlias(before.aliases, alias, { ...old, isWriteIndex: false })
            : { aliases: others }),
          ...(info === undefined ? {} : { rollovers: dictionary({ [alias]: info }) }),
        },
      ],
    ];
    await changeWithAliases(engine, new Map(changes));
  }
  forget(metadata, index);
}

function withAlias(
  aliases: Readonly<Record<string, AliasMetadata>>,
  alias: string,
  metadata: AliasMetadata,
): MetadataChange {
  return { aliases: { ...aliases, [alias]: metadata } };
}

/**
 * Finishes what a killed process had begun. While some folder cannot be read, which may be that of an index that is missing, it
 * is kept for a start that can read it: unless writes to the alias go elsewhere by then.
 */
export async function finishRollovers(parts: Parts): Promise<void> {
  const { engine, metadata } = parts;
  for (const [index, intent] of metadata.entries(rolloverIntents)) {
    const isWhole = engine.index(index) !== undefined && engine.index(intent.source) !== undefined;
    if (!isWhole && engine.damagedFolders().length > 0) continue;
    if (isWhole && !isWrittenTo(engine, index, intent)) forget(metadata, index);
    else await turnAlias(parts, index, intent);
  }
}

/** Whether writes to the alias go to the source still. */
function isWrittenTo(engine: Engine, index: string, { alias, source, isExplicit }: RolloverIntent): boolean {
  const holders = engine.indices().filter(({ name, aliases }) => {
    if (name === index || !Object.hasOwn(aliases, alias)) return false;
    return !isExplicit || aliases[alias]!.isWriteIndex === true;
  });
  return holders.length === 1 && holders[0]!.name === source;
}

function forget(metadata: ClusterMetadata, index: string): void {
  metadata.change({ section: rolloverIntents, entries: new Map([[index, undefined]]) });
}
