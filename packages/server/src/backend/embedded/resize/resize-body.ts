import { apiError } from '@sextant/contract';
import type { AliasMetadata } from '@sextant/engine';
import { flattenIndexSettings, type SettingsUpdate } from '../../../cluster/flat-settings.ts';
import { booleanType } from '../../../cluster/settings/setting-type.ts';
import { parseBytes } from '../../../config/units.ts';
import type { RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { readAliases } from '../indices/create-index.ts';
import { readBodyFields } from '../read-object.ts';

export type ResizeRequest = RequestOf<'indices.shrink' | 'indices.split' | 'indices.clone'>;
type ResizeKind = 'shrink' | 'split' | 'clone';

/** What is asked for, without a look at the source. */
export interface ResizeBody {
  readonly kind: ResizeKind;
  readonly settings: SettingsUpdate;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  /** As many shards as no primary is larger with than this. */
  readonly maxShardBytes: number | undefined;
}

const shardCount = 'index.number_of_shards';
/** With these the shards of the new index could not be started. */
const hindering = ['index.blocks.read_only', 'index.blocks.metadata'];

/** Throws ApiError in the words and in the order of OpenSearch. */
export async function readResize(request: ResizeRequest, target: string): Promise<ResizeBody> {
  if (request.params.copy_settings === false) {
    const reason = 'parameter [copy_settings] can not be explicitly set to [false]';
    throw apiError('illegal_argument_exception', reason);
  }
  if (request.params.copy_settings === true) {
    request.warn('parameter [copy_settings] is deprecated and will be removed in 3.0.0');
  }
  let settings: SettingsUpdate = {};
  let aliases: ResizeBody['aliases'] = {};
  let maxShardBytes: number | undefined;
  await readBodyFields(request, 'resize_request', {
    settings: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        settings = flattenIndexSettings(value);
      },
    },
    aliases: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        aliases = readAliases(value, target);
      },
    },
    max_shard_size: {
      tokens: ['VALUE_STRING'],
      read: (value) => {
        maxShardBytes = parseBytes(String(value), 'max_shard_size');
      },
    },
  });
  const kind = request.route.name.slice('indices.'.length) as ResizeKind;
  const body = { kind, settings, aliases, maxShardBytes };
  const problems = problemsOf(body, target);
  if (problems.length > 0) throw validationFailed(problems);
  return body;
}

function problemsOf({ kind, settings, maxShardBytes }: ResizeBody, target: string): string[] {
  const names = Object.keys(settings);
  const problems: string[] = [];
  if (names.some((name) => name.startsWith('index.sort.'))) {
    problems.push("can't override index sort when resizing an index");
  }
  if (names.includes('index.routing_partition_size')) {
    problems.push('cannot provide a routing partition size value when resizing an index');
  }
  const isCounted = (settings[shardCount] ?? null) !== null;
  if (kind === 'split' && !isCounted) problems.push(`${shardCount} is required for split operations`);
  if (maxShardBytes !== undefined) {
    if (kind !== 'shrink') problems.push('Unsupported parameter [max_shard_size]');
    else if (isCounted) problems.push(`Cannot set max_shard_size and ${shardCount} at the same time!`);
    if (maxShardBytes <= 0) problems.push('max_shard_size must be greater than 0');
  }
  for (const block of hindering) {
    const value = settings[block] ?? null;
    if (value === null || !booleanType.read(value, block)) continue;
    problems.push(
      `target index [${target}] will be blocked by [${block}=true], this will disable metadata writes and cause the shards to be unassigned`,
    );
  }
  return problems;
}

/** Blocks of the source that the new index would have too. Throws ApiError. */
export function checkCopiedBlocks(
  source: { readonly name: string; readonly settings: Readonly<Record<string, string | readonly string[]>> },
  { settings }: ResizeBody,
  target: string,
): void {
  for (const block of hindering) {
    if (Object.hasOwn(settings, block) || source.settings[block] !== 'true') continue;
    throw apiError(
      'illegal_argument_exception',
      `target index [${target}] will be blocked by [${block}=true] which is copied from the source index [${source.name}], this will disable metadata writes and cause the shards to be unassigned`,
    );
  }
}
