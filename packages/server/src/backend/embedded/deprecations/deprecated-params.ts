import type { BackendRequest } from '../../backend.ts';

type Warned = Pick<
  BackendRequest,
  'route' | 'method' | 'askedPath' | 'params' | 'pathParams' | 'dialect' | 'warn'
>;

/** Says what of path and parameters a client should no longer use, in OpenSearch's words. */
export function warnOfParams(request: Warned): void {
  const { params, dialect, warn } = request;
  // Clients of Elasticsearch know no other names.
  if (dialect.openSearchKeys) {
    if (params.master_timeout !== undefined)
      warn(inclusive('Parameter [master_timeout]', 'cluster_manager_timeout'));
    warnOfMaster(request);
  }
  warnOfMeanings(request);
}

function warnOfMaster({ route, method, askedPath, pathParams, warn }: Warned): void {
  if (route.name === 'cat.cluster_manager' && askedPath.startsWith('/_cat/master')) {
    warn(`[${method} /_cat/master] is deprecated! Use [${method} /_cat/cluster_manager] instead.`);
  }
  if (route.name === 'cluster.state' && (pathParams.metric ?? '').split(',').includes('master_node')) {
    warn(inclusive('Assigning [master_node] to parameter [metric]', 'cluster_manager_node'));
  }
}

function warnOfMeanings({ route, askedPath, params, warn }: Warned): void {
  switch (route.name) {
    case 'cat.nodes':
      if (params.local === undefined) return;
      warn(
        'Deprecated parameter [local] used. This parameter does not cause this API to act locally, and should not ' +
          'be used. It will be unsupported in version 8.0.',
      );
      return;
    case 'indices.flush':
      if (!askedPath.endsWith('/synced')) return;
      warn(
        'Synced flush was removed and a normal flush was performed instead. This transition will be removed in a ' +
          'future version.',
      );
      return;
    case 'indices.forcemerge':
      if (params.only_expunge_deletes !== true || params.max_num_segments === undefined) return;
      warn(
        'setting only_expunge_deletes and max_num_segments at the same time is deprecated and will be rejected in a ' +
          'future version',
      );
      return;
    case 'update_by_query':
    case 'delete_by_query':
      if (params.size === undefined) return;
      warn('Deprecated field [size] used, expected [max_docs] instead');
      return;
    case 'cluster.post_voting_config_exclusions':
      if (/voting_config_exclusions\/./.test(askedPath)) {
        warn('nodeDescription is deprecated and will be removed, use nodeIds or nodeNames instead');
      }
  }
}

function inclusive(what: string, instead: string): string {
  const why = 'To support inclusive language, please use';
  return `${what} is deprecated and will be removed in 3.0. ${why} [${instead}] instead.`;
}
