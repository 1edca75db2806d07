import { ownsBuffer } from '@sextant/base';
import type { IndexMetadata, WriteBatch } from '@sextant/engine';
import type { BulkOperations } from './bulk-operations.ts';
import type { Refresh } from './write-params.ts';

/** Bounds of one batch: what the writer takes between two other requests. */
const MAX_OPERATIONS = 2000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Operations of one index, in order: numbers into the bulk's operations and their routings. */
export interface IndexOperations {
  readonly index: IndexMetadata;
  readonly items: number[];
  readonly routings: (string | null)[];
}

/** One batch and the operations that it holds: `items[from, to)` of its index. */
export interface BulkSlice {
  readonly operations: IndexOperations;
  readonly from: number;
  readonly to: number;
}

/** Cuts the operations of an index into slices of bounded size. */
export function sliceOperations(operations: IndexOperations, all: BulkOperations): BulkSlice[] {
  const slices: BulkSlice[] = [];
  const { items } = operations;
  let from = 0;
  let bytes = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    bytes += all.ends[item]! - all.starts[item]!;
    const last = at + 1 === items.length;
    if (last || bytes >= MAX_BYTES || at + 1 - from >= MAX_OPERATIONS) {
      slices.push({ operations, from, to: at + 1 });
      from = at + 1;
      bytes = 0;
    }
  }
  return slices;
}

/**
 * The batch of a slice; its bytes are copied once, as one run of the body where little lies between them. `isLast`: nothing else needs
 * the body, which may go to another thread as it is, and does where it is little more than them: all that is sent counts as being written.
 */
export function sliceBatch(
  slice: BulkSlice,
  all: BulkOperations,
  body: Buffer,
  { refresh, isLast }: { readonly refresh: Refresh; readonly isLast: boolean },
): WriteBatch {
  const { index, items, routings } = slice.operations;
  const count = slice.to - slice.from;
  const extent = extentOf(slice, all);
  const { source, starts, ends } =
    isLast && ownsBuffer(body) && isMostlyUsed(body.length, extent)
      ? wholeBody(slice, all, body)
      : copySources(slice, all, body, extent);
  const own = items.slice(slice.from, slice.to);
  const ownRoutings = routings.slice(slice.from, slice.to);
  const actions = own.map((item) => all.actions[item]!);
  const conditional = actions.some((action) => action.conditions.ifSeqNo >= 0);
  const versioned = actions.some((action) => action.conditions.versionType !== 'internal');
  const retried = actions.some((action) => action.retryOnConflict > 0);
  const column = (value: (at: number) => number) =>
    Float64Array.from({ length: count }, (_, at) => value(at));
  return {
    index: index.name,
    source,
    kinds: actions.map((action) => action.kind),
    ids: own.map((item) => all.ids[item]!),
    routings: ownRoutings.every((routing) => routing === null) ? null : ownRoutings,
    starts,
    ends,
    ifSeqNos: conditional ? column((at) => actions[at]!.conditions.ifSeqNo) : null,
    ifPrimaryTerms: conditional ? column((at) => actions[at]!.conditions.ifPrimaryTerm) : null,
    versions: versioned ? column((at) => actions[at]!.conditions.version) : null,
    versionTypes: versioned ? actions.map((action) => action.conditions.versionType) : null,
    retryOnConflict: retried ? Int32Array.from(actions, (action) => action.retryOnConflict) : null,
    refresh,
    ...(actions.some((action) => action.filter?.enabled === true) ? { returnSource: true } : {}),
  };
}

interface Sources {
  readonly source: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** No copy: a `Buffer` would be another view of the same memory where the engine wants a piece of its own. */
function wholeBody(
  slice: BulkSlice,
  all: BulkOperations,
  { buffer }: { readonly buffer: ArrayBuffer },
): Sources {
  const items = slice.operations.items.slice(slice.from, slice.to);
  return {
    source: new Uint8Array(buffer),
    starts: Int32Array.from(items, (item) => all.starts[item]!),
    ends: Int32Array.from(items, (item) => all.ends[item]!),
  };
}

/** Where the bytes of a slice lie in the body, and how many they are. */
interface Extent {
  readonly first: number;
  readonly end: number;
  readonly used: number;
}

function extentOf({ operations: { items }, from, to }: BulkSlice, all: BulkOperations): Extent {
  // What went through a pipeline stands behind the rest, so that the order may be another.
  let first = Number.POSITIVE_INFINITY;
  let end = 0;
  let used = 0;
  for (let at = from; at < to; at++) {
    const item = items[at]!;
    first = Math.min(first, all.starts[item]!);
    end = Math.max(end, all.ends[item]!);
    used += all.ends[item]! - all.starts[item]!;
  }
  return { first, end, used };
}

/** Whether so many bytes of the body are little more than those of the slice. */
function isMostlyUsed(bytes: number, { used }: Extent): boolean {
  return bytes <= used * 2 + 65_536;
}

function copySources(slice: BulkSlice, all: BulkOperations, body: Buffer, extent: Extent): Sources {
  const { items } = slice.operations;
  const { first, end, used } = extent;
  const starts = new Int32Array(slice.to - slice.from);
  const ends = new Int32Array(slice.to - slice.from);
  if (isMostlyUsed(end - first, extent)) {
    for (let at = slice.from; at < slice.to; at++) {
      starts[at - slice.from] = all.starts[items[at]!]! - first;
      ends[at - slice.from] = all.ends[items[at]!]! - first;
    }
    const source = new Uint8Array(end - first);
    source.set(body.subarray(first, end));
    return { source, starts, ends };
  }
  const source = new Uint8Array(used);
  let to = 0;
  for (let at = slice.from; at < slice.to; at++) {
    const item = items[at]!;
    source.set(body.subarray(all.starts[item]!, all.ends[item]!), to);
    starts[at - slice.from] = to;
    to += all.ends[item]! - all.starts[item]!;
    ends[at - slice.from] = to;
  }
  return { source, starts, ends };
}
