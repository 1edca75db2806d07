import { ApiError, apiError } from '@sextant/contract';
import type { FlatSettings } from '../flat-settings.ts';

export const activeShardsName = 'index.write.wait_for_active_shards';
const INT_MAX = 2 ** 31 - 1;

/** How many copies of a shard are waited for. Throws ApiError where a text says no number of them, nor all. */
export function readActiveShards(text: string): number | 'all' {
  if (text === 'all') return text;
  const count = Number(text);
  if (!/^[-+]?\d+$/.test(text) || Math.abs(count) > INT_MAX) {
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `cannot parse ActiveShardCount[${text}]`,
      causedBy: { type: 'number_format_exception', reason: `For input string: "${text}"` },
    });
  }
  if (count < 0) throw apiError('illegal_argument_exception', 'shard count cannot be a negative value');
  return count;
}

/** What an index says of it; undefined: nothing. Indices made before it was refused may say `index-setting`, which says nothing. */
export function activeShardsSetting(settings: FlatSettings): string | undefined {
  const given = settings[activeShardsName];
  return given === undefined || given === 'index-setting' ? undefined : String(given);
}

/** Throws ApiError where writes would wait for more copies than an index with these settings has. */
export function checkActiveCopies(settings: FlatSettings): void {
  const given = activeShardsSetting(settings);
  const wanted = given === undefined ? 1 : readActiveShards(given);
  const copies = Number(settings['index.number_of_replicas'] ?? 1) + 1;
  if (wanted === 'all' || wanted <= copies) return;
  const reason = `invalid ${activeShardsName}[${wanted}]: cannot be greater than number of shard copies [${copies}]`;
  throw apiError('illegal_argument_exception', reason);
}
