import type { ErrorCause, Json, JsonMap } from '@sextant/contract';
import type { IndexMetadata, WriteKind, WriteResult } from '@sextant/engine';
import { causeBody, causeStatus, tracedBody } from '../error-body.ts';
import type { BulkAction, BulkOperations } from './bulk-operations.ts';
import { outcomeStatus } from './single-write.ts';
import { hasNoDocument, updateGet } from './update-get.ts';

/** Results of a bulk by operation, filled in any order. */
export class BulkResults {
  readonly indices: (IndexMetadata | undefined)[];
  readonly results: (WriteResult | undefined)[];
  /** Place of the operation in its result. */
  readonly places: Int32Array;
  readonly errors = new Map<number, ErrorCause>();
  /** A refresh made the operations of this index visible. */
  readonly refreshed = new Set<string>();
  /** A pipeline wants these not to be written. */
  readonly dropped = new Set<number>();

  constructor(count: number) {
    this.indices = new Array(count);
    this.results = new Array(count);
    this.places = new Int32Array(count);
  }

  /** Nothing is left to be done for the operation. */
  isSettled(item: number): boolean {
    return this.errors.has(item) || this.dropped.has(item);
  }

  /** What was written to these shards could not be made searchable: that is the answer of the operations. */
  failShards(items: readonly number[], failures: ReadonlyMap<number, ErrorCause>): void {
    for (const item of items) {
      const result = this.results[item];
      if (result === undefined) continue;
      const place = this.places[item]!;
      const cause = failures.get(result.shards[place]!);
      if (cause === undefined || result.outcomes[place] === 'noop' || result.errors.has(place)) continue;
      this.errors.set(item, cause);
    }
  }
}

/** The id of a document without one that a pipeline drops. */
export const DROPPED_ID = 'auto-generated';

/** The version that the write asked for: any, or none at all. */
export function droppedVersion(kind: WriteKind): number {
  return kind === 'create' ? -4 : -3;
}

/** Items between two pauses, so that other requests get their turn. */
const ITEMS_PER_TURN = 4000;

/** The answer as JSON text: a tree of tens of thousands of items would cost more than the writing. */
export async function bulkAnswer(
  operations: BulkOperations,
  results: BulkResults,
  { tookMs, ingestTookMs }: { readonly tookMs: number; readonly ingestTookMs: number | undefined },
  options: ItemOptions,
): Promise<Buffer> {
  const writer = new ItemWriter(operations, results, options);
  const parts: Buffer[] = [];
  for (let from = 0; from < operations.length; from += ITEMS_PER_TURN) {
    if (from > 0) await new Promise((resume) => setImmediate(resume));
    const to = Math.min(operations.length, from + ITEMS_PER_TURN);
    let items = '';
    for (let at = from; at < to; at++) items += (at === 0 ? '' : ',') + writer.item(at);
    parts.push(Buffer.from(items));
  }
  const ingested = ingestTookMs === undefined ? '' : `"ingest_took":${ingestTookMs},`;
  const head = Buffer.from(`{"took":${tookMs},${ingested}"errors":${writer.failed},"items":[`);
  return Buffer.concat([head, ...parts, Buffer.from(']}')]);
}

interface ItemOptions {
  /** Every item says its type. */
  readonly documentType: boolean;
  /** Errors have stack traces. */
  readonly errorTrace: boolean;
  /** The status of each item. */
  readonly told: (status: number) => void;
}

class ItemWriter {
  failed = false;
  private readonly operations: BulkOperations;
  private readonly results: BulkResults;
  private readonly type: string;
  private readonly bodyOf: typeof causeBody;
  private readonly told: ItemOptions['told'];
  private readonly heads = new Map<string, string>();

  constructor(
    operations: BulkOperations,
    results: BulkResults,
    { documentType, errorTrace, told }: ItemOptions,
  ) {
    this.told = told;
    this.bodyOf = errorTrace ? tracedBody : causeBody;
    this.operations = operations;
    this.results = results;
    this.type = documentType ? '"_type":"_doc",' : '';
  }

  item(at: number): string {
    const action = this.operations.actions[at]!;
    if (this.results.dropped.has(at)) return this.dropped(at, action);
    const result = this.results.results[at];
    const place = this.results.places[at]!;
    const cause = this.results.errors.get(at) ?? result?.errors.get(place);
    if (result === undefined || cause !== undefined) return this.failure(at, action, cause!);
    const index = this.results.indices[at]!;
    const outcome = result.outcomes[place]!;
    const forced =
      this.results.refreshed.has(index.name) && outcome !== 'noop' ? '"forced_refresh":true,' : '';
    const copies = index.numberOfReplicas + 1;
    const status = outcomeStatus(outcome);
    this.told(status);
    return (
      `${this.head(action.word, index.name)}${JSON.stringify(result.ids[place])},"_version":${result.versions[place]},` +
      `"result":"${outcome}",${forced}"_shards":{"total":${copies},"successful":1,"failed":0},` +
      `${placeOf(result, place)}${getSection(action, result, place)}"status":${status}}}`
    );
  }

  private dropped(at: number, action: BulkAction): string {
    this.told(200);
    const id = JSON.stringify(this.operations.ids[at] ?? DROPPED_ID);
    const shards = '"_shards":{"total":0,"successful":0,"failed":0}';
    return `${this.head(action.word, action.index)}${id},"_version":${droppedVersion(action.kind)},"result":"noop",${shards},"status":200}}`;
  }

  private failure(at: number, action: BulkAction, cause: ErrorCause): string {
    this.failed = true;
    const index = this.results.indices[at]?.name ?? action.index;
    const id = this.operations.ids[at] ?? this.results.results[at]?.ids[this.results.places[at]!] ?? null;
    const body = plainJson(this.bodyOf(cause));
    this.told(causeStatus(cause));
    return `${this.head(action.word, index)}${JSON.stringify(id)},"status":${causeStatus(cause)},"error":${body}}}`;
  }

  /** `{"index":{"_index":"i","_id":` */
  private head(word: string, index: string): string {
    const key = `${word} ${index}`;
    let head = this.heads.get(key);
    if (head === undefined) {
      head = `{"${word}":{"_index":${JSON.stringify(index)},${this.type}"_id":`;
      this.heads.set(key, head);
    }
    return head;
  }
}

function placeOf({ seqNos, primaryTerms }: WriteResult, place: number): string {
  if (hasNoDocument(seqNos[place]!)) return '';
  return `"_seq_no":${seqNos[place]},"_primary_term":${primaryTerms[place]},`;
}

function getSection({ kind, filter }: BulkAction, result: WriteResult, place: number): string {
  if (kind !== 'update') return '';
  const get = updateGet(result, { place, source: result.sources.get(place), filter });
  return get === undefined ? '' : `"get":${get},`;
}

/** Errors hold plain values alone. */
function plainJson(body: JsonMap): string {
  return JSON.stringify(body satisfies Json);
}
