import type { JsonMap } from '@sextant/contract';
import { type IndexMetadata, indexSortOf, Mapping, type SegmentSortKey } from '@sextant/engine';

/** What stands for a missing value where those come first, and where they come last, in ascending order: Lucene's. */
const texts = ['SortField.STRING_FIRST', 'SortField.STRING_LAST'] as const;
const doubles = ['-Infinity', 'Infinity'] as const;
const ints = ['-2147483648', '2147483647'] as const;
const longs = ['-9223372036854775808', '9223372036854775807'] as const;
const missingByType: ReadonlyMap<string, readonly [string, string]> = new Map<
  string,
  readonly [string, string]
>([
  ['boolean', ints],
  ['byte', ints],
  ['date', longs],
  ['date_nanos', longs],
  ['double', doubles],
  ['float', doubles],
  ['integer', ints],
  ['long', longs],
  ['short', ints],
  ['token_count', ints],
]);

/** The order of the segments of an index, as OpenSearch shows it; undefined where they have none. */
export function shownIndexSort({ settings, mappings }: IndexMetadata): JsonMap[] | undefined {
  let made: Mapping | undefined;
  const mapping = (): Mapping => {
    made ??= Mapping.create(mappings, settings);
    return made;
  };
  return indexSortOf(settings, mapping)?.map((key) => shownKey(key, mapping()));
}

function shownKey({ field, mode, descending, missing }: SegmentSortKey, mapping: Mapping): JsonMap {
  const [low, high] = missingByType.get(mapping.field(field)?.type ?? '') ?? texts;
  const isLow = (typeof missing === 'number' ? missing : missing.coarse) < 0;
  return { field, mode, missing: isLow ? low : high, reverse: descending };
}
