import { ApiError, apiError, dictionary, isObject } from '@sextant/contract';
import type { AliasMetadata } from '@sextant/engine';
import { flattenIndexSettings, type SettingsUpdate } from '../../../cluster/flat-settings.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type Handler, ok, type RequestOf } from '../context.ts';
import {
  warnOfIndexSettings,
  warnOfLegacyTemplates,
  warnOfMapping,
  warnOfName,
} from '../deprecations/deprecated-index.ts';
import { activeShardCount } from '../document/write-params.ts';
import { legacyTemplatesOf } from '../templates/apply-templates.ts';
import { checkAliasCount } from './alias-limits.ts';
import { parseAlias } from './alias-metadata.ts';
import { checkNewName, createWanted } from './new-index.ts';

export const createIndex: Handler<'indices.create'> = async (context, request) => {
  const catalog = catalogOf(context, request);
  // What cannot be read is refused before anything is looked up.
  const { settings, mappings, aliases } = await readBody(request);
  activeShardCount(request.params.wait_for_active_shards, 1);
  refuseTypes(request);
  const [name = ''] = request.indices;
  checkNewName(catalog, name);
  const mapping = readMappings(mappings, request);
  const { index, isActive } = await createWanted(context, request, catalog, {
    provided: request.pathParams.index,
    settings,
    mappings: mapping,
    aliases: readAliases(aliases, name),
  });
  warnOfName(index.name, index.settings['index.hidden'] === 'true', request.warn);
  warnOfLegacyTemplates(index.name, legacyTemplatesOf(context.metadata, index), request.warn);
  warnOfIndexSettings(settings, request.warn);
  warnOfMapping(mapping, request.warn);
  return ok({ acknowledged: true, shards_acknowledged: isActive, index: index.name });
};

/** Mapping types are gone; saying so (`false`) is allowed, asking for them is not. */
export function refuseTypes(request: Pick<RequestOf<'indices.create'>, 'params'>): boolean {
  if (request.params.include_type_name !== true) return false;
  throw apiError(
    'illegal_argument_exception',
    '[include_type_name] can only be false: mapping types are not supported',
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
    return await request.body.json('script-doubles');
  } catch (error) {
    if (!(error instanceof ApiError) || !error.error.type.startsWith('json_')) throw error;
    const reason = 'Failed to parse content to map';
    throw new ApiError({ type: 'parse_exception', reason, causedBy: error.error }, { cause: error });
  }
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

export function readAliases(value: unknown, name: string): Record<string, AliasMetadata> {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw apiError('parse_exception', 'key [aliases] must be an object');
  const aliases: Record<string, AliasMetadata> = dictionary();
  const names = Object.keys(value);
  checkAliasCount(name, names.length);
  for (const given of names) {
    const body = value[given];
    const alias = given.replaceAll('{index}', name);
    aliases[alias] = parseAlias(alias, body);
  }
  return aliases;
}
