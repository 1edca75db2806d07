import { DocumentValues } from '../../query/functions/document-values.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { NumberValues } from '../values/field-values.ts';

/** What of several values of a document counts. */
export const fieldModes = ['avg', 'sum', 'min', 'max', 'median'] as const;
export type FieldMode = (typeof fieldModes)[number];

/** One number for each document of a segment, NaN where it has none. Asked of documents in any order. */
export function modeValues(
  values: NumberValues,
  segment: SegmentReader,
  mode: FieldMode,
): (doc: number) => number {
  const otherwise = values.missing ?? Number.NaN;
  const column = values.column(segment);
  if (column === null) return () => otherwise;
  const places = new DocumentValues(column);
  return (doc) => {
    places.seek(doc);
    const count = places.to - places.from;
    if (count === 0) return otherwise;
    return count === 1 ? places.at(places.from) : several(places, count, mode);
  };
}

/** Values are ascending. */
function several(places: DocumentValues, count: number, mode: FieldMode): number {
  const { from, to } = places;
  if (mode === 'min') return places.at(from);
  if (mode === 'max') return places.at(to - 1);
  if (mode === 'median') {
    const middle = from + (count >>> 1);
    return count % 2 === 1 ? places.at(middle) : (places.at(middle - 1) + places.at(middle)) / 2;
  }
  let sum = 0;
  for (let place = from; place < to; place++) sum += places.at(place);
  return mode === 'avg' ? sum / count : sum;
}
