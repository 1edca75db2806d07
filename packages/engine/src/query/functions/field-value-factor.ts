import { type ApiError, apiError, table } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, toDouble, toFloat, toText } from '../../dsl/json-reader.ts';
import { membersOf, readAt, readInto } from '../../dsl/read-place.ts';
import { javaDouble, javaFloat } from '../../mapping/java-text.ts';
import { requireFielddata } from '../../mapping/require-fielddata.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { documentError } from '../document-error.ts';
import { matched } from '../explanation.ts';
import { prepareColumn, shardError } from '../field-support.ts';
import type { QueryContext } from '../weight.ts';
import { DocumentValues } from './document-values.ts';
import {
  nameOrNothing,
  type ScoreFunction,
  type SegmentFunction,
  type ShardFunction,
} from './score-function.ts';

/** What is done to the value, by the name that requests give it: OpenSearch's `FieldValueFactorFunction.Modifier`. */
const modifiers: Readonly<Record<string, (value: number) => number>> = table({
  none: (value) => value,
  log: (value) => Math.log10(value),
  log1p: (value) => Math.log10(value + 1),
  log2p: (value) => Math.log10(value + 2),
  ln: (value) => Math.log(value),
  ln1p: (value) => Math.log1p(value),
  ln2p: (value) => Math.log1p(value + 1),
  square: (value) => value * value,
  sqrt: (value) => Math.sqrt(value),
  reciprocal: (value) => 1 / value,
});

interface Factor {
  readonly field: string;
  readonly factor: number;
  readonly modifier: string;
  readonly missing: number | null;
}

/** `{"field_value_factor":{"field":"likes","factor":1.2,"modifier":"sqrt","missing":1}}` */
export function parseFieldValueFactor(body: JsonObject): ScoreFunction {
  let field: string | null = null;
  let factor = 1;
  let modifier = 'none';
  let missing: number | null = null;
  for (const { name, value } of optionsOf(body)) {
    if (name === 'field') field = toText(value);
    else if (name === 'factor') factor = toFloat(value);
    else if (name === 'modifier') modifier = readModifier(toText(value));
    else if (name === 'missing') missing = toDouble(value);
    else throw parsingError(notRead(name));
  }
  if (field === null) throw parsingError("[field_value_factor] required field 'field' missing");
  const read = { field, factor, modifier, missing };
  return { bind: (context) => bindFactor(read, context) };
}

const NAMES = ['field', 'factor', 'modifier', 'missing'];

/** Values of lists one after the other, as they are read; of an object its members would be further options. */
function* optionsOf(body: JsonObject): Iterable<{ readonly name: string; readonly value: unknown }> {
  for (const [name, given] of membersOf(body)) {
    // Also a list that has nothing.
    if (name === 'factor' && (Array.isArray(given) || isObject(given))) {
      throw parsingError("[field_value_factor] field 'factor' does not support lists or objects");
    }
    const values: unknown[] = [given].flat(64);
    for (const value of values) {
      if (isObject(value)) throw moreOptions(value, body, name);
      if (value !== null) yield { name, value };
    }
  }
}

function moreOptions(value: JsonObject, body: JsonObject, name: string): ApiError {
  const unknown = Object.keys(value).find((inner) => !NAMES.includes(inner));
  const known = 'Unexpected token [END_OBJECT] found after the main object.';
  if (unknown === undefined) return parsingError(known);
  if (value === body[name]) readInto(body, name);
  readAt(value, unknown);
  return parsingError(notRead(unknown));
}

function notRead(name: string): string {
  return `field_value_factor query does not support [${name}]`;
}

function readModifier(text: string): string {
  const name = text.toLowerCase();
  if (Object.hasOwn(modifiers, name)) return name;
  const type = 'org.opensearch.common.lucene.search.function.FieldValueFactorFunction.Modifier';
  throw apiError('illegal_argument_exception', `No enum constant ${type}.${text.toUpperCase()}`);
}

function bindFactor({ field, factor, modifier, missing }: Factor, context: QueryContext): ShardFunction {
  const modify = modifiers[modifier]!;
  const mapped = context.mapping.field(field);
  if (mapped === undefined && missing === null) {
    const reason = `Unable to find a field mapper for field [${field}]. No 'missing' value defined.`;
    throw apiError('exception', reason);
  }
  if (mapped?.fieldType.noFielddata !== undefined) requireFielddata(mapped);
  if (mapped !== undefined && mapped.storage !== 'number') {
    throw shardError(context, `[field_value_factor] needs a field of numbers, and [${field}] is none`);
  }
  if (mapped !== undefined) prepareColumn(mapped, context);
  const of = (segment: SegmentReader): SegmentFunction => {
    const values = new DocumentValues(segment.numeric(field));
    return (docs, length, _scores, out) => {
      for (let i = 0; i < length; i++) {
        values.seek(docs[i]!);
        const value = values.from < values.to ? values.at(values.from) : missing;
        if (value === null) throw documentError('exception', `Missing value for field [${field}]`);
        const result = modify(value * factor);
        if (result < 0) throw negative(result, value * factor);
        out[i] = result;
      }
    };
  };
  const otherwise = missing === null ? '' : `?:${javaDouble(missing)}`;
  const made = `${modifier}(doc['${field}'].value${otherwise} * factor=${javaFloat(factor)})`;
  return {
    asks: missing === null,
    of,
    explain: ({ value, name }) => matched(value, `field value function${nameOrNothing(name)}: ${made}`),
  };
}

function negative(result: number, value: number): Error {
  const got = `[${javaDouble(result)}] for field value: [${javaDouble(value)}]`;
  const reason = `field value function must not produce negative scores, but got: ${got}`;
  return documentError('illegal_argument_exception', reason);
}
