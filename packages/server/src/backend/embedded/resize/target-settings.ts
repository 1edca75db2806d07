import type { IndexMetadata } from '@sextant/engine';
import { type FlatSettings, withoutNulls } from '../../../cluster/flat-settings.ts';
import type { EmbeddedContext } from '../context.ts';
import { createdVersion } from '../indices/new-index.ts';
import type { ResizeBody } from './resize-body.ts';

/** What the new index has of its own, whatever the source has. */
const own: ReadonlySet<string> = new Set([
  'index.number_of_shards',
  'index.number_of_replicas',
  'index.number_of_routing_shards',
]);

/** Names of groups that tell of the source how it was made. */
const made = ['index.resize.', 'index.routing.allocation.initial_recovery.'];

/** Those of the request, then those of the source that the request does not name, and where the index comes from. */
export function targetSettings(
  { identity }: Pick<EmbeddedContext, 'identity'>,
  source: IndexMetadata,
  { kind, settings }: ResizeBody,
  count: number,
): FlatSettings {
  const copied = Object.entries(source.settings).filter(
    ([name]) =>
      !own.has(name) && !Object.hasOwn(settings, name) && !made.some((group) => name.startsWith(group)),
  );
  return {
    ...Object.fromEntries(copied),
    ...withoutNulls(settings),
    ...(kind === 'shrink' ? { 'index.routing.allocation.initial_recovery._id': identity.nodeId } : {}),
    'index.number_of_shards': String(count),
    'index.routing_partition_size': String(source.settings['index.routing_partition_size'] ?? 1),
    'index.resize.source.name': source.name,
    'index.resize.source.uuid': source.uuid,
    'index.version.upgraded': createdVersion.id,
  };
}
