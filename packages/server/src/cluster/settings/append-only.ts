import { type ApiError, apiError } from '@sextant/contract';
import type { FlatSettings } from '../flat-settings.ts';

const appendOnlyName = 'index.append_only.enabled';
const adaptiveName = 'index.bulk.adaptive_shard_selection.enabled';

interface Written {
  readonly name: string;
  readonly settings: FlatSettings;
}

function isAppendOnly({ settings }: Pick<Written, 'settings'>): boolean {
  return settings[appendOnlyName] === 'true';
}

/** Throws ApiError where documents of any index could go to any shard. */
export function checkShardSelection(index: Written): void {
  if (index.settings[adaptiveName] !== 'true' || isAppendOnly(index)) return;
  const reason = `index [${index.name}] is not append-only index, bulk adaptive shard selection is enabled, which is not supported.`;
  const advice = 'Please disable bulk adaptive shard selection or set index to append-only index.';
  throw apiError('illegal_argument_exception', `${reason} ${advice}`);
}

/**
 * Why an operation is refused by an index that documents are only added to; undefined where it is not. `id`: as the request gives
 * it, null for one that the service makes. A creation replaces nothing, whatever its id.
 */
export function appendOnlyRefusal(
  index: Written,
  kind: 'create' | 'delete' | 'index' | 'update',
  id: string | null,
): ApiError | undefined {
  if (kind === 'create' || !isAppendOnly(index)) return undefined;
  if (kind === 'index' && id === null) return undefined;
  const custom = kind === 'index' ? ` with a custom document id ${id}` : '';
  const reason = `Operation [${kind.toUpperCase()}] is not allowed${custom} as setting \`${appendOnlyName}\` is enabled for this index: ${index.name}`;
  return apiError('validation_exception', `Validation Failed: 1: ${reason};`);
}
