/** Actions that show documents, or what is in them: to whom some are hidden, these must heed it. */
export function showsDocuments(action: string): boolean {
  return /^indices:(?:data\/read\/|data\/write\/update|admin\/resize)/.test(action) || copies.has(action);
}

/** Actions by which other clusters, or this one, begin to copy an index. */
const copies: ReadonlySet<string> = new Set([
  'indices:admin/plugins/replication/index/setup/validate',
  'indices:admin/plugins/replication/index/start',
]);

/** Actions that show fields: those that show documents, and what tells how fields are mapped. */
export function showsFields(action: string): boolean {
  return showsDocuments(action) || showMappings.has(action);
}

const showMappings: ReadonlySet<string> = new Set([
  'indices:admin/analyze',
  'indices:admin/get',
  'indices:admin/mappings/fields/get',
  'indices:admin/mappings/get',
  'indices:admin/validate/query',
]);

/** Those that show documents and leave out what a role's query hides. */
export function heedsQuery(action: string): boolean {
  return queryReads.has(action);
}

/** Those that leave out the fields that a role hides. */
export function heedsFields(action: string): boolean {
  return queryReads.has(action) || fieldReads.has(action);
}

const queryReads: ReadonlySet<string> = new Set(
  [
    'search',
    'search/template',
    'msearch',
    'msearch/template',
    'rank_eval',
    'get',
    'mget',
    'field_caps',
    'scroll',
    'scroll/clear',
    'point_in_time/create',
    'point_in_time/delete',
    'point_in_time/readall',
  ].map((name) => `indices:data/read/${name}`),
);

const fieldReads: ReadonlySet<string> = new Set([
  ...showMappings,
  'indices:data/read/explain',
  'indices:data/read/mtv',
  'indices:data/read/tv',
]);
