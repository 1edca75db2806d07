import { ApiError, apiError, dictionary, isObject } from '@sextant/contract';
import type { AliasMetadata, CreateIndex, IndexMetadata } from '@sextant/engine';
import { resolveDateMath } from '../../../cluster/date-math-name.ts';
import { flattenIndexSettings, type SettingsUpdate } from '../../../cluster/flat-settings.ts';
import { checkAliasName, checkIndexName } from '../../../cluster/name-rules.ts';
import { checkMergeLimits } from '../../../cluster/settings/merge-limits.ts';
import { validateNewSettings } from '../../../cluster/settings-validation.ts';
import { requireAliasRight } from '../../alias-right.ts';
import type { BackendRequest } from '../../backend.ts';
import { isSystemIndex } from '../../system-index.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { activeShardCount } from '../document/write-params.ts';
import { checkCreateBlock } from '../request-blocks.ts';
import { parseAlias } from './alias-metadata.ts';

/** The interface version whose rules an index follows, as OpenSearch 3.6.0 writes it. */
export const createdVersion = { id: '137277827', text: '3.6.0' } as const;

export const createIndex: Handler<'indices.create'> = async (context, request) => {
  const catalog = catalogOf(context, request);
  const name = resolveDateMath(request.pathParams.index, catalog.now());
  // What cannot be read is refused before anything is looked up.
  const read = await readBody(request);
  activeShardCount(request.params.wait_for_active_shards, 1);
  checkIndexName(name);
  catalog.require(name);
  const existing = catalog.get(name);
  if (existing !== undefined) throw alreadyExists(existing);
  if (catalog.behind(name).length > 0) {
    throw apiError('invalid_index_name_exception', `Invalid index name [${name}], already exists as alias`, {
      index: name,
      index_uuid: '_na_',
    });
  }
  checkCreateBlock(context, request, name);
  refuseTypes(request);
  validateNewSettings(read.settings);
  const body = {
    settings: withoutNulls(read.settings),
    mappings: readMappings(read.mappings, request),
    aliases: readAliases(read.aliases, name),
  };
  checkMergeLimits(body.settings);
  const copies = Number(body.settings['index.number_of_replicas'] ?? 1) + 1;
  const wanted = activeShardCount(request.params.wait_for_active_shards, copies) ?? 1;
  if (wanted > copies) {
    throw apiError(
      'illegal_argument_exception',
      `invalid wait_for_active_shards[${wanted}]: cannot be greater than number of shard copies [${copies}]`,
    );
  }
  const aliases = Object.keys(body.aliases);
  if (aliases.length > 0) requireAliasRight(request.access, [name, ...aliases]);
  for (const alias of aliases) {
    checkAliasName(alias, catalog.get(alias)?.uuid);
    if (alias === name) throw duplicateName(name);
  }
  const index = await createIndexWith(context, { ...body, name });
  return ok({ acknowledged: true, shards_acknowledged: wanted <= 1, index: index.name });
};

function alreadyExists(index: IndexMetadata): ApiError {
  return apiError('resource_already_exists_exception', `index [${index.name}/${index.uuid}] already exists`, {
    index: index.name,
    index_uuid: index.uuid,
  });
}

function duplicateName(name: string): ApiError {
  return apiError(
    'illegal_state_exception',
    `index, alias, and data stream names need to be unique, but the following duplicates were found [${name} (alias of [${name}]) conflicts with index]`,
  );
}

/** Mapping types are gone; saying so (`false`) is allowed, asking for them is not. */
export function refuseTypes(request: Pick<RequestOf<'indices.create'>, 'params'>): boolean {
  if (request.params.include_type_name !== true) return false;
  throw apiError(
    'illegal_argument_exception',
    '[include_type_name] can only be false: mapping types are not supported',
  );
}

/**
 * Creates with the defaults filled in; `name` may be date math. Throws ApiError: settings, shard limit,
 * mapping.
 */
export async function createIndexWith(
  context: EmbeddedContext,
  request: CreateIndex,
): Promise<IndexMetadata> {
  const name = resolveDateMath(request.name, context.clock.now());
  const shards = Number(request.settings['index.number_of_shards'] ?? 1);
  const replicas = Number(request.settings['index.number_of_replicas'] ?? 1);
  if (!isSystemIndex(name)) checkShardLimit(context, shards * (replicas + 1));
  const settings = {
    'index.number_of_shards': String(shards),
    'index.number_of_replicas': String(replicas),
    ...request.settings,
    'index.provided_name': request.name,
    'index.replication.type': 'DOCUMENT',
    'index.version.created': createdVersion.id,
  };
  return context.engine.createIndex({ ...request, name, settings });
}

/** `cluster.max_shards_per_node`, counting copies whether they can be placed or not. */
function checkShardLimit(context: EmbeddedContext, added: number): void {
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

/** The parts of the body, not looked into yet but for the settings' names. */
interface CreateBody {
  readonly settings: SettingsUpdate;
  readonly mappings: unknown;
  readonly aliases: unknown;
}

async function readBody(request: BackendRequest): Promise<CreateBody> {
  const body = request.body.empty ? {} : await parsedBody(request);
  if (!isObject(body)) {
    throw apiError(
      'not_x_content_exception',
      'Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes',
    );
  }
  if (!['settings', 'mappings', 'aliases'].some((key) => key in body) && Object.keys(body).length > 0) {
    const [unknown] = Object.keys(body);
    throw apiError('parse_exception', `unknown key [${unknown}] for create index`);
  }
  for (const key of Object.keys(body)) {
    if (!['settings', 'mappings', 'aliases'].includes(key)) {
      throw apiError('parse_exception', `unknown key [${key}] for create index`);
    }
  }
  const settings = body.settings === undefined ? {} : flattenIndexSettings(body.settings);
  return { settings, mappings: body.mappings, aliases: body.aliases };
}

async function parsedBody(request: BackendRequest): Promise<unknown> {
  try {
    return await request.body.json();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.error.type.startsWith('json_')) throw error;
    const reason = 'Failed to parse content to map';
    throw new ApiError({ type: 'parse_exception', reason, causedBy: error.error }, { cause: error });
  }
}

function withoutNulls(settings: SettingsUpdate): Record<string, string | readonly string[]> {
  const kept: Record<string, string | readonly string[]> = dictionary();
  for (const [name, value] of Object.entries(settings)) if (value !== null) kept[name] = value;
  return kept;
}

/** A mapping under a type name is unwrapped where the client may still send one (`_doc`, Elasticsearch 7). */
export function readMappings(value: unknown, request: BackendRequest): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw apiError('mapper_parsing_exception', 'mappings must be an object');
  if (!isObject(value._doc) || Object.keys(value).length !== 1) return value;
  if (!request.dialect.documentType) {
    throw apiError('illegal_argument_exception', 'The mapping definition cannot be nested under a type');
  }
  request.warn('[types removal] Using a type name in mappings is deprecated.');
  return value._doc;
}

function readAliases(value: unknown, name: string): Record<string, AliasMetadata> {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw apiError('parse_exception', 'key [aliases] must be an object');
  const aliases: Record<string, AliasMetadata> = dictionary();
  for (const [given, body] of Object.entries(value)) {
    const alias = given.replaceAll('{index}', name);
    aliases[alias] = parseAlias(alias, body);
  }
  return aliases;
}
