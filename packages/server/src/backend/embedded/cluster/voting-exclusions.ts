import { type ApiError, apiError, type JsonMap } from '@sextant/contract';

export interface Exclusion {
  readonly nodeId: string;
  readonly nodeName: string;
}

/** Nodes that are to have no vote, until the service ends. Of one node none is ever asked for its vote. */
export class VotingExclusions {
  #nodes: readonly Exclusion[] = [];

  /** Throws ApiError where there would be more than `max`. */
  add(nodes: readonly Exclusion[], max: number, names: string): void {
    const isThere = (node: Exclusion): boolean =>
      this.#nodes.some(({ nodeId, nodeName }) => nodeId === node.nodeId && nodeName === node.nodeName);
    const added = nodes.filter((node) => !isThere(node));
    if (this.#nodes.length + added.length > max) throw tooMany(this.#nodes.length, added.length, max, names);
    this.#nodes = [...this.#nodes, ...added];
  }

  clear(): void {
    this.#nodes = [];
  }

  body(): JsonMap[] {
    return this.#nodes.map(({ nodeId, nodeName }) => ({ node_id: nodeId, node_name: nodeName }));
  }
}

function tooMany(there: number, added: number, max: number, names: string): ApiError {
  const present = `add voting config exclusions request for [${names}] would add [${added}] exclusions to the existing [${there}]`;
  const setting = '[cluster.max_voting_config_exclusions]';
  return apiError(
    'illegal_argument_exception',
    `${present} which would exceed the maximum of [${max}] set by ${setting}`,
  );
}
