import { matchesWildcard, table } from '@sextant/contract';
import type { NameTest } from './name-pattern.ts';

/** Rights of a role: patterns of action names (`*` matches anything), for the cluster and per set of index patterns. */
export interface Role {
  readonly description: string;
  readonly cluster: readonly string[];
  readonly indices: readonly IndexRights[];
}

export interface IndexRights {
  readonly names: readonly string[];
  readonly privileges: readonly string[];
  /** JSON of a query: of the indices only these documents are there for who has the role, by whatever right. */
  readonly query?: string;
  /** Patterns of the fields that are there for him; those after `~` are not. */
  readonly fields?: readonly string[];
  /** Fields of whose values he sees something else, as `FieldRules.masks` writes them. */
  readonly masks?: readonly string[];
  /** Made of `names` where they are more than names and stars. */
  readonly fits?: NameTest;
}

/** Whether the rights are such on this index. */
export function areOn({ names, fits }: IndexRights, index: string): boolean {
  return fits?.(index) ?? names.some((name) => matchesWildcard(name, index));
}

/** A variable: the caller's name stands in its place. */
const ownName = '\u0024{user_name}';

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
  security: {
    description: 'manage users, roles, role mappings and action groups',
    cluster: ['restapi:admin/*'],
    indices: [],
  },
  replication_leader: {
    description: 'let followers read the changes of indices',
    cluster: [],
    indices: [
      {
        names: ['*'],
        privileges: [
          'indices:admin/plugins/replication/index/setup/validate',
          'indices:data/read/plugins/replication/changes',
          'indices:data/read/plugins/replication/file_chunk',
        ],
      },
    ],
  },
  replication_follower: {
    description: 'start and stop the replication of indices',
    cluster: [
      'cluster:admin/plugins/replication/autofollow/update',
      'cluster:admin/plugins/replication/autofollow/pause_resume',
    ],
    indices: [
      {
        names: ['*'],
        privileges: [
          ...['setup/validate', 'start', 'pause', 'resume', 'stop', 'update', 'status_check'].map(
            (verb) => `indices:admin/plugins/replication/index/${verb}`,
          ),
          'indices:data/write/plugins/replication/changes',
        ],
      },
    ],
  },
  all_access: {
    description: 'Allow full access to all indices and all cluster APIs',
    cluster: ['*'],
    indices: [{ names: ['*'], privileges: ['*'] }],
  },
  own_index: {
    description: 'Allow all for indices named like the current user',
    cluster: ['cluster_composite_ops'],
    indices: [{ names: [ownName], privileges: ['indices_all'] }],
  },
  logstash: {
    description: 'Provide the minimum permissions for logstash and beats',
    cluster: [
      'cluster_monitor',
      'cluster_composite_ops',
      'indices:admin/template/get',
      'indices:admin/template/put',
      'cluster:admin/ingest/pipeline/put',
      'cluster:admin/ingest/pipeline/get',
    ],
    indices: [
      { names: ['logstash-*'], privileges: ['crud', 'create_index'] },
      { names: ['*beat*'], privileges: ['crud', 'create_index'] },
    ],
  },
  manage_snapshots: {
    description: 'Provide the minimum permissions for managing snapshots',
    cluster: ['manage_snapshots'],
    indices: [{ names: ['*'], privileges: ['indices:data/write/index', 'indices:admin/create'] }],
  },
  readall: {
    description: 'Provide the minimum permissions for to readall indices',
    cluster: ['cluster_composite_ops_ro'],
    indices: [{ names: ['*'], privileges: ['read'] }],
  },
  readall_and_monitor: {
    description: 'Provide the minimum permissions for to readall indices and monitor the cluster',
    cluster: ['cluster_monitor', 'cluster_composite_ops_ro'],
    indices: [{ names: ['*'], privileges: ['read'] }],
  },
});
