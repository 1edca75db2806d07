import { splitNames } from '../../../cluster/index-names.ts';
import { type Handler, ok } from '../context.ts';
import { refuseAllBesideOthers } from '../stats-params.ts';
import { isThisNode, nodesHeader } from './node-rim.ts';

export const nodesUsage: Handler<'nodes.usage'> = async (context, request) => {
  const asked = splitNames(request.pathParams.metric);
  refuseAllBesideOthers(request, asked);
  const header = nodesHeader(context.clusterName);
  if (!isThisNode(context, splitNames(request.pathParams.node_id))) {
    return ok({ ...header, _nodes: { total: 0, successful: 0, failed: 0 }, nodes: {} });
  }
  const wants = (metric: string): boolean =>
    asked.length === 0 || asked.includes('_all') || asked.includes(metric);
  const node = {
    timestamp: context.clock.now(),
    since: context.usage.sinceMs,
    ...(wants('rest_actions') ? { rest_actions: context.usage.figures() } : {}),
    // Which aggregations searches have is not counted.
    ...(wants('aggregations') ? { aggregations: {} } : {}),
  };
  return ok({ ...header, nodes: { [context.identity.nodeId]: node } });
};
