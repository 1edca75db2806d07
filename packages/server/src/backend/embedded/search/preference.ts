import { apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { splitNames } from '../../../cluster/index-names.ts';
import type { EmbeddedContext } from '../context.ts';
import { isThisNode } from '../nodes/node-rim.ts';

const words = ['_local', '_only_local', '_primary', '_primary_first', '_replica', '_replica_first'];

/** What a request prefers: `_shards:0,2`, and behind `|` or alone which copies. */
export interface Preference {
  /** Numbers of the shards that are asked; undefined: all. */
  readonly shards: readonly number[] | undefined;
  /** Names of which the asked node must have one, so that no name is no node; undefined: any node will do. */
  readonly onlyNodes: readonly string[] | undefined;
}

/** There is one copy of a shard, on this node, so copies are chosen in vain. Throws ApiError for what is no preference. */
export function parsePreference(preference: unknown): Preference {
  if (typeof preference !== 'string' || !preference.startsWith('_'))
    return { shards: undefined, onlyNodes: undefined };
  if (!preference.startsWith('_shards:')) return { shards: undefined, onlyNodes: nodesOf(preference) };
  const [listed = '', ...rest] = preference.slice('_shards:'.length).split('|');
  const shards = splitNames(listed).map(shardNumber);
  const behind = rest.join('|');
  if (behind.startsWith('_shards:')) {
    throw apiError('illegal_argument_exception', 'unknown preference [SHARDS]');
  }
  return { shards, onlyNodes: behind === '' ? undefined : nodesOf(behind) };
}

/** The shards of these indices that are asked; undefined: all. Throws ApiError where no node may be asked. */
export function preferredShards(
  context: EmbeddedContext,
  preference: unknown,
  indices: readonly IndexMetadata[],
): readonly number[] | undefined {
  const { shards, onlyNodes } = parsePreference(preference);
  const [first] = indices;
  const isAsked = onlyNodes === undefined || (onlyNodes.length > 0 && isThisNode(context, onlyNodes));
  if (!isAsked && first !== undefined) {
    const shard = `[${first.name}][${shards?.[0] ?? 0}]`;
    const reason = `no data nodes with criteria [${onlyNodes.join(',')}] found for shard: ${shard}`;
    throw apiError('illegal_argument_exception', reason);
  }
  return shards;
}

/** Throws ApiError where the document is in a shard that is not preferred. */
export function requirePreferred(
  context: EmbeddedContext,
  preference: unknown,
  index: IndexMetadata,
  { id, routing }: { readonly id: string; readonly routing?: string | undefined },
): void {
  if (preference === undefined) return;
  const shards = preferredShards(context, preference, [index]);
  if (shards?.includes(context.engine.shardOf(index.name, id, routing)) !== false) return;
  const reason = `the preference [${String(preference)}] leaves out the shard of the document`;
  throw apiError('illegal_argument_exception', reason);
}

function shardNumber(text: string): number {
  const number = Number(text);
  if (/^[+-]?\d+$/.test(text) && Math.abs(number) < 2 ** 31) return number;
  throw apiError('number_format_exception', `For input string: "${text}"`);
}

/** Undefined where no particular node is wanted. */
function nodesOf(preference: string): readonly string[] | undefined {
  if (words.includes(preference.split(':', 1)[0]!) || preference.startsWith('_prefer_nodes:'))
    return undefined;
  if (preference.startsWith('_only_nodes:')) return splitNames(preference.slice('_only_nodes:'.length));
  throw apiError('illegal_argument_exception', `no Preference for [${preference}]`);
}
