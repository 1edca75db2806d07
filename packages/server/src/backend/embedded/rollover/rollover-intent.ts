import { dictionary } from '@sextant/contract';
import type { AliasMetadata, MetadataChange, RolloverInfo } from '@sextant/engine';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';
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
  metadata.change({ section: rolloverIntents, entries: new Map([[index, undefined]]) });
}

function withAlias(
  aliases: Readonly<Record<string, AliasMetadata>>,
  alias: string,
  metadata: AliasMetadata,
): MetadataChange {
  return { aliases: { ...aliases, [alias]: metadata } };
}

/** Finishes what a killed process had begun. */
export async function finishRollovers(parts: Parts): Promise<void> {
  for (const [index, intent] of parts.metadata.entries(rolloverIntents))
    await turnAlias(parts, index, intent);
}
