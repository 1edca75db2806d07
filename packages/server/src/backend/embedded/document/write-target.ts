import { ApiError, apiError } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { type IndexCatalog, indexClosed, indexNotFound, writeIndex } from '../../../cluster/index-names.ts';
import { checkIndexName } from '../../../cluster/name-rules.ts';
import type { BackendRequest } from '../../backend.ts';
import { canonicalName } from '../../index-expression.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';
import { createIndexWith, shownTo } from '../indices/new-index.ts';
import { checkClusterBlocks, checkRequestBlocks } from '../request-blocks.ts';
import { dataStreams, streamIndices } from '../streams/data-stream.ts';
import { makeStream } from '../streams/make-stream.ts';
import { withTemplates } from '../templates/apply-templates.ts';
import { findIndexTemplate } from '../templates/find-templates.ts';

export interface WriteTarget {
  readonly index: IndexMetadata;
  /** What an alias says about routing, if the name was one. */
  readonly aliasRouting: string | undefined;
  /** The mapping demands a routing value. */
  readonly routingRequired: boolean;
}

export interface TargetOptions {
  readonly requireAlias: boolean;
  /** Deletes do not create their index, but with external versions. */
  readonly mayCreate: boolean;
  /** It makes a document, or fails: all that a data stream takes. */
  readonly creates: boolean;
  /** Of the operation, where the row is not one. */
  readonly action?: string;
  /** Throws ApiError for what no index is made for. */
  readonly beforeMaking?: () => void;
}

/**
 * The index that writes to `name` go to, made when missing and allowed. Throws ApiError: blocks, closed, no
 * such index.
 */
export async function writeTarget(
  context: EmbeddedContext,
  request: BackendRequest,
  name: string,
  options: TargetOptions,
): Promise<WriteTarget> {
  const catalog = catalogOf(context, request, options.action);
  const resolved = canonicalName(name, request.access, catalog.now());
  if (options.requireAlias) checkIsAlias(catalog, resolved);
  if (!options.creates && catalog.streams?.().has(resolved)) throw onlyCreates();
  const index = writeIndex(catalog, resolved) ?? (await autoCreate(context, request, resolved, options));
  if (index.state === 'close') throw indexClosed(index);
  checkRequestBlocks(context, request, [index], 'write');
  const alias = index.name === resolved ? undefined : index.aliases[resolved];
  const routing = index.mappings._routing as { required?: unknown } | undefined;
  return { index, aliasRouting: alias?.indexRouting, routingRequired: routing?.required === true };
}

function onlyCreates(): ApiError {
  const reason = 'only write ops with an op_type of create are allowed in data streams';
  return apiError('illegal_argument_exception', reason);
}

function checkIsAlias(catalog: IndexCatalog<IndexMetadata>, name: string): void {
  if (catalog.behind(name).length > 0) return;
  throw apiError(
    'index_not_found_exception',
    `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
    { index: name, index_uuid: '_na_' },
  );
}

async function autoCreate(
  context: EmbeddedContext,
  request: BackendRequest,
  name: string,
  options: TargetOptions,
): Promise<IndexMetadata> {
  options.beforeMaking?.();
  if (!options.mayCreate) throw indexNotFound(name, 'index_expression');
  checkIndexName(name);
  const rule = context.settings.get('action.auto_create_index');
  if (rule.text === 'false') throw indexNotFound(name, 'index_expression');
  const deciding = rule.patterns.find(({ matches }) => matches(name));
  if (deciding?.allows !== true) {
    const why =
      deciding === undefined
        ? `[action.auto_create_index] ([${rule.text}]) doesn't match`
        : `[action.auto_create_index] contains [${deciding.text}] which forbids automatic creation of the index`;
    throw apiError('index_not_found_exception', `no such index [${name}] and ${why}`, {
      index: name,
      index_uuid: '_na_',
    });
  }
  checkClusterBlocks(context, request, undefined);
  request.access.check('indices:admin/create', [name]);
  try {
    if (findIndexTemplate(context.metadata, name)?.template.dataStream !== undefined) {
      if (!options.creates) throw onlyCreates();
      return await makeStream(context, name);
    }
    const index = withTemplates(context.metadata, { name, settings: {}, mappings: {}, aliases: {} });
    return await createIndexWith(context, { ...index, provided: name }, { shows: shownTo(request) });
  } catch (error) {
    const made =
      context.engine.index(name) ?? streamIndices(context.engine, context.metadata).get(name)?.at(-1);
    const raced = error instanceof ApiError && error.error.type === 'resource_already_exists_exception';
    if (raced && made !== undefined) return made;
    if (raced && context.metadata.entries(dataStreams).has(name)) throw streamLost(name);
    throw error;
  }
}

/** Its indices are in folders that cannot be read, which are kept. */
function streamLost(name: string): ApiError {
  const reason = `no index of the data stream [${name}] works; run \`sextant check\``;
  return apiError('unavailable_shards_exception', reason);
}

/** The routing of a document that is named through an alias. Throws ApiError where the alias says otherwise. */
export function routingThrough(
  alias: string,
  own: string | undefined,
  routing: string | undefined,
): string | undefined {
  if (own === undefined || routing === undefined || routing === own) return routing ?? own;
  const rule = `Alias [${alias}] has index routing associated with it [${own}]`;
  const reason = `${rule}, and was provided with routing value [${routing}], rejecting operation`;
  throw apiError('illegal_argument_exception', reason);
}

/** The routing of one operation. Throws ApiError where the alias says otherwise, or one is missing. */
export function operationRouting(
  target: WriteTarget,
  name: string,
  id: string | null,
  routing: string | undefined,
): string | null {
  const { aliasRouting, index } = target;
  const effective = routingThrough(name, aliasRouting, routing);
  if (effective === undefined && target.routingRequired) {
    throw apiError('routing_missing_exception', `routing is required for [${index.name}]/[${id ?? 'null'}]`, {
      index: index.name,
      index_uuid: index.uuid,
    });
  }
  return effective ?? null;
}
