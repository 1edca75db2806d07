import { table } from '@sextant/contract';

/** A name that stands for patterns of actions and for other such names. */
export interface ActionGroup {
  readonly type?: string;
  readonly description?: string;
  readonly privileges: readonly string[];
}

/** Action groups that are always there, as OpenSearch's security plugin shows them. */
export const builtInGroups: Readonly<Record<string, ActionGroup>> = table({
  unlimited: {
    type: 'all',
    description: 'Allow all',
    privileges: ['*'],
  },
  cluster_all: {
    type: 'cluster',
    description: 'Allow everything on cluster level',
    privileges: ['cluster:*'],
  },
  cluster_monitor: {
    type: 'cluster',
    description: 'Allow monitoring the cluster',
    privileges: ['cluster:monitor/*'],
  },
  cluster_composite_ops_ro: {
    type: 'cluster',
    description: 'Allow readonly bulk and m* operations',
    privileges: [
      'indices:data/read/mget',
      'indices:data/read/msearch',
      'indices:data/read/mtv',
      'indices:admin/aliases/exists*',
      'indices:admin/aliases/get*',
      'indices:data/read/scroll',
      'indices:admin/resolve/index',
    ],
  },
  cluster_composite_ops: {
    type: 'cluster',
    description: 'Allow read/write bulk and m* operations',
    privileges: [
      'indices:data/write/bulk',
      'indices:admin/aliases*',
      'indices:data/write/reindex',
      'cluster_composite_ops_ro',
    ],
  },
  manage_snapshots: {
    type: 'cluster',
    description: 'Allow snapshots',
    privileges: ['cluster:admin/snapshot/*', 'cluster:admin/repository/*'],
  },
  cluster_manage_pipelines: {
    type: 'cluster',
    description: 'Manage pipelines',
    privileges: ['cluster:admin/ingest/pipeline/*'],
  },
  cluster_manage_index_templates: {
    type: 'cluster',
    description: 'Manage index templates',
    privileges: [
      'indices:admin/template/*',
      'indices:admin/index_template/*',
      'cluster:admin/component_template/*',
    ],
  },
  indices_all: {
    type: 'index',
    description: 'Allow readonly everything with indices and data',
    privileges: ['indices:*'],
  },
  indices_monitor: {
    type: 'index',
    description: 'Allow monitoring indices',
    privileges: ['indices:monitor/*'],
  },
  data_access: {
    type: 'index',
    description: 'Allow all read/write operations on data',
    privileges: ['indices:data/*', 'crud'],
  },
  read: {
    type: 'index',
    description: 'Allow all read operations',
    privileges: ['indices:data/read*', 'indices:admin/mappings/fields/get*', 'indices:admin/resolve/index'],
  },
  write: {
    type: 'index',
    description: 'Allow writing data',
    privileges: ['indices:data/write*', 'indices:admin/mapping/put'],
  },
  get: {
    type: 'index',
    description: 'Allow get',
    privileges: ['indices:data/read/get*', 'indices:data/read/mget*'],
  },
  search: {
    type: 'index',
    description: 'Allow searching',
    privileges: [
      'indices:data/read/search*',
      'indices:data/read/msearch*',
      'indices:admin/resolve/index',
      'suggest',
    ],
  },
  suggest: {
    type: 'index',
    description: 'Allow suggestions',
    privileges: ['indices:data/read/suggest*'],
  },
  index: {
    type: 'index',
    description: 'Allow indexing',
    privileges: [
      'indices:data/write/index*',
      'indices:data/write/update*',
      'indices:admin/mapping/put',
      'indices:data/write/bulk*',
    ],
  },
  delete: {
    type: 'index',
    description: 'Allow deleting documents',
    privileges: ['indices:data/write/delete*'],
  },
  crud: {
    type: 'index',
    description: 'Allow all read/write operations on data',
    privileges: ['read', 'write'],
  },
  create_index: {
    type: 'index',
    description: 'Allow creating new indices',
    privileges: ['indices:admin/create', 'indices:admin/mapping/put'],
  },
  manage_point_in_time: {
    type: 'index',
    description: 'Manage point in time actions',
    privileges: [
      'indices:data/read/point_in_time/create',
      'indices:data/read/point_in_time/delete',
      'indices:data/read/point_in_time/readall',
      'indices:data/read/search',
      'indices:monitor/point_in_time/segments',
    ],
  },
  manage_aliases: {
    type: 'index',
    description: 'Allow managing index aliases',
    privileges: ['indices:admin/aliases*'],
  },
  manage_data_streams: {
    type: 'index',
    description: 'Manage data streams',
    privileges: ['indices:admin/data_stream/*', 'indices:monitor/data_stream/stats'],
  },
  manage: {
    type: 'index',
    description: 'Allow indices management',
    privileges: ['indices:monitor/*', 'indices:admin/*'],
  },
});
