import { type ApiError, apiError } from '@sextant/contract';
import type { CreateIndex, IndexMetadata } from '@sextant/engine';
import { resolveDateMath } from '../../../cluster/date-math-name.ts';
import { checkSettingCount, type SettingsUpdate } from '../../../cluster/flat-settings.ts';
import { type IndexCatalog, indicesOfAlias } from '../../../cluster/index-names.ts';
import { checkAliasName, checkIndexName } from '../../../cluster/name-rules.ts';
import { activeShardsSetting, checkActiveCopies } from '../../../cluster/settings/active-shards.ts';
import { checkShardSelection } from '../../../cluster/settings/append-only.ts';
import { checkMergeLimits } from '../../../cluster/settings/merge-limits.ts';
import { validateNewSettings } from '../../../cluster/settings-validation.ts';
import { requireAliasRight } from '../../alias-right.ts';
import type { BackendRequest } from '../../backend.ts';
import { isSystemIndex } from '../../system-index.ts';
import type { EmbeddedContext } from '../context.ts';
import { activeShardCount } from '../document/write-params.ts';
import { checkCreateBlock } from '../request-blocks.ts';
import { dataStreams } from '../streams/data-stream.ts';
import { withTemplates } from '../templates/apply-templates.ts';
import { checkAliasCount } from './alias-limits.ts';
import { expandedCopies } from './expanded-copies.ts';
import { unlikeHidden } from './hidden-alias.ts';
import { isBeingMade, isToBeAlias, membersToBe, whileBeingMade } from './names-being-made.ts';

/** The interface version whose rules an index follows, as OpenSearch 3.6.0 writes it. */
export const createdVersion = { id: '137277827', text: '3.6.0' } as const;

/** An index as a request wants it. */
export interface WantedIndex {
  /** As it was given: also date math. */
  readonly provided: string;
  readonly settings: SettingsUpdate;
  readonly mappings: CreateIndex['mappings'];
  readonly aliases: CreateIndex['aliases'];
}

/** Throws ApiError where no index of this name can be made now. */
export function checkNewName(catalog: IndexCatalog<IndexMetadata>, name: string): void {
  checkIndexName(name);
  catalog.require(name);
  const existing = catalog.get(name);
  if (existing !== undefined) throw alreadyExists(existing);
  if (catalog.behind(name).length > 0) throw alreadyAlias(name);
}

function alreadyAlias(name: string): ApiError {
  return apiError('invalid_index_name_exception', `Invalid index name [${name}], already exists as alias`, {
    index: name,
    index_uuid: '_na_',
  });
}

function alreadyExists(index: IndexMetadata): ApiError {
  return apiError('resource_already_exists_exception', `index [${index.name}/${index.uuid}] already exists`, {
    index: index.name,
    index_uuid: index.uuid,
  });
}

/** Two things of one name. */
export function duplicate(what: string): ApiError {
  const reason = `index, alias, and data stream names need to be unique, but the following duplicates were found [${what}]`;
  return apiError('illegal_state_exception', reason);
}

/**
 * Makes the index that a request asks for, with what templates give it, where all of it is sound and the caller may. `isActive`:
 * as many copies are active as the request waits for; `waits`: it may wait for more than there will be. Throws ApiError.
 */
export async function createWanted(
  context: EmbeddedContext,
  request: BackendRequest,
  catalog: IndexCatalog<IndexMetadata>,
  wanted: WantedIndex,
  options: { readonly waits?: boolean } = {},
): Promise<{ readonly index: IndexMetadata; readonly isActive: boolean }> {
  const name = resolveDateMath(wanted.provided, catalog.now());
  checkNewName(catalog, name);
  checkCreateBlock(context, request, name);
  validateNewSettings(wanted.settings);
  const own = Object.keys(wanted.aliases);
  if (own.length > 0) requireAliasRight(request.access, [name, ...own]);
  for (const alias of own) catalog.get(alias);
  const { mappings, aliases } = wanted;
  const index = withTemplates(context.metadata, {
    name,
    settings: wanted.settings,
    mappings,
    aliases,
  });
  const active = copiesWaitedFor(request, index, options);
  return {
    index: await createIndexWith(
      context,
      { ...index, provided: wanted.provided },
      { shows: shownTo(request) },
    ),
    isActive: active <= 1,
  };
}

/** The copies that must be active: of a request, or of the index. Throws ApiError where a shard of the index never has so many, unless it may wait for more. */
export function copiesWaitedFor(
  { params }: BackendRequest,
  { settings }: Pick<CreateIndex, 'settings'>,
  options: { readonly waits?: boolean } = {},
): number {
  const copies = Number(settings['index.number_of_replicas'] ?? 1) + 1;
  const given = params.wait_for_active_shards;
  const active = activeShardCount(given ?? activeShardsSetting(settings), copies) ?? 1;
  if (active <= copies || options.waits || given === undefined) return active;
  const reason = `invalid wait_for_active_shards[${active}]: cannot be greater than number of shard copies [${copies}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** Whether who asks may be told the name of an index. */
export const shownTo =
  ({ access, route }: Pick<BackendRequest, 'access' | 'route'>) =>
  (index: string): boolean =>
    access.allows(route.privilege, index);

/**
 * Creates with the defaults filled in; `source`: see `Engine.createIndex`; `shows`: whether an index may be named where it is in the
 * way. Throws ApiError: shard limit, aliases, mapping.
 */
export async function createIndexWith(
  context: EmbeddedContext,
  { provided, ...request }: CreateIndex & { readonly provided: string },
  {
    source,
    shows = () => true,
  }: { readonly source?: string; readonly shows?: (index: string) => boolean } = {},
): Promise<IndexMetadata> {
  const { name } = request;
  checkMergeLimits(request.settings);
  checkShardSelection(request);
  const shards = Number(request.settings['index.number_of_shards'] ?? 1);
  const replicas = Number(request.settings['index.number_of_replicas'] ?? 1);
  checkRoutingShards(shards, request.settings['index.number_of_routing_shards']);
  const expanded = expandedCopies(request.settings);
  if (!isSystemIndex(name)) checkShardLimit(context, copiesOf({ ...request.settings, ...expanded }));
  const settings = {
    'index.number_of_shards': String(shards),
    'index.number_of_replicas': String(replicas),
    ...request.settings,
    ...expanded,
    'index.provided_name': provided,
    'index.replication.type': 'DOCUMENT',
    'index.version.created': createdVersion.id,
  };
  checkSettingCount(Object.keys(settings).length);
  checkActiveCopies(settings);
  checkAliases(context, request, shows);
  const { engine } = context;
  if (isToBeAlias(engine, name)) throw alreadyAlias(name);
  return whileBeingMade(engine, request, () => engine.createIndex({ ...request, settings }, source));
}

/** The parts that ids are shared out to must be shared out to all shards alike. Throws ApiError. */
function checkRoutingShards(shards: number, given: CreateIndex['settings'][string] | undefined): void {
  if (given === undefined) return;
  const parts = Number(given);
  if (parts < shards) {
    throw apiError(
      'illegal_argument_exception',
      `index.number_of_routing_shards [${parts}] must be >= index.number_of_shards [${shards}]`,
    );
  }
  if (parts % shards === 0) return;
  const reason = `the number of source shards [${shards}] must be a factor of [${parts}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** Copies of all shards of an index with these settings. */
export function copiesOf(settings: CreateIndex['settings']): number {
  const shards = Number(settings['index.number_of_shards'] ?? 1);
  return shards * (Number(settings['index.number_of_replicas'] ?? 1) + 1);
}

/** `cluster.max_shards_per_node`, counting copies whether they can be placed or not. Throws ApiError. */
export function checkShardLimit(context: Pick<EmbeddedContext, 'engine' | 'settings'>, added: number): void {
  const limit = context.settings.get('cluster.max_shards_per_node');
  let open = 0;
  for (const index of context.engine.indices()) {
    if (index.state === 'open' && !isSystemIndex(index.name)) {
      open += index.numberOfShards * (index.numberOfReplicas + 1);
    }
  }
  if (open + added <= limit) return;
  throw apiError(
    'validation_exception',
    `Validation Failed: 1: this action would add [${added}] total LOCAL_ONLY shards, but this cluster currently has [${open}]/[${limit}] maximum LOCAL_ONLY shards open;`,
  );
}

/**
 * Throws ApiError where an alias is called as an index, is hidden on others of its indices alone or another index is the one that
 * writes to it go to. `shows`: whether an index may be named.
 */
export function checkAliases(
  { engine, metadata }: Pick<EmbeddedContext, 'engine' | 'metadata'>,
  { name, aliases }: Pick<CreateIndex, 'name' | 'aliases'>,
  shows: (index: string) => boolean,
): void {
  const streams = metadata.entries(dataStreams);
  if (streams.has(name)) throw duplicate(`data stream [${name}] conflicts with index`);
  checkAliasCount(name, Object.keys(aliases).length);
  for (const [alias, metadata] of Object.entries(aliases)) {
    checkAliasName(alias, engine.index(alias)?.uuid ?? (isBeingMade(engine, alias) ? '_na_' : undefined));
    if (alias === name) throw duplicate(`${name} (alias of [${name}]) conflicts with index`);
    if (streams.has(alias)) throw duplicate(`${alias} (alias of [${name}]) conflicts with data stream`);
    const behind = indicesOfAlias(engine.indices(), alias);
    const others = behind.map((index) => ({ index: index.name, metadata: index.aliases[alias]! }));
    const members = [...others, ...membersToBe(engine, alias), { index: name, metadata }];
    const unlike = unlikeHidden(alias, members, shows);
    if (unlike !== undefined) throw unlike;
    const writers = members.filter((member) => member.metadata.isWriteIndex === true);
    if (metadata.isWriteIndex !== true || writers.length < 2) continue;
    throw severalWriters(alias, writers.map(({ index }) => index).filter(shows));
  }
}

export function severalWriters(alias: string, indices: readonly string[]): ApiError {
  return apiError(
    'illegal_state_exception',
    `alias [${alias}] has more than one write index [${indices.join(',')}]`,
  );
}
