import { apiError, type Json } from '@sextant/contract';
import type { DanglingIndex } from '@sextant/engine';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { isSystemIndex, systemIndexRefused } from '../../system-index.ts';
import { type EmbeddedContext, type Handlers, ok } from '../context.ts';
import { isBeingMade, whileBeingMade } from '../indices/names-being-made.ts';
import { checkAliases, duplicate, shownTo } from '../indices/new-index.ts';
import { nodesHeader } from '../nodes/node-rim.ts';
import { requireNoOther } from '../replication/free-name.ts';

type DanglingHandlers = Pick<
  Handlers<'cluster'>,
  Extract<keyof Handlers<'cluster'>, `dangling_indices.${string}`>
>;

/**
 * Folders of indices that the service does not have: they were brought there while it ran, or another index had their name when it
 * started. Statuses and texts are those of OpenSearch, which tells of a name that is taken in its log alone.
 */
export const danglingHandlers: DanglingHandlers = {
  'dangling_indices.list_dangling_indices': async (context, { params }) => {
    const found = await visible(context);
    const one = ({ name, uuid, creationDate }: DanglingIndex): Json => ({
      index_name: name,
      index_uuid: uuid,
      ...(params.human === true ? { creation_date: new Date(creationDate).toISOString() } : {}),
      creation_date_millis: creationDate,
      node_ids: [context.identity.nodeId],
    });
    return ok({ ...nodesHeader(context.clusterName), dangling_indices: found.map(one) });
  },
  'dangling_indices.import_dangling_index': async (context, request) => {
    const index = await asked(context, request);
    const { engine } = context;
    const existing = engine.index(index.name);
    if (existing !== undefined || isBeingMade(engine, index.name)) {
      const uuid = existing?.uuid ?? '_na_';
      const reason = `index [${index.name}/${uuid}] already exists`;
      throw apiError('resource_already_exists_exception', reason, { index: index.name, index_uuid: uuid });
    }
    requireNoOther(context, index.name);
    const twice = Object.keys(index.aliases).find((alias) => engine.index(alias) !== undefined);
    if (twice !== undefined) throw duplicate(`index [${twice}], alias [${twice}] of index [${index.name}]`);
    const ours = Object.keys(index.aliases).find(isSystemIndex);
    if (ours !== undefined) throw systemIndexRefused(ours);
    checkAliases(context, index, shownTo(request));
    await whileBeingMade(engine, index, () => engine.paths.endDangling('import', index.uuid));
    return accepted;
  },
  'dangling_indices.delete_dangling_index': async (context, request) => {
    const { uuid } = await asked(context, request);
    await context.engine.paths.endDangling('delete', uuid);
    return accepted;
  },
};

const accepted: BackendResponse = { kind: 'json', status: 202, body: { acknowledged: true } };

/** The accounts are nobody's to bring in. */
async function visible({ engine }: EmbeddedContext): Promise<readonly DanglingIndex[]> {
  return (await engine.paths.dangling()).filter(({ name }) => !isSystemIndex(name));
}

/** Throws ApiError illegal_argument_exception where there is none, or it is not said that data may be lost. */
async function asked(
  context: EmbeddedContext,
  { pathParams, params }: Pick<BackendRequest, 'pathParams' | 'params'>,
): Promise<DanglingIndex> {
  const uuid = pathParams.index_uuid;
  const index = (await visible(context)).find((each) => each.uuid === uuid);
  if (index === undefined) {
    throw apiError('illegal_argument_exception', `No dangling index found for UUID [${uuid}]`);
  }
  if (params.accept_data_loss === true) return index;
  throw apiError('illegal_argument_exception', 'accept_data_loss must be set to true');
}
