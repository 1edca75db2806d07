import type { BackendRouteName } from '@sextant/contract';
import type { IndicesOptions } from '../cluster/index-names.ts';
import {
  allIndices,
  changedIndices,
  everyIndex,
  metadataIndices,
  openIndices,
} from '../cluster/indices-options.ts';

/** How a row names indices outside its body. */
export interface IndexNaming {
  /**
   * `many`: a list of names, aliases and wildcards; else one name, of an index to read, to write or to make; `name`: that an
   * index has, or had, or may get.
   */
  readonly target: 'many' | 'read' | 'write' | 'create' | 'name';
  /**
   * What the row means where nothing is named: all indices, none of them (the body names them, or a name is
   * missing), or the whole cluster, with hidden and closed indices among the rest.
   */
  readonly unnamed: 'all' | 'none' | 'cluster';
  /** The path parameter; a query parameter `index` is read with it. */
  readonly param: 'index' | 'name';
  /** What names may mean, where the query does not say. */
  readonly options: IndicesOptions;
}

function many(options: IndicesOptions, unnamed: IndexNaming['unnamed'] = 'all'): IndexNaming {
  return { target: 'many', unnamed, param: 'index', options };
}

function one(target: Exclude<IndexNaming['target'], 'many'>): IndexNaming {
  return { target, unnamed: 'none', param: 'index', options: everyIndex };
}

/** Data streams are not there for such calls. */
const noStreams = { withoutStreams: true };
const lenient = { ...metadataIndices, ignoreUnavailable: true };

/**
 * Every row that takes the name of an index. A row that is not here has no index in its path or query, which a
 * test over the route table holds against the paths.
 */
const indexNaming: { readonly [Name in BackendRouteName]?: IndexNaming } = {
  'cat.count': many(openIndices),
  'cat.indices': many(allIndices),
  'cat.recovery': many(openIndices),
  'cat.segment_replication': many(openIndices),
  'cat.segments': many(openIndices),
  'cat.shards': many(openIndices, 'cluster'),
  'list.indices': many(allIndices),
  'list.shards': many(lenient, 'cluster'),
  'cluster.health': many({ ...everyIndex, ignoreUnavailable: true }, 'cluster'),
  'cluster.state': many(lenient, 'cluster'),
  index: one('write'),
  index_auto_id: one('write'),
  create: one('write'),
  update: one('write'),
  delete: one('write'),
  get: one('read'),
  get_source: one('read'),
  mget: { ...one('read'), unnamed: 'none' },
  bulk: { ...one('write'), unnamed: 'none' },
  update_by_query: many(openIndices, 'none'),
  delete_by_query: many(openIndices, 'none'),
  msearch: many(openIndices, 'none'),
  msearch_template: many(openIndices, 'none'),
  rank_eval: many(openIndices),
  search: many(openIndices),
  search_template: many(openIndices),
  create_pit: many(openIndices),
  open_point_in_time: many(openIndices),
  count: many(openIndices),
  search_shards: many(openIndices),
  explain: one('read'),
  termvectors: one('read'),
  mtermvectors: { ...one('read'), unnamed: 'none' },
  field_caps: many(openIndices),
  'indices.create': one('create'),
  'indices.delete': many({ ...allIndices, refuseAliases: true, ...noStreams }, 'none'),
  'indices.get': many(metadataIndices),
  'indices.open': many({ ...metadataIndices, expandOpen: false, expandClosed: true }, 'none'),
  'indices.close': many({ ...metadataIndices, ...noStreams }, 'none'),
  'indices.add_block': many({ ...metadataIndices, ...noStreams }, 'none'),
  'indices.rollover': one('write'),
  'indices.shrink': one('write'),
  'indices.split': one('write'),
  'indices.clone': one('write'),
  'indices.resolve_index': { ...many(lenient), param: 'name' },
  'indices.get_mapping': many(metadataIndices),
  'indices.put_mapping': many(changedIndices),
  'indices.get_field_mapping': many(metadataIndices),
  'indices.get_settings': many(everyIndex),
  'indices.put_settings': many(changedIndices),
  'indices.get_alias': many({ ...everyIndex, ...noStreams }),
  'indices.get_aliases': many({ ...everyIndex, ...noStreams }),
  'indices.put_alias': many({ ...changedIndices, ...noStreams }, 'none'),
  'indices.put_alias_by_body': many({ ...changedIndices, ...noStreams }, 'none'),
  'indices.delete_alias': many({ ...changedIndices, ...noStreams }, 'none'),
  'indices.refresh': many(openIndices),
  'indices.flush': many(openIndices),
  'indices.forcemerge': many(openIndices),
  'indices.clear_cache': many(openIndices),
  'indices.stats': many(openIndices),
  'indices.recovery': many(allIndices),
  'indices.segments': many(openIndices),
  'indices.upgrade': many(openIndices),
  'indices.get_upgrade': many(openIndices),
  'indices.shard_stores': many(allIndices),
  'indices.analyze': one('read'),
  'indices.validate_query': many(openIndices),
  'replication.start': one('name'),
  'replication.pause': one('name'),
  'replication.resume': one('name'),
  'replication.stop': one('name'),
  'replication.update': one('name'),
  'replication.status': one('name'),
};

export function indexNamingOf(row: string): IndexNaming | undefined {
  return Object.hasOwn(indexNaming, row) ? indexNaming[row as BackendRouteName] : undefined;
}
