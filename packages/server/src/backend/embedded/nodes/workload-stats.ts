import { Double } from '@sextant/contract';
import { splitNames } from '../../../cluster/index-names.ts';
import { type Handler, ok } from '../context.ts';
import { isThisNode } from './node-rim.ts';

export const onlyGroup = 'DEFAULT_WORKLOAD_GROUP';

/** Workload groups cannot be made here: every search is of the one that is always there, and none is held back by it. */
export const workloadStats: Handler<'nodes.wlm_stats'> = async (context, request) => {
  const { clusterName, identity, poolWork } = context;
  const { nodeId } = identity;
  const header = (successful: number, failed: number) => ({ total: successful + failed, successful, failed });
  if (!isThisNode(context, splitNames(request.pathParams.node_id))) {
    return ok({ _nodes: header(0, 0), cluster_name: clusterName });
  }
  const groups = splitNames(request.pathParams.workload_group_id);
  const unknown = groups.find((group) => group !== onlyGroup && group !== '_all');
  if (unknown !== undefined) {
    const failure = {
      type: 'failed_node_exception',
      reason: `Failed node [${nodeId}]`,
      node_id: nodeId,
      caused_by: {
        type: 'resource_not_found_exception',
        reason: `WorkloadGroup with id ${unknown} does not exist`,
      },
    };
    return ok({ _nodes: { ...header(0, 1), failures: [failure] }, cluster_name: clusterName });
  }
  // Processor time and memory of single searches are not measured.
  const unmeasured = { current_usage: new Double(0), cancellations: 0, rejections: 0 };
  const group = {
    total_completions: poolWork.done('search'),
    total_rejections: 0,
    total_cancellations: 0,
    cpu: unmeasured,
    memory: unmeasured,
  };
  return ok({
    _nodes: header(1, 0),
    cluster_name: clusterName,
    [nodeId]: { workload_groups: { [onlyGroup]: group } },
  });
};
