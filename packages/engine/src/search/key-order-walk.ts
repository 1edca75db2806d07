import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { Int32List } from '../codec/lists.ts';
import type { DocOrder } from '../collect/key-order.ts';
import type { Scorer } from '../query/scorer.ts';

/** The most documents that are looked at, as a share of the segment: beyond it a pass over all is cheaper. */
const LARGEST_SHARE = 1 / 8;
/** The same where every document of the order matches: it is a pass over fewer documents. */
const LARGEST_DECIDED = 1 / 2;

/** A walk is given up when it takes so many times what was to be expected. */
const PATIENCE = 4;

/** Few documents are asked for at a time, however likely they are to match. */
const SMALLEST_CHUNK = 64;

/** Documents that are sorted and looked up in about a step, as a power of two. */
const DOCS_PER_STEP = 5;

export interface WalkUse {
  readonly order: DocOrder;
  /** How many of the first documents are wanted. */
  readonly wanted: number;
  /** About how many documents of the segment match. */
  readonly matches: number;
  readonly maxDoc: number;
  /** A new scorer of the query; null where every document of the order matches. */
  readonly scorer: (() => Scorer | null) | null;
  readonly budget: WorkBudget;
}

/**
 * Documents among which are the first `wanted` of those that match: found in the order of the key, without a look at
 * the others. null where that would take longer than to go through all that match.
 */
export function* walkInOrder(use: WalkUse): Steps<Int32List | null> {
  const { order, wanted, matches, maxDoc, scorer, budget } = use;
  const perMatch = scorer === null ? 1 : order.length / Math.max(1, matches);
  const expected = wanted * perMatch;
  if (!order.done && expected * 2 > matches) return null;
  const most =
    scorer === null
      ? maxDoc * LARGEST_DECIDED
      : Math.min(maxDoc * LARGEST_SHARE, expected * PATIENCE + SMALLEST_CHUNK * PATIENCE);
  const found = new Int32List();
  const chunk = new Int32List();
  let counted = 0;
  let looked = 0;
  while (!order.done && counted < wanted) {
    const { isAtStart } = order;
    chunk.length = 0;
    const left = wanted - counted;
    const size = scorer === null ? left : Math.max(SMALLEST_CHUNK, Math.ceil(left * perMatch * 1.25));
    if (!order.take(chunk, Math.min(size, most), most - looked)) return null;
    looked += chunk.length;
    budget.charge(1 + (chunk.length >>> DOCS_PER_STEP));
    const kept = keepMatches(chunk, scorer, found);
    // Of those that have the very value of `search_after` some may come before it.
    if (!isAtStart) counted += kept;
    if (budget.sliceOver) yield;
  }
  return counted >= wanted || order.isComplete ? found : null;
}

/** Documents of one value are in order already, or the other way round. */
function ascending(docs: Int32Array): Int32Array {
  let rises = 0;
  for (let i = 1; i < docs.length; i++) if (docs[i - 1]! < docs[i]!) rises++;
  if (rises === 0) return docs.reverse();
  return rises === docs.length - 1 ? docs : docs.sort();
}

function keepMatches(chunk: Int32List, make: WalkUse['scorer'], found: Int32List): number {
  const docs = ascending(chunk.values.subarray(0, chunk.length));
  if (make === null) {
    for (let i = 0; i < docs.length; i++) found.push(docs[i]!);
    return docs.length;
  }
  const before = found.length;
  const hits = new Uint8Array(docs.length);
  make()?.probe(docs, docs.length, hits, null);
  for (let i = 0; i < docs.length; i++) if (hits[i] === 1) found.push(docs[i]!);
  return found.length - before;
}
