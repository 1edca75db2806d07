import { ApiError, apiError } from '@sextant/contract';
import type { ColumnNumber } from '../../mapping/fine-number.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { metadataField } from '../../mapping/metadata-fields.ts';
import { requireFielddata } from '../../mapping/require-fielddata.ts';
import type { SegmentSort, SegmentSortKey } from '../../segment/segment-sort.ts';
import type { IndexMetadata } from './index-metadata.ts';

type Settings = IndexMetadata['settings'];

type Ends = readonly [low: ColumnNumber, high: ColumnNumber];
const infinities: Ends = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const ints: Ends = [-(2 ** 31), 2 ** 31 - 1];
const longs: Ends = [-(2 ** 63), { coarse: 2 ** 63, rest: -1 }];

/**
 * Lucene sorts segments by numbers of four kinds and by terms; what others hold is neither. Of each type what stands for a missing
 * value: among whole numbers a document may have that one.
 */
const endsByType: ReadonlyMap<string, Ends> = new Map([
  ['boolean', infinities],
  ['byte', infinities],
  ['date', infinities],
  ['date_nanos', infinities],
  ['double', infinities],
  ['float', infinities],
  ['integer', ints],
  ['ip', infinities],
  ['keyword', infinities],
  ['long', longs],
  ['short', infinities],
  ['token_count', ints],
  ['version', infinities],
]);

interface NamedKey extends Omit<SegmentSortKey, 'missing'> {
  readonly missingFirst: boolean;
}

function listOf(settings: Settings, name: string): readonly string[] | undefined {
  const value: unknown = settings[`index.sort.${name}`];
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string') return undefined;
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The keys by the names that the settings give them. Throws ApiError where the lists do not fit each other. */
function keysOf(settings: Settings): readonly NamedKey[] {
  const fields = listOf(settings, 'field') ?? [];
  const optional = (name: string, print: (item: string) => string): readonly string[] => {
    const items = listOf(settings, name);
    if (items !== undefined && items.length !== fields.length) {
      const given = `index.sort.${name}:[${items.map(print).join(', ')}]`;
      throw invalid(`index.sort.field:[${fields.join(', ')}] ${given}, size mismatch`);
    }
    return items ?? [];
  };
  const orders = optional('order', (order) => order.toLowerCase());
  const modes = optional('mode', (mode) => mode.toUpperCase());
  const missing = optional('missing', String);
  return fields.map((field, i) => {
    const descending = orders[i]?.toLowerCase() === 'desc';
    const mode = (modes[i]?.toLowerCase() ?? (descending ? 'max' : 'min')) as SegmentSortKey['mode'];
    return { field, descending, mode, missingFirst: missing[i] === '_first' };
  });
}

/** Throws ApiError where the lists of the settings do not fit each other. */
export function checkSortLists(settings: Settings): void {
  keysOf(settings);
}

/** In which order the documents of each segment stand; undefined where the index says nothing of it. */
export function indexSortOf(settings: Settings, mapping: () => Mapping): SegmentSort | undefined {
  const keys = keysOf(settings);
  if (keys.length === 0) return undefined;
  return keys.map(({ missingFirst, ...key }) => {
    const mapped = mapping().field(key.field);
    const [low, high] = endsByType.get(mapped?.type ?? '') ?? infinities;
    const missing = missingFirst === key.descending ? high : low;
    return { ...key, field: mapped?.name ?? key.field, missing };
  });
}

/** Throws ApiError where no segment can be in the order that the settings of a new index ask for. */
export function checkIndexSort(settings: Settings, mapping: () => Mapping, index: string): void {
  for (const { field } of keysOf(settings)) {
    const mapped = mapping().field(field) ?? metadataField(field);
    if (mapped === undefined) throw invalid(`unknown index sort field:[${field}]`);
    if (mapping().nestedPathOf(mapped.name) !== null) {
      const found = `found nested sort field [${field}] in [${index}]`;
      throw invalid(`index sorting on nested fields is not supported: ${found}`);
    }
    checkField(field, mapped);
  }
}

function checkField(name: string, field: MappedField): void {
  const { type } = field;
  if (type === 'geo_point' || type === 'geo_shape') {
    throw invalid(`can't sort on ${type} field without using specific sorting feature, like geo_distance`);
  }
  if (type === 'binary') throw invalid("can't sort on binary field");
  try {
    requireFielddata(field);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `docvalues not found for index sort field:[${name}]`,
      causedBy: error.error,
    });
  }
  if (!endsByType.has(type)) throw invalid(`invalid index sort field:[${name}]`);
}

function invalid(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}
