import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';
import type { DocumentHead } from '../ingest/ingest-document.ts';
import { ingest, ingestUpsert, type NamedPipelines, PipelineChoice } from '../ingest/ingest-writes.ts';
import { ingestTurns } from '../ingest/turns.ts';
import type { BulkResults } from './bulk-answer.ts';
import type { BulkAction, BulkOperations } from './bulk-operations.ts';

/** Operations that are looked at between two pauses. */
const OPERATIONS_PER_TURN = 1000;

export interface IngestedBulk {
  /** The body that `starts` and `ends` of the operations are places in. */
  readonly body: Buffer;
  /** Undefined where no document went through a pipeline. */
  readonly tookMs: number | undefined;
}

/**
 * Sends the documents of a bulk through their pipelines, before indices are made or looked for. What fails or is dropped is
 * settled in the results; what comes out stands behind the body.
 */
export async function ingestBulk(
  context: EmbeddedContext,
  request: BackendRequest,
  operations: BulkOperations,
  body: Buffer,
  results: BulkResults,
): Promise<IngestedBulk> {
  const started = context.clock.nanos();
  const writer = new IngestedOperations(context, request, operations, body, results);
  const turns = ingestTurns(context.clock);
  let busy = false;
  for (let at = 0; at < operations.length; at++) {
    if (busy) await turns();
    else if (at % OPERATIONS_PER_TURN === OPERATIONS_PER_TURN - 1)
      await new Promise((resume) => setImmediate(resume));
    if (writer.ingest(at)) busy = true;
  }
  if (!busy) return { body, tookMs: undefined };
  return { body: writer.body(), tookMs: Math.trunc((context.clock.nanos() - started) / 1e6) };
}

class IngestedOperations {
  readonly #context: EmbeddedContext;
  readonly #operations: BulkOperations;
  readonly #body: Buffer;
  readonly #results: BulkResults;
  readonly #choice: PipelineChoice;
  readonly #made: Buffer[];
  #end: number;
  #known: BulkAction | undefined;
  #named: NamedPipelines = { first: undefined, final: undefined };

  constructor(
    context: EmbeddedContext,
    request: BackendRequest,
    operations: BulkOperations,
    body: Buffer,
    results: BulkResults,
  ) {
    this.#context = context;
    this.#operations = operations;
    this.#body = body;
    this.#results = results;
    this.#choice = new PipelineChoice(context, request);
    this.#made = [body];
    this.#end = body.length;
  }

  body(): Buffer {
    return this.#made.length === 1 ? this.#body : Buffer.concat(this.#made);
  }

  /** True where the operation has a pipeline. */
  ingest(at: number): boolean {
    const action = this.#operations.actions[at]!;
    if (action.kind === 'delete') return false;
    if (action !== this.#known) {
      this.#known = action;
      this.#named = this.#choice.of(action.index, action.pipeline);
    }
    if (this.#named.first === undefined && this.#named.final === undefined) return false;
    const { starts, ends } = this.#operations;
    const source = this.#body.subarray(starts[at]!, ends[at]!);
    this.#send(at, action, source);
    return true;
  }

  #send(at: number, action: BulkAction, source: Uint8Array): void {
    const operations = this.#operations;
    const head = headOf(action, operations.ids[at]!);
    const send = action.kind === 'update' ? ingestUpsert : ingest;
    const done = send(this.#context, this.#choice, this.#named, head, source);
    if (done.kind === 'failed') this.#results.errors.set(at, done.cause);
    else if (done.kind === 'dropped') this.#results.dropped.add(at);
    else if (done.kind === 'document') {
      if (action.kind !== 'update') {
        operations.ids[at] = done.head.id;
        operations.actions[at] = withHead(action, done.head);
      }
      this.#put(at, done.source);
    }
  }

  #put(at: number, source: Buffer): void {
    this.#operations.starts[at] = this.#end;
    this.#operations.ends[at] = this.#end + source.length;
    this.#made.push(source);
    this.#end += source.length;
  }
}

export function headOf(
  { index, routing, conditions }: Pick<BulkAction, 'index' | 'routing' | 'conditions'>,
  id: string | null,
): DocumentHead {
  const { version, versionType, ifSeqNo, ifPrimaryTerm } = conditions;
  const isVersioned = version >= 0;
  return {
    index,
    id,
    routing,
    version: isVersioned ? version : undefined,
    versionType: isVersioned || versionType !== 'internal' ? versionType : undefined,
    ifSeqNo: ifSeqNo >= 0 ? ifSeqNo : undefined,
    ifPrimaryTerm: ifSeqNo >= 0 ? ifPrimaryTerm : undefined,
  };
}

/** The same with what the pipelines made of its head. */
export function withHead<T extends Pick<BulkAction, 'conditions'>>(given: T, head: DocumentHead): T & Headed {
  const { index, routing, version, versionType, ifSeqNo, ifPrimaryTerm } = head;
  const { conditions } = given;
  return {
    ...given,
    index,
    routing,
    conditions: {
      version: version ?? conditions.version,
      versionType: versionType ?? conditions.versionType,
      ifSeqNo: ifSeqNo ?? conditions.ifSeqNo,
      ifPrimaryTerm: ifPrimaryTerm ?? conditions.ifPrimaryTerm,
    },
  };
}

type Headed = Pick<BulkAction, 'index' | 'routing' | 'conditions'>;
