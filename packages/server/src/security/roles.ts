import { table } from '@sextant/contract';
/** Rights of a role: patterns of action names (`*` matches anything), for the cluster and per set of index patterns. */
export interface Role {
  readonly description: string;
  readonly cluster: readonly string[];
  readonly indices: readonly { readonly names: readonly string[]; readonly privileges: readonly string[] }[];
}

/** Action groups of OpenSearch's security plugin: names that stand for patterns. */
export const actionGroups: Readonly<Record<string, readonly string[]>> = table({
  unlimited: ['*'],
  cluster_all: ['cluster:*'],
  cluster_monitor: ['cluster:monitor/*'],
  cluster_composite_ops_ro: [
    'indices:data/read/mget',
    'indices:data/read/msearch',
    'indices:admin/aliases/exists*',
    'indices:admin/aliases/get*',
    'indices:data/read/scroll*',
  ],
  cluster_composite_ops: [
    'indices:data/write/bulk',
    'indices:data/write/reindex',
    'indices:admin/aliases*',
    'cluster_composite_ops_ro',
  ],
  indices_all: ['indices:*'],
  indices_monitor: ['indices:monitor/*'],
  read: ['indices:data/read*', 'indices:admin/mappings/fields/get*', 'indices:admin/resolve/index'],
  write: ['indices:data/write*', 'indices:admin/mapping/put'],
  get: ['indices:data/read/get*', 'indices:data/read/mget*'],
  search: ['indices:data/read/search*', 'indices:data/read/msearch*', 'suggest'],
  suggest: ['indices:data/read/suggest*'],
  index: [
    'indices:data/write/index*',
    'indices:data/write/update*',
    'indices:admin/mapping/put',
    'indices:data/write/bulk*',
  ],
  delete: ['indices:data/write/delete*'],
  crud: ['read', 'write'],
  create_index: ['indices:admin/create', 'indices:admin/mapping/put'],
  manage_point_in_time: [
    'indices:data/read/point_in_time/*',
    'cluster:admin/point_in_time/*',
    'indices:monitor/point_in_time/segments',
  ],
  manage_aliases: ['indices:admin/aliases*'],
  manage: ['indices:monitor/*', 'indices:admin/*'],
});

/** Roles that are always there. */
export const builtInRoles: Readonly<Record<string, Role>> = table({
  superuser: { description: 'everything', cluster: ['*'], indices: [{ names: ['*'], privileges: ['*'] }] },
  monitor: {
    description: 'watch the cluster and the indices',
    cluster: ['cluster_monitor'],
    indices: [{ names: ['*'], privileges: ['indices_monitor'] }],
  },
  readonly: {
    description: 'read all documents and watch the cluster',
    cluster: ['cluster_monitor', 'cluster_composite_ops_ro'],
    indices: [
      {
        names: ['*'],
        privileges: ['read', 'indices_monitor', 'indices:admin/mappings/get', 'indices:admin/get'],
      },
    ],
  },
});
