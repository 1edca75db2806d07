import { Double } from '@sextant/contract';
import type { Analyzer } from '../../analysis/analyzer.ts';
import type { AnalyzerRegistry } from '../../analysis/registry.ts';
import { textOf } from '../document-values.ts';
import { illegalArgument } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType } from '../field-type.ts';
import { javaText } from '../java-text.ts';
import type { FrequencyFilter, MappedField } from '../mapped-field.ts';
import {
  analyzer,
  boost,
  choice,
  eagerGlobalOrdinals,
  flag,
  index,
  integer,
  javaNumber,
  meta,
  type Parameter,
  parameter,
  similarityOf,
  store,
  UPDATABLE,
} from '../parameters.ts';
import { checkIndexes, indexesOf, indexesWithin, indexParameters } from '../text-indexes.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Lucene's positions between the values of an array of text. */
const POSITION_INCREMENT_GAP = 100;

function frequencyFilterOf(value: unknown): unknown {
  const given = (value ?? {}) as Record<string, unknown>;
  return {
    min: javaNumber(given.min ?? 0),
    max: javaNumber(given.max ?? 0x7fffffff),
    min_segment_size: javaNumber(given.min_segment_size ?? 0),
  };
}

/** Parameters of `text`, in the order in which GET _mapping prints them. */
const textParameters: readonly Parameter[] = [
  boost,
  index,
  store,
  // `fields` and `copy_to` stand here: see `fieldsBefore`.
  meta,
  choice('index_options', 'positions', ['positions', 'docs', 'freqs', 'offsets']),
  choice('term_vector', 'no', [
    'no',
    'yes',
    'with_positions',
    'with_offsets',
    'with_positions_offsets',
    'with_positions_payloads',
    'with_positions_offsets_payloads',
  ]),
  flag('norms', true, { updatable: 'only-off' }),
  analyzer('analyzer', 'default', false),
  analyzer('search_analyzer', null, true),
  analyzer('search_quote_analyzer', null, true),
  parameter('similarity', undefined, similarityOf, { acceptsNull: true }),
  eagerGlobalOrdinals,
  integer('position_increment_gap', -1),
  flag('fielddata', false, UPDATABLE),
  parameter('fielddata_frequency_filter', undefined, frequencyFilterOf, UPDATABLE),
  ...indexParameters,
];

/** Inverted, with norms and positions as far as the parameters want them. */
export const text: FieldType = {
  name: 'text',
  storage: 'text',
  masked: { index: false },
  parameters: textParameters,
  fieldsBefore: 'meta',
  defaults: {
    boost: new Double(1),
    index: true,
    store: false,
    meta: {},
    index_options: 'positions',
    term_vector: 'no',
    norms: true,
    analyzer: 'default',
    similarity: null,
    eager_global_ordinals: false,
    position_increment_gap: -1,
    fielddata: false,
    fielddata_frequency_filter: { min: new Double(0), max: new Double(2_147_483_647), min_segment_size: 0 },
    index_prefixes: null,
    index_phrases: false,
  },
  isScalar: true,
  bytes: 'text',
  isText: true,
  formats: 'none',
  numbers: null,
  terms: {
    isPlain: true,
    bytes: (value) => encoder.encode(javaText(value)),
    text: (term) => decoder.decode(term),
  },
  check: (field, values) => {
    checkGap(field, values);
    checkIndexes(field, values);
    checkFielddata(field, values);
  },
  derived: (mapper) => indexesWithin(mapper, text, mappedText),
  mapped: mappedText,
  parse: (_mapper, value, source) => textOf(value, source),
  queryValue: (_field, value) => javaText(value),
  match: (_field, value) => ({ kind: 'term', term: encoder.encode(javaText(value)) }),
  print: (_field, value) => String(value),
  holdsWords: 'printed',
  printSource: (_field, value) => String(value),
};

function mappedText(mapper: FieldMapper, registry: AnalyzerRegistry): Partial<MappedField> {
  const gap = (mapper.value('position_increment_gap') as number | undefined) ?? -1;
  const analyzers = analyzersOf(mapper, registry);
  return {
    docValues: false,
    norms: mapper.value('norms') === true,
    indexOptions: indexOptionsOf(mapper.value('index_options')),
    similarity: mapper.similarity,
    positionIncrementGap: gap < 0 ? (analyzers.analyzer.positionIncrementGap ?? POSITION_INCREMENT_GAP) : gap,
    ...(mapper.value('fielddata') === true && { fielddata: filterOf(mapper) }),
    ...analyzers,
    ...indexesOf(mapper),
  };
}

function filterOf(mapper: FieldMapper): FrequencyFilter {
  const given = (mapper.value('fielddata_frequency_filter') ?? {}) as Record<string, number>;
  const { min = 0, max = 0x7fffffff, min_segment_size: minSegmentSize = 0 } = given;
  return { min, max, minSegmentSize };
}

export function checkFielddata(field: string, values: ReadonlyMap<string, unknown>): void {
  if (values.get('fielddata') === true && values.get('index') === false) {
    throw illegalArgument(`Cannot enable fielddata on a [text] field that is not indexed: [${field}]`);
  }
}

function checkGap(field: string, values: ReadonlyMap<string, unknown>): void {
  if (!values.has('position_increment_gap') || (values.get('position_increment_gap') as number) < 0) return;
  const options = values.get('index_options') ?? 'positions';
  if (values.get('index') !== false && options !== 'docs' && options !== 'freqs') return;
  throw illegalArgument(`Cannot set position_increment_gap on field [${field}] without positions enabled`);
}

function indexOptionsOf(value: unknown): MappedField['indexOptions'] {
  return value === 'docs' || value === 'freqs' ? value : 'positions';
}

function analyzersOf(
  mapper: FieldMapper,
  registry: AnalyzerRegistry,
): { analyzer: Analyzer; searchAnalyzer: Analyzer } {
  const index = registry.analyzer(String(mapper.value('analyzer')))!;
  const search = mapper.value('search_analyzer') ?? defaultSearchAnalyzer(mapper, registry);
  return { analyzer: index, searchAnalyzer: registry.analyzer(String(search))! };
}

/** An index may name a `default_search` analyzer; it holds where the field names no analyzer at all. */
function defaultSearchAnalyzer(mapper: FieldMapper, registry: AnalyzerRegistry): unknown {
  const analyzer = mapper.value('analyzer');
  const hasDefault = registry.analyzer('default_search') !== undefined;
  return analyzer === 'default' && hasDefault ? 'default_search' : analyzer;
}
