import type { Clock } from '@sextant/base';
import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import type { Mapping } from '../mapping/mapping.ts';
import { ScriptAllowance } from '../script/frame.ts';
import { immenseTerm } from '../segment/immense-term.ts';
import { MAX_TERM_BYTES } from '../segment/segment-format.ts';
import type { DocumentIds } from '../shard/index/document-ids.ts';
import type { Routing } from '../shard/index/routing.ts';
import {
  UNASSIGNED,
  type UpdatePreview,
  type WriteBatch,
  type WriteKind,
  type WriteOutcome,
  type WriteResult,
} from '../shard/index/write-batch.ts';
import { type CurrentVersion, UNCONDITIONAL, type WriteCondition } from '../shard/write/current-version.ts';
import { applyUpdate, type DecidedUpdate, decideUpdate } from '../shard/write/shard-update.ts';
import type { Applied, ShardWriter } from '../shard/write/shard-writer.ts';
import { MAX_LOGGED_BYTES } from '../translog/record-format.ts';

/** Longest id in bytes, OpenSearch's limit. */
const MAX_ID_BYTES = 512;
const encoder = new TextEncoder();
const CREATE: WriteCondition = { ...UNCONDITIONAL, create: true };

const PREVIEWED: Readonly<Record<DecidedUpdate['op'], WriteOutcome>> = {
  create: 'created',
  index: 'updated',
  delete: 'deleted',
  noop: 'noop',
};

/** Where a batch is applied. */
export interface WriteTarget {
  readonly name: string;
  readonly uuid: string;
  readonly routing: Routing;
  readonly ids: DocumentIds;
  /** What each document will ask for is made. The mapping as it is now. */
  beginBatch(): Pick<Mapping, 'routingRequired'>;
  /** Throws ApiError where the shard could not be opened. */
  shard(number: number): ShardWriter;
}

/** One batch on its way: applied to the shards at once, answered when they are synced. */
export class WritePass {
  readonly batch: WriteBatch;
  /** The shards that took an operation, by number. */
  readonly touched = new Map<number, ShardWriter>();
  forcedRefresh = false;
  #routingRequired = false;
  readonly #target: WriteTarget;
  readonly #ids: string[];
  readonly #outcomes: WriteOutcome[];
  readonly #shards: Int32Array;
  readonly #versions: Float64Array;
  readonly #seqNos: Float64Array;
  readonly #primaryTerms: Float64Array;
  readonly #errors = new Map<number, ErrorCause>();
  readonly #sources = new Map<number, Uint8Array>();
  readonly #previews = new Map<number, UpdatePreview>();
  readonly #allowance = new ScriptAllowance();
  readonly #clock: Pick<Clock, 'nanos'>;
  readonly #tookNanos: Float64Array | null;

  constructor(target: WriteTarget, batch: WriteBatch, clock: Pick<Clock, 'nanos'>) {
    const count = batch.kinds.length;
    this.#target = target;
    this.batch = batch;
    this.#ids = new Array<string>(count);
    this.#outcomes = new Array<WriteOutcome>(count);
    this.#shards = new Int32Array(count);
    this.#versions = new Float64Array(count);
    this.#seqNos = new Float64Array(count);
    this.#primaryTerms = new Float64Array(count);
    this.#clock = clock;
    this.#tookNanos = batch.timed === true ? new Float64Array(count) : null;
  }

  /** Applies the operations in order; what one of them throws is its own result. */
  run(): void {
    const took = this.#tookNanos;
    this.#routingRequired = this.#target.beginBatch().routingRequired;
    for (let i = 0; i < this.batch.kinds.length; i++) {
      const started = took === null ? 0 : this.#clock.nanos();
      try {
        this.#apply(i);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.#fail(i, error.error);
      }
      if (took !== null) took[i] = this.#clock.nanos() - started;
    }
  }

  /** The shard could not be made durable: nothing that it took is acknowledged. */
  failShard(shard: number, cause: ErrorCause): void {
    for (let i = 0; i < this.#outcomes.length; i++) {
      if (this.#shards[i] === shard && this.#outcomes[i] !== 'failed') this.#fail(i, cause);
    }
  }

  result(): WriteResult {
    return {
      ids: this.#ids,
      outcomes: this.#outcomes,
      shards: this.#shards,
      versions: this.#versions,
      seqNos: this.#seqNos,
      primaryTerms: this.#primaryTerms,
      errors: this.#errors,
      sources: this.#sources,
      previews: this.#previews,
      tookNanos: this.#tookNanos,
      forcedRefresh: this.forcedRefresh,
    };
  }

  #apply(i: number): void {
    const { batch } = this;
    const kind = batch.kinds[i]!;
    const given = batch.ids[i] ?? null;
    // As it will be read back: halves of pairs are not kept apart in UTF-8.
    const id = given?.toWellFormed() ?? this.#target.ids.next();
    this.#ids[i] = id;
    const routing = batch.routings?.[i] || null;
    this.#checkName(id, routing, kind);
    const number = this.#target.routing.shardOf(id, routing);
    this.#shards[i] = number;
    const shard = this.#target.shard(number);
    const condition = this.#conditionOf(i, kind);
    const source = batch.source.subarray(batch.starts[i]!, batch.ends[i]!);
    if (batch.isPreview === true) {
      const { op, state, ...preview } = decideUpdate(shard, id, routing, source, {
        condition,
        allowance: this.#allowance,
      });
      this.#previews.set(i, preview);
      this.#record(i, PREVIEWED[op], state);
      return;
    }
    let applied: Applied;
    if (kind === 'delete') applied = shard.delete(id, routing, condition);
    else if (kind === 'update') applied = this.#update(i, shard, id, routing, source, condition);
    else applied = shard.index(id, routing, source, condition, given === null);
    if (applied.outcome !== 'noop') this.touched.set(number, shard);
    this.#record(i, applied.outcome, applied);
  }

  #update(
    i: number,
    shard: ShardWriter,
    id: string,
    routing: string | null,
    body: Uint8Array,
    condition: WriteCondition,
  ): Applied {
    const { applied, source } = applyUpdate(shard, id, routing, body, {
      condition,
      allowance: this.#allowance,
    });
    const isThere = applied.outcome !== 'deleted' && applied.seqNo !== UNASSIGNED;
    if (this.batch.returnSource === true && isThere) this.#sources.set(i, source);
    return applied;
  }

  #checkName(id: string, routing: string | null, kind: WriteKind): void {
    const { name } = this.#target;
    if (this.#routingRequired && routing === null) {
      throw apiError('routing_missing_exception', `routing is required for [${name}]/[${id}]`, {
        index: name,
        index_uuid: '_na_',
      });
    }
    if (id === '') throw apiError('illegal_argument_exception', 'if _id is specified it must not be empty');
    // A delete makes no document: only the translog holds it.
    const deletes = kind === 'delete';
    checkLength(`id [${id}]`, id, deletes ? MAX_LOGGED_BYTES : MAX_ID_BYTES);
    if (routing === null || routing.length * 3 <= MAX_TERM_BYTES) return;
    if (deletes) checkLength('routing', routing, MAX_LOGGED_BYTES);
    else checkTerm('_routing', routing);
  }

  #conditionOf(i: number, kind: WriteKind): WriteCondition {
    const { ifSeqNos, ifPrimaryTerms, versions, versionTypes } = this.batch;
    const create = kind === 'create' || this.batch.createsOnly === true;
    const ifSeqNo = ifSeqNos?.[i] ?? UNASSIGNED;
    const version = versions?.[i] ?? UNASSIGNED;
    if (ifSeqNo === UNASSIGNED && version === UNASSIGNED) return create ? CREATE : UNCONDITIONAL;
    return {
      create,
      ifSeqNo,
      ifPrimaryTerm: ifPrimaryTerms?.[i] ?? UNASSIGNED,
      version,
      versionType: versionTypes?.[i] ?? 'internal',
    };
  }

  #record(i: number, outcome: WriteOutcome, state: CurrentVersion): void {
    this.#outcomes[i] = outcome;
    this.#versions[i] = state.version;
    this.#seqNos[i] = state.seqNo;
    this.#primaryTerms[i] = state.primaryTerm;
  }

  #fail(i: number, cause: ErrorCause): void {
    this.#outcomes[i] = 'failed';
    this.#versions[i] = -1;
    this.#seqNos[i] = UNASSIGNED;
    this.#primaryTerms[i] = 0;
    this.#errors.set(i, isOfShard(cause) ? this.#unavailable(i, cause) : cause);
    this.#sources.delete(i);
  }

  /** What is wrong with the shard is no fault of the operation: it may be done when the shard is restored. */
  #unavailable(i: number, { reason }: ErrorCause): ErrorCause {
    const at = `[${this.#target.name}][${this.#shards[i]}]`;
    return { type: 'unavailable_shards_exception', reason: `${at} is not available: ${reason}` };
  }
}

/** `what` is the value in words. Throws ApiError. */
function checkLength(what: string, value: string, bytesMax: number): void {
  if (value.length * 3 <= bytesMax) return;
  const bytes = encoder.encode(value).length;
  if (bytes <= bytesMax) return;
  throw apiError(
    'illegal_argument_exception',
    `${what} is too long, must be no longer than ${bytesMax} bytes but was: ${bytes}`,
  );
}

function checkTerm(field: string, value: string): void {
  const bytes = encoder.encode(value);
  if (bytes.length > MAX_TERM_BYTES) throw immenseTerm(field, bytes);
}

function isOfShard({ type }: ErrorCause): boolean {
  return type === 'corrupt_index_exception' || type === 'translog_corrupted_exception';
}
