import { ApiError, apiError, type JsonMap } from '@sextant/contract';
import { booleanField, type FieldParser, type IndexMetadata } from '@sextant/engine';
import { resolveIndices, splitNames } from '../../../cluster/index-names.ts';
import { everyIndex } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { stateMetrics, stateParts } from '../cluster/cluster-state.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { asSeen } from '../document/visible-documents.ts';
import { isThisNode, nodeText } from '../nodes/node-rim.ts';
import { readBodyFields } from '../read-object.ts';
import { allocationDecisions, type Decision, decisionsBody } from './deciders.ts';
import { noMatchingNode, requiredIndex } from './named-places.ts';
import { type RerouteCommand, readCommands } from './reroute-commands.ts';
import { primaryOf, replicaOf } from './shard-copy.ts';

interface Asked {
  commands: readonly RerouteCommand[];
  dryRun: boolean;
}

/** What a command would do, or why it does nothing. */
interface Verdict {
  readonly decisions: readonly Decision[];
  /** Why it is refused, where explanations are not asked for; undefined where it is done. */
  readonly refusal?: ApiError;
  readonly act?: () => Promise<void>;
}

/** Changes where shards are, as far as one node can: a primary that has failed is opened again, or begins anew. */
export const reroute: Handler<'cluster.reroute'> = async (context, request) => {
  const asked = await readAsked(request);
  const verdicts = asked.commands.map((command) => ({ command, verdict: judge(context, request, command) }));
  const explains = request.params.explain === true;
  if (!explains) for (const { verdict } of verdicts) if (verdict.refusal !== undefined) throw verdict.refusal;
  if (!asked.dryRun) {
    for (const { verdict } of verdicts) await verdict.act?.();
    if (request.params.retry_failed === true) await retryFailed(context, request);
  }
  const explanations = verdicts.map(({ command, verdict }) => ({
    command: command.kind,
    parameters: parametersOf(command),
    decisions: decisionsBody(verdict.decisions),
  }));
  return ok({
    acknowledged: true,
    state: stateBody(context, request),
    ...(explains ? { explanations } : {}),
  });
};

async function readAsked(request: BackendRequest): Promise<Asked> {
  const asked: Asked = { commands: [], dryRun: request.params.dry_run === true };
  const commands: FieldParser = {
    tokens: ['START_OBJECT', 'START_ARRAY'],
    read: (value) => {
      asked.commands = readCommands(value);
    },
  };
  const dryRun = booleanField((value) => {
    asked.dryRun = value;
  });
  await readBodyFields(request, 'cluster_reroute', { commands, dry_run: dryRun });
  return asked;
}

function judge(context: EmbeddedContext, request: BackendRequest, command: RerouteCommand): Verdict {
  switch (command.kind) {
    case 'move':
      return judgeMove(context, request, command);
    case 'cancel':
      return judgeCancel(context, request, command);
    default:
      return judgeAllocation(context, request, command);
  }
}

function refused(kind: string, decider: string, explanation: string): Verdict {
  const refusal = apiError('illegal_argument_exception', `[${kind}] ${explanation}`);
  return { decisions: [{ decider, decision: 'NO', explanation }], refusal };
}

function reasons(decisions: readonly Decision[]): string {
  return decisions.map(({ decision, explanation }) => `[${decision}(${explanation})]`).join('');
}

function judgeMove(
  context: EmbeddedContext,
  request: BackendRequest,
  { index: name, shard, fromNode, toNode }: Extract<RerouteCommand, { kind: 'move' }>,
): Verdict {
  for (const node of [fromNode, toNode]) if (!isThisNode(context, [node])) throw noMatchingNode(node);
  const index = catalogOf(context, request).get(name);
  const node = nodeText(context);
  const copy =
    index === undefined || shard < 0 || shard >= index.numberOfShards
      ? undefined
      : primaryOf(context.engine, index, shard);
  if (copy === undefined || copy.state === 'UNASSIGNED') {
    const reason = `[move_allocation] can't move ${shard}, failed to find it on node ${node}`;
    const explanation = `shard ${shard} not found`;
    return {
      decisions: [{ decider: 'move_allocation_command', decision: 'NO', explanation }],
      refusal: apiError('illegal_argument_exception', reason),
    };
  }
  const decisions = allocationDecisions(context, copy, true);
  const reason = `[move_allocation] can't move ${shard}, from ${node}, to ${node}, since its not allowed, reason: ${reasons(decisions)}`;
  return { decisions, refusal: apiError('illegal_argument_exception', reason) };
}

function judgeCancel(
  context: EmbeddedContext,
  request: BackendRequest,
  { index: name, shard, node, allowPrimary }: Extract<RerouteCommand, { kind: 'cancel' }>,
): Verdict {
  if (!isThisNode(context, [node])) throw noMatchingNode(node);
  const index = requiredIndex(catalogOf(context, request), name);
  const decider = 'cancel_allocation_command';
  const isThere = shard >= 0 && shard < index.numberOfShards;
  const copy = isThere ? primaryOf(context.engine, index, shard) : undefined;
  if (copy === undefined || copy.state === 'UNASSIGNED') {
    const explanation = `can't cancel ${shard}, failed to find it on node ${nodeText(context)}`;
    return refused('cancel_allocation', decider, explanation);
  }
  if (!allowPrimary) {
    const state = copy.state === 'STARTED' ? 'started' : 'initializing';
    const explanation = `can't cancel ${shard} on node ${nodeText(context)}, shard is primary and ${state}`;
    return refused('cancel_allocation', decider, explanation);
  }
  // Its only place is here: it would be opened again at once.
  const explanation = `shard [${index.name}][${shard}] is given back to the node that has its only copy`;
  return { decisions: [{ decider, decision: 'YES', explanation }] };
}

type AllocateCommand = Exclude<RerouteCommand, { kind: 'move' | 'cancel' }>;

function judgeAllocation(
  context: EmbeddedContext,
  request: BackendRequest,
  command: AllocateCommand,
): Verdict {
  const { kind, index: name, shard, node } = command;
  const decider = `${kind} (allocation command)`;
  let index: IndexMetadata;
  try {
    if (!isThisNode(context, [node])) throw noMatchingNode(node);
    index = requiredIndex(catalogOf(context, request), name);
    primaryOf(context.engine, index, shard);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 403) throw error;
    return { decisions: [{ decider, decision: 'NO', explanation: error.error.reason }], refusal: error };
  }
  return command.kind === 'allocate_replica'
    ? judgeReplica(context, index, shard, decider)
    : judgePrimary(context, index, command, decider);
}

function judgeReplica(
  context: EmbeddedContext,
  index: IndexMetadata,
  shard: number,
  decider: string,
): Verdict {
  const kind = 'allocate_replica';
  const id = `[${index.name}][${shard}]`;
  if (primaryOf(context.engine, index, shard).state === 'UNASSIGNED') {
    const explanation = `trying to allocate a replica shard ${id}, while corresponding primary shard is still unassigned`;
    return refused(kind, decider, explanation);
  }
  const copy = replicaOf(index, shard);
  if (copy === undefined) {
    const explanation = `all copies of ${id} are already assigned. Use the move allocation command instead`;
    return refused(kind, decider, explanation);
  }
  const decisions = allocationDecisions(context, copy, true);
  const reason = `[${kind}] allocation of ${id} on node ${nodeText(context)} is not allowed, reason: ${reasons(decisions)}`;
  return { decisions, refusal: apiError('illegal_argument_exception', reason) };
}

function judgePrimary(
  { engine }: EmbeddedContext,
  index: IndexMetadata,
  { kind, shard, acceptDataLoss }: Extract<AllocateCommand, { readonly acceptDataLoss: boolean }>,
  decider: string,
): Verdict {
  const id = `[${index.name}][${shard}]`;
  if (primaryOf(engine, index, shard).state !== 'UNASSIGNED') {
    return refused(kind, decider, `primary ${id} is already assigned`);
  }
  if (!acceptDataLoss) {
    const warning = `allocating an empty primary for ${id} can result in data loss`;
    const remedy = 'Please confirm by setting the accept_data_loss parameter to true';
    return refused(kind, decider, `${warning}. ${remedy}`);
  }
  const empty = kind === 'allocate_empty_primary';
  return {
    decisions: [{ decider, decision: 'YES', explanation: 'ignore deciders' }],
    act: () => revive(engine, index.name, shard, empty),
  };
}

/** A shard that fails again is what it was: its state says so, as OpenSearch answers too. */
async function revive(
  engine: EmbeddedContext['engine'],
  index: string,
  shard: number,
  empty: boolean,
): Promise<void> {
  try {
    await engine.reviveShard(index, shard, { empty });
  } catch (error) {
    if (empty || !(error instanceof ApiError)) throw error;
  }
}

async function retryFailed(context: EmbeddedContext, request: BackendRequest): Promise<void> {
  for (const index of [...catalogOf(context, request).all()]) {
    for (const { shard } of context.engine.failures(index.name)) {
      await revive(context.engine, index.name, shard, false);
    }
  }
}

function parametersOf(command: RerouteCommand): JsonMap {
  const { index, shard } = command;
  switch (command.kind) {
    case 'move':
      return { index, shard, from_node: command.fromNode, to_node: command.toNode };
    case 'cancel':
      return { index, shard, node: command.node, allow_primary: command.allowPrimary };
    case 'allocate_replica':
      return { index, shard, node: command.node };
    default:
      return { index, shard, node: command.node, accept_data_loss: command.acceptDataLoss };
  }
}

/** All of the state but its metadata, where the metrics are not named. */
function stateBody(context: EmbeddedContext, request: BackendRequest): JsonMap {
  const { metric, flat_settings } = request.params;
  const asked = (metric as readonly string[] | undefined)?.flatMap(splitNames);
  const wanted = stateMetrics(asked).filter((name) => asked !== undefined || name !== 'metadata');
  const catalog = catalogOf(context, request);
  const named = resolveIndices(catalog, [], everyIndex).map(({ index }) => asSeen(context, request, index));
  const indices = { named, ofSome: false, visible: [...catalog.all()] };
  const options = { flat: flat_settings === true, openSearchKeys: request.dialect.openSearchKeys };
  return {
    cluster_uuid: context.identity.clusterUuid,
    ...stateParts(context, wanted, indices, options),
  };
}
