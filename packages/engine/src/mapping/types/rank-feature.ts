import { ApiError, dictionary, type Json, type JsonMap } from '@sextant/contract';
import type { ValueSource } from '../document-values.ts';
import { illegalArgument } from '../errors.ts';
import { ExactToken } from '../exact-json.ts';
import {
  bitsOfTerm,
  featureBits,
  featureOfTerm,
  featurePrefix,
  featureTerm,
  featureValue,
  NO_PREFIX,
} from '../feature-term.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType } from '../field-type.ts';
import { hashMapOrder } from '../java-text.ts';
import type { FieldValue } from '../mapped-field.ts';
import { javaParseDouble } from '../number-coercion.ts';
import { flag, meta } from '../parameters.ts';
import { isObjectValue } from '../value-preview.ts';
import { float } from './floats.ts';

/** What all features of a shard are kept in, as OpenSearch calls it. */
const FEATURES_FIELD = '_feature';

const defaults: JsonMap = { positive_score_impact: true, meta: {} };

function isPositive(mapper: FieldMapper): boolean {
  return mapper.value('positive_score_impact') !== false;
}

/** A value, or its inverse where a greater one is to score less. */
function impact(mapper: FieldMapper, value: number): number {
  return isPositive(mapper) ? value : 1 / Math.fround(value);
}

/** A number of a document, however large. Throws number_format_exception for a text that is none. */
function numberOf(value: unknown, source: ValueSource): number {
  if (typeof value === 'number') return value;
  if (value instanceof ExactToken && value.kind === 'number') return Number(value.text);
  if (typeof value !== 'string') {
    throw source.wrongToken(value, 'not numeric, can not use numeric value accessors');
  }
  const number = javaParseDouble(value);
  if (number !== undefined) return number;
  const reason = value.trim() === '' ? 'empty String' : `For input string: "${value.trim()}"`;
  throw new ApiError({ type: 'number_format_exception', reason });
}

function shownValue(value: FieldValue): number {
  return value instanceof Uint8Array ? featureValue(bitsOfTerm(value)) : Number(value);
}

const features = {
  storage: 'ordinal',
  isScalar: false,
  bytes: 'parsed',
  isText: false,
  hasNoRanges: true,
  numbers: null,
  defaults,
  queryValue: (_field, value) => String(value),
  match: () => ({ kind: 'nothing' }),
  print: (_field, value) => shownValue(value),
} as const satisfies Partial<FieldType>;

/** A number of a document that scores are made of (`rank_feature` queries), kept as a term of its leading bits. */
export const rankFeature: FieldType = {
  ...features,
  name: 'rank_feature',
  parameters: [flag('positive_score_impact', true), meta],
  formats: 'none',
  keepsOrdinals: true,
  existsAs: (field) => `${FEATURES_FIELD}:${field}`,
  notQueried: () => illegalArgument('Queries on [rank_feature] fields are not supported'),
  noFielddata: () => '[rank_feature] fields do not support sorting, scripting or aggregating',
  terms: { isPlain: false, isKey: false, bytes: () => NO_PREFIX, text: (term) => String(bitsOfTerm(term)) },
  mapped: () => ({ docValues: false }),
  once: {
    key: () => '',
    error: (field) =>
      `[rank_feature] fields do not support indexing multiple values for the same field [${field}] in the same document`,
  },
  parse: (mapper, value, source) => {
    const number = impact(mapper, numberOf(value, source));
    return featureTerm(NO_PREFIX, featureBits(number, mapper.path, FEATURES_FIELD));
  },
  printSource: (field, value) => float.printSource(field, value, null),
};

/** One of the features of an object. */
class Feature {
  readonly name: string;
  readonly value: unknown;
  constructor(name: string, value: unknown) {
    this.name = name;
    this.value = value;
  }
}

function tokenOf(value: unknown): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  if (isObjectValue(value)) return 'START_OBJECT';
  if (value === NULL) return 'VALUE_NULL';
  const kind = value instanceof ExactToken ? value.kind : typeof value;
  return `VALUE_${kind.toUpperCase()}`;
}

/** Stands for null, which is refused here and skipped elsewhere. */
const NULL = Symbol('null');

function splitFeatures(value: unknown): unknown[] {
  return [value].flat(Number.POSITIVE_INFINITY).flatMap((each): unknown[] => {
    if (!isObjectValue(each)) return [each ?? NULL];
    return Object.entries(each).flatMap(([name, inner]) =>
      inner === null ? [] : [new Feature(name, inner)],
    );
  });
}

/** As Java's maps have their members. */
function ordered(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return dictionary(Object.fromEntries(hashMapOrder(Object.keys(value)).map((name) => [name, value[name]])));
}

function featureOf(mapper: FieldMapper, given: unknown, source: ValueSource): Uint8Array {
  if (!(given instanceof Feature)) {
    const expected = 'fields must be json objects, expected a START_OBJECT but got';
    throw illegalArgument(`[rank_features] ${expected}: ${tokenOf(given)}`);
  }
  const { name, value } = given;
  const token = tokenOf(value);
  if (token !== 'VALUE_NUMBER' && token !== 'VALUE_STRING') {
    const what = 'fields take hashes that map a feature to a strictly positive float';
    throw illegalArgument(`[rank_features] ${what}, but got unexpected token ${token}`);
  }
  const number = impact(mapper, numberOf(value, source));
  return featureTerm(featurePrefix(name), featureBits(number, name, mapper.path));
}

/** Any number of such numbers by name: a sparse vector. Each is a term of its name and the leading bits of its value. */
export const rankFeatures: FieldType = {
  ...features,
  name: 'rank_features',
  parameters: [meta, flag('positive_score_impact', true)],
  formats: 'fields',
  failsWhole: true,
  notQueried: () => illegalArgument('Queries on [rank_features] fields are not supported'),
  noFielddata: () => '[rank_features] fields do not support sorting, scripting or aggregating',
  noExists: () => illegalArgument('[rank_features] fields do not support [exists] queries'),
  terms: { isPlain: false, isKey: false, bytes: () => NO_PREFIX, text: featureOfTerm },
  mapped: () => ({ docValues: false }),
  once: {
    key: (value) => (value instanceof Uint8Array ? featureOfTerm(value) : ''),
    error: (field, feature) =>
      '[rank_features] fields do not support indexing multiple values for the same rank feature ' +
      `[${field}.${feature}] in the same document`,
  },
  structure: {
    split: splitFeatures,
    shown: (value) => [value].flat(),
    text: (stored) => String(stored),
    checkFormat: () => undefined,
    print: (_field, value) => (isObjectValue(value) ? ordered(value) : value) as Json,
  },
  parse: featureOf,
  printSource: (_field, value) => value,
};
