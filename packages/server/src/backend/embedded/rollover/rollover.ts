import { type ApiError, apiError, dictionary } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { resolveDateMath } from '../../../cluster/date-math-name.ts';
import { type IndexCatalog, writeIndex } from '../../../cluster/index-names.ts';
import { requireAliasRight } from '../../alias-right.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { changeInTurn } from '../indices/change-in-turn.ts';
import { checkNewName, createWanted } from '../indices/new-index.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { backingName, dataStreams } from '../streams/data-stream.ts';
import { addIndex, templateOf } from '../streams/make-stream.ts';
import { composeIndexTemplate, composeLegacyTemplates, namedAliases } from '../templates/compose-template.ts';
import { findIndexTemplate, findLegacyTemplates } from '../templates/find-templates.ts';
import { componentTemplates } from '../templates/template-kinds.ts';
import { type Measured, type RolloverBody, readRollover } from './rollover-body.ts';
import { rolloverIntents, turnAlias } from './rollover-intent.ts';
import { nextName } from './rollover-name.ts';

type Rollover = RequestOf<'indices.rollover'>;
type Catalog = IndexCatalog<IndexMetadata>;

/** The index that is written to, and the one that takes its place. */
interface Turn {
  readonly alias: string;
  readonly source: IndexMetadata;
  /** The alias is a data stream. */
  readonly isStream: boolean;
  /** As it is given, also date math. */
  readonly provided: string;
  readonly name: string;
}

export const rollover: Handler<'indices.rollover'> = async (context, request) => {
  const body = await readRollover(request);
  return changeInTurn(context.engine, async () => {
    const turn = plan(context, request, body);
    const measured = await measure(context, turn.source);
    const met = body.conditions.filter((condition) => condition.isMet(measured));
    const isMet = body.conditions.length === 0 || met.length > 0;
    const isDry = request.params.dry_run === true;
    const isActive = isMet && !isDry ? await carryOut(context, request, turn, { body, met }) : undefined;
    return ok({
      acknowledged: isActive !== undefined,
      shards_acknowledged: isActive === true,
      old_index: turn.source.name,
      new_index: turn.name,
      rolled_over: isActive !== undefined,
      dry_run: isDry,
      conditions: dictionary(
        Object.fromEntries(body.conditions.map((condition) => [condition.name, met.includes(condition)])),
      ),
    });
  });
};

/** Throws ApiError where the target cannot be rolled over, or the new name is not free. */
function plan(context: EmbeddedContext, request: Rollover, body: RolloverBody): Turn {
  const [alias = ''] = request.indices;
  const catalog = catalogOf(context, request);
  const members = catalog.streams?.().get(alias);
  const target = members === undefined ? catalog.get(alias) : undefined;
  const behind = catalog.behind(alias).filter(({ name }) => catalog.mayName(name));
  const changed = members ?? (target === undefined ? behind : [target]);
  checkRequestBlocks(context, request, changed, 'metadata_write', { named: true });
  if (members !== undefined) return planStream(context, request, alias, members, body);
  const source = sourceOf(catalog, alias);
  requireAliasRight(request.access, [alias]);
  const wrote = String(source.settings['index.provided_name'] ?? source.name);
  const provided = request.pathParams.new_index ?? nextName(wrote, catalog.now());
  const name = resolveDateMath(provided, catalog.now());
  checkNewName(catalogOf(context, request, 'indices:admin/create'), name);
  return { alias, source, isStream: false, provided, name };
}

function planStream(
  { metadata }: EmbeddedContext,
  { pathParams }: Rollover,
  stream: string,
  members: readonly IndexMetadata[],
  { isDescribed }: RolloverBody,
): Turn {
  if (pathParams.new_index !== undefined) {
    throw refused('new index name may not be specified when rolling over a data stream');
  }
  if (isDescribed) {
    throw refused(
      'aliases, mappings, and index settings may not be specified when rolling over a data stream',
    );
  }
  const { generation } = metadata.entries(dataStreams).get(stream)!;
  const name = backingName(stream, generation + 1);
  return { alias: stream, source: members.at(-1)!, isStream: true, provided: name, name };
}

function sourceOf(catalog: Catalog, target: string): IndexMetadata {
  if (catalog.get(target) !== undefined) {
    throw refused('rollover target is a [concrete index] but one of [alias,data_stream] was expected');
  }
  if (catalog.behind(target).length === 0) {
    catalog.require(target);
    throw refused(`rollover target [${target}] does not exist`);
  }
  try {
    const source = writeIndex(catalog, target);
    if (source !== undefined) return source;
  } catch (error) {
    if (!isNoWriteIndex(error)) throw error;
  }
  throw refused(`rollover target [${target}] does not point to a write index`);
}

function isNoWriteIndex(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no write index is defined');
}

function refused(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

async function measure(context: EmbeddedContext, index: IndexMetadata): Promise<Measured> {
  const ageMs = context.clock.now() - index.creationDate;
  const [stats] = await statsOfIndices(context, [index]);
  const shards = stats?.shards ?? [];
  const docs = shards.reduce((sum, shard) => sum + shard.docsCount, 0);
  const bytes = shards.reduce((sum, shard) => sum + shard.storeBytes, 0);
  return { ageMs, docs, bytes };
}

/** Whether as many copies are active as the request waits for. The intent is durable before the index is there. */
async function carryOut(
  context: EmbeddedContext,
  request: Rollover,
  { alias, source, isStream, provided, name }: Turn,
  { body, met }: { readonly body: RolloverBody; readonly met: RolloverBody['conditions'] },
): Promise<boolean> {
  const { metadata, engine, clock } = context;
  const metConditions = dictionary(Object.fromEntries(met.map(({ key, value }) => [key, value])));
  const info = { time: clock.now(), metConditions };
  if (isStream) {
    const before = metadata.entries(dataStreams).get(alias)!;
    await addIndex(context, alias, templateOf(context, alias).template, before);
    await engine.updateMetadata(new Map([[source.name, { rollovers: dictionary({ [alias]: info }) }]]));
    return true;
  }
  checkTemplateAliases(context, name, alias);
  const isExplicit = source.aliases[alias]?.isWriteIndex === true;
  const intent = { alias, source: source.name, isExplicit, info };
  metadata.change({ section: rolloverIntents, entries: new Map([[name, intent]]) });
  const catalog = catalogOf(context, request, 'indices:admin/create');
  try {
    const { isActive } = await createWanted(
      context,
      request,
      catalog,
      {
        provided,
        settings: body.settings,
        mappings: body.mappings,
        aliases: namedAliases(body.aliases, name),
      },
      { waits: true },
    );
    await turnAlias(context, name, intent);
    return isActive;
  } catch (error) {
    metadata.change({ section: rolloverIntents, entries: new Map([[name, undefined]]) });
    throw error;
  }
}

/** Throws ApiError where a template would give the new index the alias too: it would lead to both. */
function checkTemplateAliases({ metadata }: EmbeddedContext, index: string, alias: string): void {
  const found = findIndexTemplate(metadata, index);
  const legacy = found === undefined ? findLegacyTemplates(metadata, index) : [];
  const composition =
    found === undefined
      ? composeLegacyTemplates(legacy.map(({ template }) => template))
      : composeIndexTemplate(found.template, metadata.entries(componentTemplates));
  if (!Object.hasOwn(namedAliases(composition.aliases, index), alias)) return;
  const name = found?.name ?? legacy.find(({ template }) => Object.hasOwn(template.aliases, alias))?.name;
  throw refused(
    `Rollover alias [${alias}] can point to multiple indices, found duplicated alias [[${Object.keys(composition.aliases).join(', ')}]] in index template [${name}]`,
  );
}
