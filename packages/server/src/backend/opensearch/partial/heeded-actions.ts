/** Actions in which what is hidden from a caller is left out over a cluster; others that show documents or fields are refused to him. */
export const heededActions: ReadonlySet<string> = new Set(
  [
    'search',
    'search/template',
    'msearch',
    'msearch/template',
    'get',
    'mget',
    'scroll',
    'scroll/clear',
    'point_in_time/create',
    'point_in_time/delete',
    'point_in_time/readall',
  ].map((name) => `indices:data/read/${name}`),
);
