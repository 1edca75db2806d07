import { apiError, type JsonMap } from '@sextant/contract';
import { checkAnalyzers, type IndexMetadata } from '@sextant/engine';
import { blocksOf } from '../../../cluster/blocks.ts';
import { resolveDateMath } from '../../../cluster/date-math-name.ts';
import { indexNotFound, requireName } from '../../../cluster/index-names.ts';
import {
  privateSettingProblems,
  validateSettingNames,
  validateSettingValues,
} from '../../../cluster/settings-validation.ts';
import { requireAliasRight, requireWholeIndex } from '../../alias-right.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { activeShardCount, validationFailed } from '../document/write-params.ts';
import { checkNewName, copiesWaitedFor, createIndexWith, shownTo } from '../indices/new-index.ts';
import { checkCreateBlock } from '../request-blocks.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { dataStreams, streamOf } from '../streams/data-stream.ts';
import { taskName } from '../tasks/task-body.ts';
import { checkCopiedBlocks, type ResizeBody, type ResizeRequest, readResize } from './resize-body.ts';
import { targetSettings } from './target-settings.ts';
import { checkSeveralShards, targetShards } from './target-shards.ts';

/** Of `_shrink`, `_split` and `_clone`. Without `wait_for_completion` it goes on as a task, and the answer names it. */
export const resize: Handler<'indices.shrink' | 'indices.split' | 'indices.clone'> = async (
  context,
  request,
) => {
  const catalog = catalogOf(context, request);
  const provided = request.pathParams.target;
  const target = resolveDateMath(provided, catalog.now());
  const body = await readResize(request, target);
  activeShardCount(request.params.wait_for_active_shards, 1);
  const [name = ''] = request.indices;
  const { kind } = body;
  request.task.describe(() => `${kind} from [${name}] to [${target}]`);
  const work = (): Promise<JsonMap> => carryOut(context, request, { name, target, provided, body });
  if (request.params.wait_for_completion !== false) return ok(await work());
  context.tasks.outlive(request.task, work);
  return ok({ task: taskName(context.identity.nodeId, request.task.number) });
};

interface Wish {
  /** Of the source. */
  readonly name: string;
  readonly target: string;
  /** As the target was given: also date math. */
  readonly provided: string;
  readonly body: ResizeBody;
}

async function carryOut(
  context: EmbeddedContext,
  request: ResizeRequest,
  { name, target, provided, body }: Wish,
): Promise<JsonMap> {
  checkCreateBlock(context, request, target);
  const source = sourceOf(context, request, name);
  const { count, routingShards } = targetShards(source, body, await bytesOf(context, source));
  if (body.settings['index.soft_deletes.enabled'] === 'false') {
    const reason = "Can't disable [index.soft_deletes.enabled] setting on resize";
    throw apiError('illegal_argument_exception', reason);
  }
  checkCopiedBlocks(source, body, target);
  checkNewName(catalogOf(context, request, 'indices:admin/create'), target);
  validateSettingNames(body.settings);
  checkBlocked(context, source);
  checkSeveralShards(body, source);
  const problems = privateSettingProblems(body.settings);
  if (problems.length > 0) throw validationFailed(problems);
  validateSettingValues(body.settings);
  const aliases = Object.keys(body.aliases);
  if (aliases.length > 0) requireAliasRight(request.access, [target, ...aliases]);
  const settings = targetSettings(context, source, body, count);
  checkAnalyzers(settings, source.settings);
  const wanted = { name: target, provided, settings, mappings: source.mappings, aliases: body.aliases };
  const isActive = copiesWaitedFor(request, wanted) <= 1;
  const made = routingShards === undefined ? wanted : { ...wanted, routingShards };
  await createIndexWith(context, made, { source: source.name, shows: shownTo(request) });
  return { acknowledged: true, shards_acknowledged: isActive, index: target };
}

/** An index by its own name. Throws ApiError. */
function sourceOf(context: EmbeddedContext, request: ResizeRequest, name: string): IndexMetadata {
  const catalog = catalogOf(context, request);
  const source = catalog.get(name);
  if (source === undefined) {
    // Who may not use it is not told whether it is there.
    requireName(catalog, name);
    throw indexNotFound(name);
  }
  const stream = streamOf(context.metadata, name);
  requireWholeIndex(request.access, stream === undefined ? [name] : [name, stream]);
  if (source.state === 'close') {
    throw apiError('index_closed_exception', 'closed', { index: name, index_uuid: source.uuid });
  }
  return source;
}

async function bytesOf(context: EmbeddedContext, source: IndexMetadata): Promise<number> {
  const [stats] = await statsOfIndices(context, [source]);
  return (stats?.shards ?? []).reduce((sum, shard) => sum + shard.storeBytes, 0);
}

/** Throws ApiError unless nobody writes to the source. */
function checkBlocked({ metadata }: EmbeddedContext, source: IndexMetadata): void {
  const { name } = source;
  const stream = streamOf(metadata, name);
  if (stream !== undefined && metadata.entries(dataStreams).get(stream)?.indices.at(-1) === name) {
    const reason = `cannot resize the write index [${name}] for data stream [${stream}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  if (blocksOf(source, 'write').length > 0) return;
  throw apiError(
    'illegal_state_exception',
    `index ${name} must block write operations to resize index. use "index.blocks.write=true"`,
  );
}
