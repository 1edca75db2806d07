import type { ParamSpec } from './route.ts';

/**
 * Accepted by every cat endpoint. Units are plain strings: as in OpenSearch, an unknown unit is not an error and
 * the value is then shown in the readable form.
 */
export const catParams = {
  bytes: { type: 'string', summary: 'unit of sizes: b, kb, mb, gb, tb, pb' },
  h: { type: 'list', takesEmpty: true, summary: 'columns to show: names, aliases or wildcards' },
  help: { type: 'boolean', summary: 'describe the columns instead', default: 'false' },
  s: { type: 'list', summary: 'sort by these columns, each with :asc or :desc' },
  size: { type: 'string', summary: 'unit of counts: k, m, g, t, p' },
  timeout: { type: 'string', summary: 'accepted; a table is told at once' },
  time: { type: 'string', summary: 'unit of times: nanos, micros, ms, s, m, h, d' },
  ts: { type: 'boolean', summary: 'show epoch and timestamp', default: 'true' },
  v: { type: 'boolean', summary: 'show a header', default: 'false' },
} as const satisfies Record<string, ParamSpec>;
