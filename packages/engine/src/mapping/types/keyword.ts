import { ApiError, Double } from '@sextant/contract';
import type { Analyzer } from '../../analysis/analyzer.ts';
import { normalize } from '../../analysis/normalize.ts';
import type { AnalyzerRegistry } from '../../analysis/registry.ts';
import { textOf } from '../document-values.ts';
import { mapperParsing } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType } from '../field-type.ts';
import { javaText } from '../java-text.ts';
import type { MappedField } from '../mapped-field.ts';
import {
  boost,
  choice,
  docValues,
  eagerGlobalOrdinals,
  flag,
  index,
  integer,
  meta,
  type Parameter,
  type ParameterContext,
  parameter,
  similarityOf,
  store,
  UPDATABLE,
} from '../parameters.ts';

/** Lucene's IndexWriter.MAX_TERM_LENGTH, in bytes. */
const MAX_TERM_BYTES = 32_766;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function normalizerOf(value: unknown, { field, registry }: ParameterContext): string {
  const name = String(value);
  if (name === 'default' || registry.normalizer(name) !== undefined) return name;
  throw mapperParsing(`normalizer [${name}] not found for field [${field}]`);
}

const keywordParameters: readonly Parameter[] = [
  index,
  docValues,
  store,
  parameter('null_value', null, (value) => (value === null ? null : javaText(value)), { acceptsNull: true }),
  eagerGlobalOrdinals,
  integer('ignore_above', 0x7fffffff, UPDATABLE),
  choice('index_options', 'docs', ['docs', 'freqs']),
  flag('norms', false, { updatable: 'only-off' }),
  parameter('similarity', undefined, similarityOf, { acceptsNull: true }),
  flag('use_similarity', false, UPDATABLE),
  parameter('normalizer', 'default', normalizerOf),
  flag('split_queries_on_whitespace', false, UPDATABLE),
  boost,
  meta,
];

/** Scores look at neither: segments have no lengths of such fields, and no frequencies. */
function checkScores(field: string, values: ReadonlyMap<string, unknown>): void {
  if (values.get('use_similarity') !== true) return;
  const refuse = (name: string): never => {
    throw mapperParsing(`[use_similarity] with [${name}] is not supported on field [${field}]`);
  };
  if (values.get('norms') === true) refuse('norms');
  if (values.get('index_options') === 'freqs') refuse('index_options');
}

/** What makes the words of a query, each of which is a value: as the normalizer would make them. */
function splitting(registry: AnalyzerRegistry, name: string): Analyzer {
  const parts = registry.partsOf('normalizer', name);
  const filters = parts?.filters ?? (name === 'lowercase' ? ['lowercase'] : []);
  return registry.assemble(
    { charFilters: parts?.charFilters ?? [], tokenizer: 'whitespace', filters },
    false,
  );
}

function keywordOf(mapper: FieldMapper, text: string): string | undefined {
  if (text.length > mapper.ignoreAbove) return undefined;
  const term = mapper.normalizer === undefined ? text : normalize(mapper.normalizer, text);
  if (term.length * 3 > MAX_TERM_BYTES && (mapper.mapped.indexed || mapper.mapped.docValues))
    checkTerm(mapper, term);
  return term;
}

function checkTerm(mapper: FieldMapper, term: string): void {
  const bytes = encoder.encode(term);
  if (bytes.length <= MAX_TERM_BYTES) return;
  const prefix = [...new Int8Array(bytes.buffer, 0, 30)].join(', ');
  const limit = `bytes can be at most ${MAX_TERM_BYTES} in length; got ${bytes.length}`;
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason:
      `Document contains at least one immense term in field="${mapper.path}" (whose UTF8 encoding is longer than ` +
      `the max length ${MAX_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce ` +
      `such terms.  The prefix of the first immense term is: '[${prefix}]...', original message: ${limit}`,
    causedBy: { type: 'max_bytes_length_exceeded_exception', reason: limit },
  });
}

function termText({ normalizer }: MappedField, value: unknown): string {
  const text = javaText(value);
  return normalizer === undefined ? text : normalize(normalizer, text);
}

/** Kept as one term in UTF-8. */
export const keyword: FieldType = {
  name: 'keyword',
  storage: 'ordinal',
  masked: { index: false },
  parameters: keywordParameters,
  defaults: {
    index: true,
    doc_values: true,
    store: false,
    null_value: null,
    eager_global_ordinals: false,
    ignore_above: 2_147_483_647,
    index_options: 'docs',
    norms: false,
    use_similarity: false,
    similarity: null,
    normalizer: 'default',
    split_queries_on_whitespace: false,
    boost: new Double(1),
    meta: {},
  },
  isScalar: true,
  bytes: 'term',
  isText: true,
  formats: 'none',
  numbers: null,
  terms: {
    isPlain: true,
    bytes: (value) => encoder.encode(String(value)),
    text: (term) => decoder.decode(term),
  },
  check: checkScores,
  mapped: (mapper, registry) => {
    const name = String(mapper.value('normalizer'));
    const normalizer = registry.normalizer(name);
    const splits = mapper.value('split_queries_on_whitespace') === true;
    return {
      similarity: mapper.similarity,
      ...(mapper.value('use_similarity') === true && { scoresTerms: true }),
      ...(normalizer !== undefined && { normalizer }),
      ...(splits && { searchAnalyzer: splitting(registry, name) }),
    };
  },
  parse: (mapper, value, source) => keywordOf(mapper, textOf(value, source)),
  queryValue: termText,
  match: (field, value) => ({ kind: 'term', term: encoder.encode(termText(field, value)) }),
  print: (_field, value) => String(value),
  holdsWords: 'printed',
  printSource: (field, value) => {
    const most = field.definition.ignore_above;
    return typeof most === 'number' && String(value).length > most ? undefined : termText(field, value);
  },
};
