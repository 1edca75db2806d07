import type { OrdinalColumn } from '../segment/segment-reader.ts';

export interface TermOrdering {
  readonly descending: boolean;
  readonly mode: 'min' | 'max';
  /** Where documents without a value go. */
  readonly missing: 'first' | 'last';
}

/** By column, what was found of it: it is looked through once, to the first document that is out of order. */
const known = new WeakMap<OrdinalColumn, Map<string, boolean>>();

/** The documents of the column stand in this order, as those of an index with `index.sort.*` may: a later one never comes first. */
export function isOrdered(column: OrdinalColumn, ordering: TermOrdering, maxDoc: number): boolean {
  const key = `${ordering.mode} ${ordering.descending} ${ordering.missing}`;
  let found = known.get(column);
  if (found === undefined) {
    found = new Map();
    known.set(column, found);
  }
  let ordered = found.get(key);
  if (ordered === undefined) {
    ordered = looksOrdered(column, ordering, maxDoc);
    found.set(key, ordered);
  }
  return ordered;
}

function looksOrdered(
  { data, offsets, present }: OrdinalColumn,
  { descending, mode, missing }: TermOrdering,
  maxDoc: number,
): boolean {
  const none = missing === 'first' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let doc = 0; doc < maxDoc; doc++) {
    let place = doc;
    if (offsets !== null) {
      const [from, to] = [offsets[doc]!, offsets[doc + 1]!];
      place = mode === 'min' ? from : to - 1;
      if (from === to) place = -1;
    } else if (present !== null && (present[doc >>> 5]! & (1 << (doc & 31))) === 0) place = -1;
    let value = none;
    if (place >= 0) value = descending ? -data[place]! : data[place]!;
    if (value < last) return false;
    last = value;
  }
  return true;
}
