import { apiError, isObject, type Json } from '@sextant/contract';
import { type SearchBody, tokenOf, type WriteBatch } from '@sextant/engine';
import { writeIndex } from '../../../cluster/index-names.ts';
import { prettyJson } from '../../../wire/pretty-json.ts';
import { atOnce } from '../../../wire/turns.ts';
import type { BackendRequest } from '../../backend.ts';
import { canonicalExpression, canonicalName } from '../../index-expression.ts';
import { catalogOf, type EmbeddedContext, type Handler } from '../context.ts';
import { warnOfReindex } from '../deprecations/deprecated-search.ts';
import { validationFailed } from '../document/write-params.ts';
import { operationRouting, type WriteTarget, writeTarget } from '../document/write-target.ts';
import { PipelineChoice } from '../ingest/ingest-writes.ts';
import { readPlaced } from '../read-errors.ts';
import type { Documents } from '../search/documents-view.ts';
import { type SearchTargets, searchTargets } from '../search/search-targets.ts';
import { checkPages, pageScript } from './by-query-handlers.ts';
import { byQueryOptions } from './by-query-options.ts';
import { runByQuery } from './by-query-work.ts';
import { pickSources } from './pick-sources.ts';
import { type ReindexDestination, type ReindexRequest, readReindex } from './reindex-request.ts';
import { type RemoteInfo, shownRemote } from './remote/remote-info.ts';
import { remoteSearch } from './remote/remote-request.ts';
import { checkAllowed, type RemoteReading, remoteSource } from './remote/remote-source.ts';

/** Nothing of this service is read. */
const noTargets: SearchTargets = {
  indices: [],
  aliasFilters: new Map(),
  visible: {},
  aliases: new Map(),
  routings: new Map(),
};
const indexAction = 'indices:data/write/index';

function checkedReindex(body: unknown): SearchBody {
  if (isObject(body)) return body;
  const reason = `[1:1] [reindex] Expected START_OBJECT but was: ${tokenOf(body)}`;
  throw apiError('x_content_parse_exception', reason);
}

/** Copies the documents that a search finds into another index, which is made where it is missing. */
export const reindex: Handler<'reindex'> = async (context, request) => {
  const asked = request as BackendRequest;
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const body = checkedReindex(await request.body.json('exact-script'));
  warnOfReindex(body, asked.warn);
  const read = readPlaced(asked, body, (tree) => readReindex(tree as SearchBody));
  const { dest, search } = read;
  const { access, params } = request;
  const { remote } = read;
  if (remote !== undefined) checkRemote(context, remote, params.slices);
  const { versionType, create: creates } = dest;
  const routing = routingFor(dest);
  const script = pageScript(context, read.script, { destination: dest.index, versionType, creates, routing });
  const names =
    remote === undefined ? canonicalExpression(read.names, access, context.clock.now()) : read.names;
  const options = byQueryOptions(params, {
    ...(read.conflicts === undefined ? {} : { conflicts: read.conflicts }),
    ...(read.maxDocs === undefined ? {} : { maxDocs: read.maxDocs }),
    ...(read.pageSize === undefined ? {} : { pageSize: read.pageSize }),
  });
  // A query for another service is the other one's to judge.
  const { query: _, ...withoutQuery } = search;
  const paged = { ...(remote === undefined ? search : withoutQuery), size: options.pageSize };
  checkPages(paged, names, { slices: options.slices });
  const asking = remote === undefined ? undefined : askingOf(remote, read, options.pageSize, params.scroll);
  const requireAlias = params.require_alias === true;
  return runByQuery(context, asked, options, () => {
    const targets = asking === undefined ? searchTargets(context, asked, names, {}, []) : noTargets;
    const sources = targets.indices.map(({ name }) => name);
    checkDestination(context, asked, dest, { sources, requireAlias });
    return {
      targets,
      search: asking === undefined ? { sort: ['_doc'], ...search, version: true } : {},
      preference: undefined,
      options,
      ...(asking === undefined ? {} : { remote: remoteSource(context, asking) }),
      action: {
        readsSource: true,
        routing,
        activeShards: params,
        targetName: script === undefined ? dest.index : undefined,
        target: (index, onlyDeletes) => {
          const how = { requireAlias, mayCreate: !onlyDeletes, creates: dest.create, action: indexAction };
          return writeTarget(context, asked, index, how);
        },
        batch: (documents, items, target) => copies(documents, items, target, dest),
        ...(script === undefined ? {} : { script }),
        pipelines: { choice: new PipelineChoice(context, asked), given: dest.pipeline, mayMove: true },
      },
      description: `reindex from ${shownSource(names, asking)} to [${dest.index}]`,
      shows: { updated: true, created: true },
    };
  });
};

/** Throws ApiError for what no other service can be asked. */
function checkRemote({ remoteHosts }: EmbeddedContext, remote: RemoteInfo, slices: string | undefined): void {
  if (slices !== undefined && slices !== '1') {
    const count = slices === 'auto' ? 0 : slices;
    throw validationFailed([`reindex from remote sources doesn't support slices > 1 but was [${count}]`]);
  }
  checkAllowed(remoteHosts, remote);
}

function askingOf(
  remote: RemoteInfo,
  { names, search, dest }: ReindexRequest,
  size: number,
  scrollMs: number | undefined,
): RemoteReading {
  const withVersions = dest.versionType !== 'internal';
  return { remote, search: remoteSearch(search, { names, size, withVersions }), scrollMs };
}

function shownSource(names: readonly string[], asking: RemoteReading | undefined): string {
  const of = `[${names.join(', ')}]`;
  if (asking === undefined) return of;
  const query = atOnce(prettyJson(JSON.parse(asking.search.query) as Json))
    .toString()
    .trimEnd();
  return `[${shownRemote(asking.remote, query)}]${of}`;
}

/** Throws ApiError: not allowed, no alias, or one of those that are read. */
function checkDestination(
  context: EmbeddedContext,
  request: BackendRequest,
  { index }: ReindexDestination,
  { sources, requireAlias }: { readonly sources: readonly string[]; readonly requireAlias: boolean },
): void {
  const catalog = catalogOf(context, request, indexAction);
  const name = canonicalName(index, request.access, catalog.now());
  if (requireAlias && catalog.behind(name).length === 0) {
    throw apiError(
      'index_not_found_exception',
      `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
      { index: name, index_uuid: '_na_' },
    );
  }
  const target = writeIndex(catalog, name);
  if (target === undefined) request.access.check('indices:admin/create', [name]);
  else if (sources.includes(target.name)) {
    throw validationFailed([`reindex cannot write into an index its reading from [${target.name}]`]);
  }
}

function copies(
  documents: Documents,
  items: readonly number[],
  target: WriteTarget,
  dest: ReindexDestination,
): WriteBatch {
  const { ids, routings, versions } = documents;
  const isVersioned = dest.versionType !== 'internal';
  return {
    index: target.index.name,
    ...pickSources(documents, items),
    kinds: items.map(() => (dest.create ? 'create' : 'index')),
    createsOnly: dest.create,
    ids: items.map((item) => ids[item]!),
    routings: items.map((item) => {
      return operationRouting(target, dest.index, ids[item]!, routings[item] ?? undefined);
    }),
    ifSeqNos: null,
    ifPrimaryTerms: null,
    versions: isVersioned ? Float64Array.from(items, (item) => versions[item]!) : null,
    versionTypes: isVersioned ? items.map(() => dest.versionType) : null,
    retryOnConflict: null,
    refresh: 'false',
  };
}

/** As which routing documents are written that have their own. */
function routingFor({ routing }: ReindexDestination): (own: string | null) => string | null {
  if (typeof routing === 'object') return () => routing.value;
  return (own) => (routing === 'keep' ? own : null);
}
