import type { ParamSpec } from './route.ts';

/** Parameters that several families share, under one wording. */
export const indicesOptions = {
  ignore_unavailable: {
    type: 'boolean',
    summary: 'leave out names that are missing or closed',
    default: 'false',
  },
  allow_no_indices: { type: 'boolean', summary: 'accept a wildcard that matches nothing', default: 'true' },
  expand_wildcards: {
    type: 'list',
    summary: 'what wildcards match: open, closed, hidden, none, all',
    takesEmpty: true,
  },
  ignore_throttled: { type: 'boolean', summary: 'accepted; no index here is frozen', default: 'true' },
} as const satisfies Record<string, ParamSpec>;

export const masterTimeouts = {
  master_timeout: { type: 'time', summary: 'how long to wait for the cluster manager', default: '30s' },
  cluster_manager_timeout: {
    type: 'time',
    summary: 'how long to wait for the cluster manager',
    default: '30s',
  },
} as const satisfies Record<string, ParamSpec>;

export const acknowledged = {
  ...masterTimeouts,
  timeout: { type: 'time', summary: 'how long to wait for the change', default: '30s' },
} as const satisfies Record<string, ParamSpec>;

export const waitForShards = {
  wait_for_active_shards: {
    type: 'string',
    summary: 'copies that must be active: a number or all',
    default: '1',
  },
} as const satisfies Record<string, ParamSpec>;

export const localParam = {
  local: { type: 'boolean', summary: 'accepted; this node answers anyhow', default: 'false' },
} as const satisfies Record<string, ParamSpec>;

export const typeName = {
  include_type_name: { type: 'boolean', summary: 'only false: mapping types are gone', default: 'false' },
} as const satisfies Record<string, ParamSpec>;

export const sourceFilter = {
  _source: { type: 'list', takesEmpty: true, summary: 'true, false, or the fields to give' },
  _source_includes: { type: 'list', takesEmpty: true, summary: 'fields of the document to give' },
  _source_excludes: { type: 'list', takesEmpty: true, summary: 'fields of the document to leave out' },
  _source_include: { type: 'list', takesEmpty: true, summary: 'older name of _source_includes' },
  _source_exclude: { type: 'list', takesEmpty: true, summary: 'older name of _source_excludes' },
} as const satisfies Record<string, ParamSpec>;

export const writeParams = {
  refresh: {
    type: 'string',
    summary: 'true, false or wait_for: when the change becomes searchable',
    default: 'false',
  },
  routing: { type: 'string', summary: 'value that picks the shard instead of the id' },
  timeout: { type: 'time', summary: 'how long to wait for active shards', default: '1m' },
  wait_for_active_shards: {
    type: 'string',
    summary: 'copies that must be active: a number or all',
    default: '1',
  },
} as const satisfies Record<string, ParamSpec>;

export const queryString = {
  q: { type: 'string', summary: 'query in short form: words, field:word, "phrase", AND, OR, NOT' },
  df: { type: 'string', summary: 'field for words of `q` without one', beside: 'q' },
  default_operator: {
    type: 'string',
    summary: 'AND or OR between the words of `q`',
    default: 'OR',
    beside: 'q',
  },
  analyzer: { type: 'string', summary: 'analyzer for `q`', beside: 'q' },
  analyze_wildcard: {
    type: 'boolean',
    summary: 'only false: wildcard words of `q` are taken as they are',
    default: 'false',
    beside: 'q',
  },
  lenient: {
    type: 'boolean',
    summary: 'ignore words of `q` that do not fit a field',
    default: 'false',
    beside: 'q',
  },
} as const satisfies Record<string, ParamSpec>;

/** Which tasks are meant. */
export const taskParams = {
  actions: { type: 'list', summary: 'only tasks with these actions; wildcards' },
  nodes: { type: 'list', summary: 'only tasks of these nodes' },
  parent_task_id: { type: 'string', summary: 'only parts of this task (`node:number`)' },
} as const satisfies Record<string, ParamSpec>;

/** Versions of documents. */
export const versioning = {
  version: { type: 'long', summary: 'version to check or, external, to give' },
  version_type: { type: 'string', summary: 'internal, external or external_gte', default: 'internal' },
} as const satisfies Record<string, ParamSpec>;
