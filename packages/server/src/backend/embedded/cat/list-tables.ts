import { ApiError, apiError, type BackendRouteName, type JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { allIndices, everyIndex, metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendResponse, CatColumn } from '../../backend.ts';
import { catTable } from '../../cat-columns.ts';
import type { EmbeddedContext, Handler, RequestOf } from '../context.ts';
import { onlyGroup } from '../nodes/workload-stats.ts';
import { indicesColumns } from './columns/indices.ts';
import { shardsColumns } from './columns/shards.ts';
import { indicesOf, indicesRows, rowsOfShards } from './index-tables.ts';
import { indexPages, pageOfIndices, pageOfShards, pageWish, readToken, shardPages } from './list-page.ts';

type ListRow = Extract<BackendRouteName<'cat'>, `list.${string}`>;

const paths = ['/_list/indices', '/_list/indices/{index}', '/_list/shards', '/_list/shards/{index}'];

/** The face has another hyphen than the keyboard's. */
const help: Handler<'list.help'> = async () => ({
  status: 200,
  kind: 'text',
  body: `:\u2011|\n${paths.map((path) => `${path}\n`).join('')}`,
});

function columnsAlone(columns: readonly CatColumn[]): BackendResponse {
  return { status: 200, kind: 'table', table: catTable(columns, []) };
}

const indices: Handler<'list.indices'> = async (context, request) => {
  const { params } = request;
  if (params.help === true) return columnsAlone(indicesColumns);
  const wish = pageWish(params, indexPages);
  const end = readToken(params.next_token, 'index');
  const { rows, nextToken } = pageOfIndices(indicesOf(context, request, allIndices), end, wish);
  const table = catTable(indicesColumns, await indicesRows(context, request, rows));
  return { status: 200, kind: 'table', table: { ...table, page: { rowsName: 'indices', nextToken } } };
};

const shards: Handler<'list.shards'> = async (context, request) => {
  const { params } = request;
  if (params.help === true) return columnsAlone(shardsColumns);
  const wish = pageWish(params, shardPages);
  const end = readToken(params.next_token, 'shard');
  const { rows, nextToken } = pageOfShards(shardsOf(context, request), end, wish);
  const table = catTable(shardsColumns, await rowsOfShards(context, rows));
  return { status: 200, kind: 'table', table: { ...table, page: { rowsName: 'shards', nextToken } } };
};

/** Names that there are not are left out, as in OpenSearch; closed indices are there by their names, and where none is named. */
function shardsOf(context: EmbeddedContext, request: RequestOf<'list.shards'>): IndexMetadata[] {
  const options = request.indices.length === 0 ? everyIndex : metadataIndices;
  return indicesOf(context, request, { ...options, ignoreUnavailable: true });
}

function shown(name: string): CatColumn {
  return { name, aliases: [], summary: '', shown: true };
}

const bar = '|';
const workloadColumns: readonly CatColumn[] = [
  'NODE_ID',
  'WORKLOAD_GROUP_ID',
  'TOTAL_COMPLETIONS',
  'TOTAL_REJECTIONS',
  'TOTAL_CANCELLATIONS',
  'CPU_USAGE',
  'MEMORY_USAGE',
].flatMap((name, i) => (i === 0 ? [shown(name)] : [shown(bar), shown(name)]));

/** Throws ApiError in the order and the words of OpenSearch: size, sort, order. */
function checkWorkloadPage({ size = 10, sort = 'node_id', order = 'asc' }: WorkloadParams): void {
  if (size < 1 || size > 100) {
    throw apiError('parse_exception', "Invalid value for 'size'. Allowed range: 1 to 100");
  }
  const wrong = (reason: string, cause: string) =>
    new ApiError({
      type: 'parse_exception',
      reason,
      causedBy: { type: 'illegal_argument_exception', reason: cause },
    });
  if (!['node_id', 'workload_group'].includes(sort.toLowerCase())) {
    throw wrong(
      "Invalid value for 'sort'. Allowed: 'node_id', 'workload_group'",
      `Invalid sort field: ${sort}. Allowed values: workload_group, node_id`,
    );
  }
  if (!['asc', 'desc'].includes(order.toLowerCase())) {
    throw wrong(
      "Invalid value for 'order'. Allowed: 'asc', 'desc'",
      `Invalid sort order: ${order}. Allowed values: asc, desc`,
    );
  }
}

type WorkloadParams = RequestOf<'list.wlm_stats'>['params'];

/** There is one group, so the first page is the last one, and no token was ever given. */
const workloads: Handler<'list.wlm_stats'> = async (context, { params }) => {
  checkWorkloadPage(params);
  if (params.next_token !== undefined && params.next_token !== '') {
    return { status: 400, kind: 'json', body: tokenRefused };
  }
  const group = {
    NODE_ID: context.identity.nodeId,
    WORKLOAD_GROUP_ID: onlyGroup,
    TOTAL_COMPLETIONS: String(context.poolWork.done('search')),
    TOTAL_REJECTIONS: '0',
    TOTAL_CANCELLATIONS: '0',
    CPU_USAGE: '0.0',
    MEMORY_USAGE: '0.0',
  };
  const end = { ...Object.fromEntries(Object.keys(group).map((name) => [name, '-'])), NODE_ID: noMore };
  const rows = [group, end].map((cells) => ({ ...cells, [bar]: bar }));
  return { status: 200, kind: 'table', table: catTable(workloadColumns, rows) };
};

const noMore = 'No more pages available';
const tokenRefused: JsonMap = {
  error:
    "Pagination state has changed (e.g., new workload groups added or removed). Please restart pagination from the beginning by omitting the 'next_token' parameter.",
  details: 'Invalid pagination token format',
};

export const listHandlers: { readonly [Name in ListRow]: Handler<Name> } = {
  'list.help': help,
  'list.indices': indices,
  'list.shards': shards,
  'list.wlm_stats': workloads,
};
