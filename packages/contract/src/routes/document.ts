import type { ParamSpec, Route } from './route.ts';
import { sourceFilter, versioning, writeParams } from './shared-params.ts';

const concurrency = {
  if_seq_no: { type: 'long', summary: 'only if the document still has this sequence number' },
  if_primary_term: { type: 'long', summary: 'only if the document still has this primary term' },
} as const satisfies Record<string, ParamSpec>;

const pipeline = {
  pipeline: {
    type: 'string',
    summary: 'the pipeline that documents go through; `_none`: not even the default one',
  },
} as const satisfies Record<string, ParamSpec>;

const requireAlias = {
  require_alias: { type: 'boolean', summary: 'refuse a target that is not an alias', default: 'false' },
} as const satisfies Record<string, ParamSpec>;

const readParams = {
  ...sourceFilter,
  preference: {
    type: 'string',
    summary: '`_shards:` must name the shard of the document; there is one copy of it',
  },
  realtime: { type: 'boolean', summary: 'see changes that no refresh has shown yet', default: 'true' },
  refresh: { type: 'boolean', summary: 'refresh before reading', default: 'false' },
  routing: { type: 'string', summary: 'value that picks the shard instead of the id' },
  stored_fields: { type: 'list', summary: 'stored fields to give; `_source` is then left out' },
} as const satisfies Record<string, ParamSpec>;

const indexParams = {
  ...writeParams,
  ...concurrency,
  ...versioning,
  ...pipeline,
  ...requireAlias,
  op_type: { type: 'string', summary: 'index or create' },
} as const satisfies Record<string, ParamSpec>;

const common = { family: 'document', answeredBy: 'backend' } as const;

/**
 * Documents one by one and in bulk. The `/_doc/{id}/_create`, `_update` and `_source` spellings are those of
 * clients of Elasticsearch 7.
 */
export const documentRoutes = [
  {
    ...common,
    name: 'index',
    methods: ['PUT', 'POST'],
    paths: ['/{index}/_doc/{id}'],
    params: indexParams,
    body: 'required',
    bodyLimit: 'documents',
    privilege: 'indices:data/write/index',
    effect: 'changes',
    summary: 'Store a document under an id',
  },
  {
    ...common,
    name: 'index_auto_id',
    methods: ['POST'],
    paths: ['/{index}/_doc'],
    params: indexParams,
    body: 'required',
    bodyLimit: 'documents',
    privilege: 'indices:data/write/index',
    effect: 'changes',
    summary: 'Store a document under a new id',
  },
  {
    ...common,
    name: 'create',
    methods: ['PUT', 'POST'],
    paths: ['/{index}/_create/{id}', '/{index}/_doc/{id}/_create'],
    params: indexParams,
    body: 'required',
    bodyLimit: 'documents',
    privilege: 'indices:data/write/index',
    effect: 'changes',
    summary: 'Store a document unless the id exists',
  },
  {
    ...common,
    name: 'update',
    methods: ['POST'],
    paths: ['/{index}/_update/{id}', '/{index}/_doc/{id}/_update'],
    params: {
      ...writeParams,
      ...concurrency,
      ...versioning,
      ...requireAlias,
      ...sourceFilter,
      retry_on_conflict: {
        type: 'int',
        summary: 'tries again when the document changed meanwhile',
        default: '0',
      },
    },
    body: 'required',
    bodyFirst: 'unknown parameters',
    bodyLimit: 'documents',
    privilege: 'indices:data/write/update',
    effect: 'changes',
    summary: 'Change a document in part',
  },
  {
    ...common,
    name: 'delete',
    methods: ['DELETE'],
    paths: ['/{index}/_doc/{id}'],
    params: { ...writeParams, ...concurrency, ...versioning },
    body: 'none',
    privilege: 'indices:data/write/delete',
    effect: 'changes',
    summary: 'Delete a document',
  },
  {
    ...common,
    name: 'get',
    methods: ['GET', 'HEAD'],
    paths: ['/{index}/_doc/{id}'],
    params: { ...readParams, ...versioning },
    body: 'none',
    privilege: 'indices:data/read/get',
    effect: 'reads',
    summary: 'Read a document by id (HEAD: whether it exists)',
  },
  {
    ...common,
    name: 'get_source',
    methods: ['GET', 'HEAD'],
    paths: ['/{index}/_source/{id}', '/{index}/_doc/{id}/_source'],
    params: { ...readParams, ...versioning },
    body: 'none',
    privilege: 'indices:data/read/get',
    effect: 'reads',
    summary: 'Read the body of a document alone (HEAD: whether it exists)',
  },
  {
    ...common,
    name: 'mget',
    methods: ['GET', 'POST'],
    paths: ['/_mget', '/{index}/_mget'],
    params: readParams,
    body: 'required',
    bodyFirst: 'unknown parameters',
    privilege: 'indices:data/read/mget',
    effect: 'reads',
    summary: 'Read many documents by id',
  },
  {
    ...common,
    name: 'bulk',
    methods: ['POST', 'PUT'],
    paths: ['/_bulk', '/{index}/_bulk'],
    params: {
      ...writeParams,
      ...pipeline,
      ...requireAlias,
      ...sourceFilter,
      type: { type: 'string', summary: 'accepted for older clients' },
      batch_size: { type: 'int', summary: 'accepted; slices are chosen here' },
    },
    body: 'required',
    bodyLimit: 'documents',
    bodyFormat: 'ndjson',
    privilege: 'indices:data/write/bulk',
    effect: 'changes',
    summary: 'Many index, create, update and delete operations in one request',
  },
] as const satisfies readonly Route[];
