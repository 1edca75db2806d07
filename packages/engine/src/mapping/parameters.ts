import { ApiError, isObject } from '@sextant/contract';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import { strictBoolean } from './boolean-value.ts';
import { illegalArgument, mapperParsing } from './errors.ts';
import { javaClass, javaDouble, javaText } from './java-text.ts';
import { type NumericType, parseNumber } from './number-coercion.ts';

/** What a parameter's parser may look at. */
export interface ParameterContext {
  /** Simple name of the field. */
  readonly field: string;
  readonly registry: AnalyzerRegistry;
}

/** One parameter of a field type. Values are held in parsed form; `undefined` stands for "not given". */
export interface Parameter {
  readonly name: string;
  readonly otherwise: unknown;
  /** A change by put-mapping is allowed: always, never, or from true to false only. */
  readonly updatable: boolean | 'only-off';
  /** Printed whenever it was given, not only when it differs from the default. */
  readonly explicit: boolean;
  readonly acceptsNull: boolean;
  parse(value: unknown, context: ParameterContext): unknown;
  print(value: unknown): unknown;
}

type Parse = (value: unknown, context: ParameterContext) => unknown;

function parameter(name: string, otherwise: unknown, parse: Parse, more: Partial<Parameter> = {}): Parameter {
  const print = (value: unknown): unknown => value;
  return { name, otherwise, parse, updatable: false, explicit: false, acceptsNull: false, print, ...more };
}

const FIXED = { updatable: false } as const;
const UPDATABLE = { updatable: true } as const;

function flag(name: string, otherwise: boolean, more: Partial<Parameter> = FIXED): Parameter {
  return parameter(name, otherwise, strictBoolean, more);
}

/** A switch that OpenSearch has and that would change answers here without being heeded: only `false` is taken. */
function unsupportedFlag(name: string): Parameter {
  const parse: Parse = (value, context) => {
    if (strictBoolean(value) === false) return false;
    throw mapperParsing(`[${name}] is not supported on field [${context.field}]`);
  };
  return parameter(name, false, parse, UPDATABLE);
}

function localeOf(value: unknown, { field }: ParameterContext): string {
  const locale = String(value);
  if (locale === '' || /^(?:root|en\b)/i.test(locale)) return locale;
  throw mapperParsing(`locale [${locale}] is not supported on field [${field}], use [en]`);
}

function javaNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && value !== '') return number;
  throw new ApiError({ type: 'number_format_exception', reason: `For input string: "${String(value)}"` });
}

function integer(name: string, otherwise: number, more: Partial<Parameter> = FIXED): Parameter {
  return parameter(name, otherwise, (value) => Math.trunc(javaNumber(value)), more);
}

function choice(name: string, otherwise: string, accepted: readonly string[]): Parameter {
  return parameter(name, otherwise, (value) => {
    if (accepted.includes(String(value))) return value;
    const known = accepted.join(', ');
    throw mapperParsing(
      `Unknown value [${String(value)}] for field [${name}] - accepted values are [${known}]`,
    );
  });
}

function analyzer(name: string, otherwise: string | null, updatable: boolean): Parameter {
  const parse: Parse = (value, { registry }) => {
    if (registry.analyzer(String(value)) !== undefined) return String(value);
    throw illegalArgument(`analyzer [${String(value)}] has not been configured in mappings`);
  };
  return parameter(name, otherwise, parse, { updatable });
}

function normalizerOf(value: unknown, { field, registry }: ParameterContext): string {
  const name = String(value);
  if (name === 'default' || registry.normalizer(name) !== undefined) return name;
  throw mapperParsing(`normalizer [${name}] not found for field [${field}]`);
}

function similarityOf(value: unknown, { field }: ParameterContext): string {
  const name = String(value);
  if (name === 'BM25') return name;
  if (name === 'boolean')
    throw mapperParsing(`similarity [boolean] is not supported on field [${field}], use [BM25]`);
  throw mapperParsing(`Unknown Similarity type [${name}] for field [${field}]`);
}

function metaOf(value: unknown, { field }: ParameterContext): unknown {
  if (!isObject(value)) {
    throw mapperParsing(
      `[meta] must be an object, got ${javaClass(value)}[${javaText(value)}] for field [${field}]`,
    );
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length > 5) {
    throw mapperParsing(
      `[meta] can't have more than 5 entries, but got ${entries.length} on field [${field}]`,
    );
  }
  for (const [key, text] of entries) {
    if (key.length > 20) {
      throw mapperParsing(`[meta] keys can't be longer than 20 chars, but got [${key}] for field [${field}]`);
    }
    if (text === null) throw mapperParsing(`[meta] values can't be null (field [${field}])`);
    if (typeof text !== 'string') {
      const shown = `${javaClass(text)}[${javaText(text)}]`;
      throw mapperParsing(`[meta] values can only be strings, but got ${shown} for field [${field}]`);
    }
    if (text.length > 50) {
      throw mapperParsing(
        `[meta] values can't be longer than 50 chars, but got [${text}] for field [${field}]`,
      );
    }
  }
  return Object.fromEntries(entries);
}

function frequencyFilterOf(value: unknown): unknown {
  const given = (value ?? {}) as Record<string, unknown>;
  return {
    min: javaNumber(given.min ?? 0),
    max: javaNumber(given.max ?? 0x7fffffff),
    min_segment_size: javaNumber(given.min_segment_size ?? 0),
  };
}

const EXPLICIT = { updatable: true, explicit: true } as const;

const index: Parameter = flag('index', true);
const docValues: Parameter = flag('doc_values', true);
const store: Parameter = flag('store', false);
const boost: Parameter = parameter('boost', 1, javaNumber, UPDATABLE);
const meta: Parameter = parameter('meta', undefined, metaOf, {
  updatable: true,
  print: (value) => (value !== undefined && Object.keys(value as object).length === 0 ? undefined : value),
});
const eagerGlobalOrdinals: Parameter = flag('eager_global_ordinals', false, UPDATABLE);
const skipList: Parameter = flag('skip_list', false);

/** Parameters of `text`, in the order in which GET _mapping prints them (so are all the lists below). */
export const textParameters: readonly Parameter[] = [
  boost,
  index,
  store,
  // `fields` and `copy_to` stand here for text, see field-mapper.ts.
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
  parameter('similarity', undefined, similarityOf),
  eagerGlobalOrdinals,
  integer('position_increment_gap', -1),
  unsupportedFlag('fielddata'),
  parameter('fielddata_frequency_filter', undefined, frequencyFilterOf, UPDATABLE),
];

export const keywordParameters: readonly Parameter[] = [
  index,
  docValues,
  store,
  parameter('null_value', null, (value) => (value === null ? null : javaText(value)), { acceptsNull: true }),
  eagerGlobalOrdinals,
  integer('ignore_above', 0x7fffffff, UPDATABLE),
  choice('index_options', 'docs', ['docs', 'freqs']),
  flag('norms', false, { updatable: 'only-off' }),
  unsupportedFlag('use_similarity'),
  parameter('similarity', undefined, similarityOf),
  parameter('normalizer', 'default', normalizerOf),
  unsupportedFlag('split_queries_on_whitespace'),
  boost,
  meta,
];

/** The `null_value` of a number; unreadable text is reported in Java's way for every type. */
function numberDefault(type: NumericType, value: unknown): number | null {
  if (value === null) return null;
  try {
    return parseNumber(type, value, false);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.error.reason.startsWith('For input string')) throw error;
    throw new ApiError({ type: 'number_format_exception', reason: error.error.reason });
  }
}

export function numberParameters(type: NumericType): readonly Parameter[] {
  return [
    index,
    docValues,
    store,
    skipList,
    flag('ignore_malformed', false, EXPLICIT),
    flag('coerce', true, EXPLICIT),
    parameter('null_value', null, (value) => numberDefault(type, value), { acceptsNull: true }),
    meta,
  ];
}

export const scaledFloatParameters: readonly Parameter[] = [
  ...numberParameters('scaled_float'),
  parameter('scaling_factor', undefined, (value) => {
    const factor = javaNumber(value);
    if (factor > 0) return factor;
    throw illegalArgument(`[scaling_factor] must be a positive number, got [${javaDouble(factor)}]`);
  }),
];

export const dateParameters: readonly Parameter[] = [
  index,
  docValues,
  store,
  skipList,
  parameter('format', 'strict_date_optional_time||epoch_millis', String),
  parameter('print_format', undefined, String),
  parameter('locale', '', localeOf),
  parameter('null_value', null, (value) => (value === null ? null : javaText(value)), { acceptsNull: true }),
  flag('ignore_malformed', false, EXPLICIT),
  boost,
  meta,
];

export const ipParameters: readonly Parameter[] = [
  index,
  docValues,
  store,
  skipList,
  flag('ignore_malformed', false, EXPLICIT),
  parameter('null_value', null, (value) => (value === null ? null : javaText(value)), { acceptsNull: true }),
  meta,
];

export const booleanParameters: readonly Parameter[] = [
  meta,
  boost,
  docValues,
  index,
  parameter('null_value', null, (value) => (value === null ? null : strictBoolean(value)), {
    acceptsNull: true,
  }),
  store,
];
