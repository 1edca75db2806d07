import { apiError } from '@sextant/contract';
import { splitNames } from '../../../cluster/index-names.ts';
import type { BackendResponse } from '../../backend.ts';
import type { EmbeddedContext, Handler, RequestOf } from '../context.ts';
import { isThisNode } from '../nodes/node-rim.ts';
import type { Exclusion } from './voting-exclusions.ts';

const absent = '_absent_';

const done: BackendResponse = {
  status: 200,
  kind: 'bytes',
  contentType: 'application/json; charset=UTF-8',
  body: new Uint8Array(0),
};

/** The default of `cluster.max_voting_config_exclusions`. */
const exclusionsMax = 10;

export const addVotingExclusions: Handler<'cluster.post_voting_config_exclusions'> = async (
  context,
  request,
) => {
  const { nodes, described = '' } = namedNodes(context, request);
  context.votingExclusions.add(nodes, exclusionsMax, described);
  const { nodeId } = context.identity;
  if (!nodes.some((node) => node.nodeId === nodeId)) return done;
  // Its vote is the only one: to wait for its end would be to wait for the time alone.
  const reason = `timed out waiting for voting config exclusions [{${context.nodeName}}{${nodeId}}] to take effect`;
  throw apiError('timeout_exception', reason);
};

function namedNodes(
  context: EmbeddedContext,
  { params, pathParams }: RequestOf<'cluster.post_voting_config_exclusions'>,
): { readonly nodes: readonly Exclusion[]; readonly described?: string } {
  const described = pathParams.node_name ?? params.node_name?.join(',');
  const given = [described, params.node_ids?.join(','), params.node_names?.join(',')];
  if (given.filter((each) => each !== undefined && each !== '').length !== 1) {
    throw apiError(
      'illegal_argument_exception',
      'Please set node identifiers correctly. One and only one of [node_name], [node_names] and [node_ids] has to be set',
    );
  }
  const { nodeId } = context.identity;
  const { nodeName } = context;
  const own = { nodeId, nodeName };
  if (described !== undefined) {
    if (isThisNode(context, splitNames(described))) return { nodes: [own], described };
    const reason = `add voting config exclusions request for [${described}] matched no cluster-manager-eligible nodes`;
    throw apiError('illegal_argument_exception', reason);
  }
  const { node_ids: ids = [], node_names: byName = [] } = params;
  const nodes = [
    ...ids.map((id) => (id === nodeId ? own : { nodeId: id, nodeName: absent })),
    ...byName.map((name) => (name === nodeName ? own : { nodeId: absent, nodeName: name })),
  ];
  return { nodes };
}

/** An excluded node that is here is not going away: with `wait_for_removal` the wait for that ends with the time. */
export const deleteVotingExclusions: Handler<'cluster.delete_voting_config_exclusions'> = async (
  context,
  request,
) => {
  const isHere = context.votingExclusions.body().some(({ node_id }) => node_id === context.identity.nodeId);
  if (isHere && request.params.wait_for_removal !== false) {
    const reason = `timed out waiting for removal of nodes; if nodes should not be removed, set waitForRemoval to false. [{${context.nodeName}}{${context.identity.nodeId}}]`;
    throw apiError('timeout_exception', reason);
  }
  context.votingExclusions.clear();
  return done;
};
