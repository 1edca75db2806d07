import { ShingleAnalyzer } from '../../analysis/shingle-analyzer.ts';
import { mapperParsing } from '../errors.ts';
import type { FieldType } from '../field-type.ts';
import {
  analyzer,
  choice,
  flag,
  index,
  integer,
  meta,
  type Parameter,
  parameter,
  similarityOf,
  store,
} from '../parameters.ts';
import { text } from './text.ts';

function sizeOf(value: unknown): number {
  const size = Math.trunc(Number(value));
  if (size >= 2 && size <= 4) return size;
  throw mapperParsing(`[max_shingle_size] must be at least [2] and at most [4], got [${size}]`);
}

const { fieldsBefore: _before, derived: _derived, ...plainText } = text;

const ofText = new Map(text.parameters.map((each) => [each.name, each]));

const asYouTypeParameters: readonly Parameter[] = [
  index,
  store,
  { ...flag('doc_values', false), always: true },
  { ...integer('max_shingle_size', 3), parse: sizeOf, always: true },
  analyzer('analyzer', 'default', false),
  analyzer('search_analyzer', null, true),
  analyzer('search_quote_analyzer', null, true),
  parameter('similarity', undefined, similarityOf, { acceptsNull: true }),
  choice('index_options', 'positions', ['positions', 'docs', 'freqs', 'offsets']),
  flag('norms', true, { updatable: 'only-off' }),
  ofText.get('term_vector')!,
  meta,
];

const LONGEST_BEGINNING = 20;

/** Words that stand in a row as one term; what finds a phrase of so many words in the field around it. */
function shingles(size: number): FieldType {
  return {
    ...derivedType,
    name: 'search_as_you_type',
    existsByNorms: true,
    mapped: (mapper, registry) => {
      const plain = text.mapped!(mapper, registry);
      return {
        ...plain,
        keptPrefix: LONGEST_BEGINNING,
        startsIn: mapper.path.replace(/_\d+gram$/, '_index_prefix'),
        analyzer: new ShingleAnalyzer(plain.analyzer!, size, false),
        searchAnalyzer: new ShingleAnalyzer(plain.searchAnalyzer!, size, false),
      };
    },
  };
}

/** The beginnings of the words and of what follows them. */
function beginnings(size: number): FieldType {
  return {
    ...derivedType,
    name: 'prefix',
    isPartOfField: true,
    mapped: (mapper, registry) => {
      const plain = text.mapped!(mapper, registry);
      return {
        ...plain,
        keptPrefix: Number.POSITIVE_INFINITY,
        norms: false,
        indexOptions: plain.indexOptions === 'docs' ? 'docs' : 'freqs',
        analyzer: new ShingleAnalyzer(plain.analyzer!, size, true),
        searchAnalyzer: new ShingleAnalyzer(plain.searchAnalyzer!, size, false),
        phraseAnalyzer: plain.searchAnalyzer!,
      };
    },
  };
}

const derivedType: FieldType = { ...plainText, bytes: 'parsed', parameters: asYouTypeParameters };

/** Text whose words, and what stands behind them, are found by their beginnings: with fields of its own within it. */
export const searchAsYouType: FieldType = {
  ...plainText,
  name: 'search_as_you_type',
  parameters: asYouTypeParameters,
  defaults: {
    index: true,
    store: false,
    doc_values: false,
    max_shingle_size: 3,
    analyzer: 'default',
    search_analyzer: 'default',
    search_quote_analyzer: 'default',
    similarity: null,
    index_options: 'positions',
    norms: true,
    term_vector: 'no',
    meta: {},
  },
  check: () => undefined,
  derived: (mapper) => {
    if (mapper.value('index') === false) return [];
    const most = mapper.value('max_shingle_size') as number;
    const sizes = Array.from({ length: most - 1 }, (_, i) => i + 2);
    return [
      ...sizes.map((size) => [`_${size}gram`, shingles(size)] as const),
      ['_index_prefix', beginnings(most)] as const,
    ];
  },
  mapped: (mapper, registry) => {
    const plain = text.mapped!(mapper, registry);
    if (mapper.value('index') === false) return plain;
    const most = mapper.value('max_shingle_size') as number;
    return {
      ...plain,
      keptPrefix: LONGEST_BEGINNING,
      startsIn: `${mapper.path}._index_prefix`,
      shingles: { most, prefix: `${mapper.path}._index_prefix` },
    };
  },
};
