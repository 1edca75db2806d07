import { ApiError, apiError } from '@sextant/contract';
import { DocumentError } from '../../budget/document-error.ts';
import type { FieldType } from '../../mapping/field-type.ts';
import { fieldTypeOf } from '../../mapping/field-types.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { double } from '../../mapping/types/floats.ts';
import { JavaSet } from '../../script/java-map.ts';
import { isDocList, itemsOf } from '../../script/library/calls.ts';
import { fullName } from '../../script/library/classes.ts';
import { JavaDate } from '../../script/library/date-values.ts';
import { searchScript } from '../../script/make-search-script.ts';
import { type SearchScript, searchContexts } from '../../script/search-script.ts';
import { checkSelfReferences } from '../../script/self-references.ts';
import { throughValues } from '../../script/through-values.ts';
import {
  classOf,
  JavaArray,
  JavaDouble,
  JavaLong,
  numberTypeOf,
  rawNumber,
  textOf,
} from '../../script/values.ts';
import { BLOCK_SIZE } from '../../segment/doc-iterator.ts';
import { gather } from '../../segment/gather.ts';
import type {
  NumericColumn,
  OrdinalColumn,
  SegmentReader,
  TermsReader,
} from '../../segment/segment-reader.ts';
import type { ShardContext } from '../aggregator.ts';
import { fieldOf } from '../values/field-values.ts';
import { growFloat64 } from '../values/growable.ts';
import { formatOf } from '../values/value-format.ts';
import type { ScriptedSource } from './scripted-sources.ts';

/** Takes the values that a script makes of some documents, which come as they do. `i`: the place of the document among them. */
export interface ValueTaker {
  addNumber(i: number, value: number): void;
  addText(i: number, text: string): void;
  /** One of each document. The array is not kept, and not changed. */
  addNumbers(values: Float64Array, length: number): void;
}

/** Makes the values of documents of one segment, one document after the other. `scores`: theirs. */
export type MakeValues = (docs: Int32Array, scores: Float64Array, length: number, values: ValueTaker) => void;

/** Values that a script makes on one shard, and the field that they look like; null: that of which it makes them is not mapped. */
export interface ScriptValues {
  readonly field: MappedField | null;
  /** `bytes`: texts that have a character for each byte. */
  readonly holds: 'numbers' | 'texts' | 'bytes';
  forSegment(segment: SegmentReader): MakeValues;
}

/** Throws ApiError where the script cannot be compiled, or there is nothing that it could be given. */
export function scriptValues(source: ScriptedSource, shard: ShardContext): ScriptValues {
  const { script: spec, of } = source.scripted;
  const { mapping, searcher, budget } = shard;
  const script = searchScript(spec, searchContexts.aggs, { mapping, searcher, budget });
  return of === null ? ofDocuments(source, script) : ofField(source, of, script, shard);
}

/** A field whose values a script has made. */
export function madeField(name: string, fieldType: FieldType, like: Partial<MappedField> = {}): MappedField {
  return Object.freeze({
    norms: false,
    indexOptions: 'docs',
    positionIncrementGap: 0,
    boost: 1,
    definition: {},
    ...like,
    name,
    madeByScript: true,
    type: fieldType.name,
    fieldType,
    storage: fieldType.storage,
    indexed: false,
    docValues: true,
  });
}

function ofDocuments(
  { field: name, scripted: { kind, areLongs } }: ScriptedSource,
  script: SearchScript,
): ScriptValues {
  if (kind === 'points') throw noPoints();
  const isCounted = kind === 'anything';
  const fieldType = isCounted ? double : fieldTypeOf(kind)!;
  const holds = fieldType.storage === 'number' ? 'numbers' : 'texts';
  const add = isCounted ? addOne : adderOf(kind, holds, areLongs);
  const field = madeField(name, holds === 'numbers' ? ofAnyNumbers(fieldType, areLongs) : fieldType);
  if (holds === 'numbers' && script.runBlock !== undefined) return ofNumbers(field, script, areLongs);
  return {
    field,
    holds,
    forSegment: (segment) => {
      script.setSegment(segment);
      return (docs, scores, length, values) => {
        for (let i = 0; i < length; i++) addAnswer(i, script.run(docs[i]!, scores[i]!), values, add);
      };
    },
  };
}

function addAnswer(i: number, answer: unknown, values: ValueTaker, add: Add): void {
  if (answer === null) return;
  if (isSingle(answer)) {
    add(i, answer, values);
    return;
  }
  throughValues(() => {
    for (const item of listOf(answer)) add(i, item, values);
  });
}

/** What answers numbers alone is asked of many documents at once. */
function ofNumbers(field: MappedField, script: SearchScript, areLongs: boolean): ScriptValues {
  let whole = new Float64Array(BLOCK_SIZE);
  return {
    field,
    holds: 'numbers',
    forSegment: (segment) => {
      script.setSegment(segment);
      return (docs, scores, length, values) => {
        const numbers = script.runBlock!(docs, length, scores, null);
        if (!areLongs) {
          values.addNumbers(numbers, length);
          return;
        }
        whole = growFloat64(whole, length, 0);
        for (let i = 0; i < length; i++) whole[i] = wholeOf(numbers[i]!);
        values.addNumbers(whole, length);
      };
    },
  };
}

/** Neither a list nor what holds others. */
function isSingle(answer: unknown): boolean {
  return typeof answer !== 'object' || answer instanceof JavaDouble || answer instanceof JavaLong;
}

type Add = (i: number, value: unknown, values: ValueTaker) => void;

const addOne: Add = (i, _value, values) => values.addNumber(i, 0);

function adderOf(kind: string, holds: 'numbers' | 'texts', areLongs: boolean): Add {
  if (kind === 'ip') throw notAnAddress();
  if (holds === 'texts') return addText;
  if (areLongs) return (i, value, values) => values.addNumber(i, wholeOf(numberOf(value)));
  return (i, value, values) => values.addNumber(i, numberOf(value));
}

/** A value as a text; null is an empty one. */
export function addText(i: number, value: unknown, values: ValueTaker): void {
  checkSelfReferences(value, 'ScriptBytesValues value');
  values.addText(i, value === null ? '' : textOf(value));
}

/** `(long)` of a double, as near as doubles come to it. */
function wholeOf(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.trunc(Math.min(Math.max(value, -(2 ** 63)), 2 ** 63));
}

/** Numbers that a script makes have fractions, unless those are cut off. */
export function ofAnyNumbers(fieldType: FieldType, areLongs: boolean): FieldType {
  return { ...fieldType, numbers: { ...fieldType.numbers!, hasFractions: !areLongs } };
}

/** As OpenSearch fails, which takes the text of an address for its bytes. */
function notAnAddress(): Error {
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: 'encoded bytes are of incorrect length',
    causedBy: { type: 'unknown_host_exception', reason: 'addr is of illegal length' },
  });
}

/** No script makes points for aggregations. */
export function noPoints(): Error {
  const reason = 'value source of type [geopoint] is not supported by scripts';
  return apiError('aggregation_execution_exception', reason);
}

function listOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  const isList = answer instanceof JavaArray || answer instanceof JavaSet || isDocList(answer);
  return isList ? itemsOf(answer) : [answer];
}

/** `ScriptDoubleValues.toDoubleValue`. */
export function numberOf(value: unknown): number {
  if (value instanceof JavaDouble) return value.value;
  if (numberTypeOf(value) !== null) return Number(rawNumber(value));
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof JavaDate) return value.ms;
  throw new DocumentError({
    type: 'aggregation_execution_exception',
    reason: `Unsupported script value [${textOf(value)}], expected a number, date, or boolean`,
  });
}

/** A script that is given the values of a field one by one. */
function ofField(
  { field: name, ...source }: ScriptedSource,
  of: string,
  script: SearchScript,
  shard: ShardContext,
): ScriptValues {
  const field = fieldOf({ ...source, field: of }, shard);
  if (field === null) return { field: null, holds: 'texts', forSegment: () => () => undefined };
  // The field may have no such format, whatever the script makes of its values.
  formatOf(field, { ...source, field: of }, false, shard.nowMs);
  const { numbers, terms } = field.fieldType;
  if (numbers !== null && field.storage === 'number' && field.type !== 'geo_point') {
    const { areLongs } = source.scripted;
    return {
      field: madeField(name, ofAnyNumbers(field.fieldType, areLongs), field),
      holds: 'numbers',
      forSegment: (segment) => {
        script.setSegment(segment);
        return numbersOf(segment.numeric(field.name), script, areLongs);
      },
    };
  }
  // A value that comes twice is one where values are told apart, and two where they are but counted.
  const isCounted = source.scripted.kind === 'anything';
  if (field.type === 'geo_point' && isCounted) return countsOf(field, name);
  if (field.type === 'geo_point') throw noPoints();
  if (terms?.isPlain !== true && !isCounted) throw notAnAddress();
  return {
    field: isCounted ? madeField(name, double) : madeField(name, fieldTypeOf('keyword')!),
    holds: isCounted ? 'numbers' : 'texts',
    forSegment: (segment) => {
      script.setSegment(segment);
      const column = segment.fielddataOrdinals(field.name);
      return textsOf(column, segment.fielddataTerms(field.name), script, isCounted ? countMade : addMade);
    },
  };
}

/** Points that are but counted: no script is asked about them. */
function countsOf(field: MappedField, name: string): ScriptValues {
  return {
    field: madeField(name, double),
    holds: 'numbers',
    forSegment: (segment) => {
      const column = segment.numeric(field.name) ?? segment.fielddataOrdinals(field.name);
      if (column === null) return none;
      return (docs, _scores, length, values) => {
        for (let i = 0; i < length; i++) {
          const [from, to] = rangeOf(column, docs[i]!);
          for (let place = from; place < to; place++) values.addNumber(i, 0);
        }
      };
    },
  };
}

function rangeOf(
  { offsets, present }: NumericColumn | OrdinalColumn,
  doc: number,
): readonly [number, number] {
  if (offsets !== null) return [offsets[doc]!, offsets[doc + 1]!];
  const has = present === null || ((present[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
  return [doc, doc + Number(has)];
}

const none: MakeValues = () => undefined;

function numbersOf(column: NumericColumn | null, script: SearchScript, areLongs: boolean): MakeValues {
  if (column === null) return none;
  const { base, data, offsets, present } = column;
  if (script.runBlock !== undefined && offsets === null && present === null) {
    let given = new Float64Array(BLOCK_SIZE);
    return (docs, scores, length, values) => {
      given = growFloat64(given, length, 0);
      gather(data, base, docs, length, given);
      const made = script.runBlock!(docs, length, scores, given);
      // The block of values was the script's to read; it has read it.
      if (areLongs) for (let i = 0; i < length; i++) given[i] = wholeOf(made[i]!);
      values.addNumbers(areLongs ? given : made, length);
    };
  }
  const answerOf = (doc: number, score: number, value: number): number => {
    const made =
      script.runNumber === undefined
        ? castNumber(script.run(doc, score, new JavaDouble(value)))
        : script.runNumber(doc, score, value);
    return areLongs ? wholeOf(made) : made;
  };
  return (docs, scores, length, values) => {
    for (let i = 0; i < length; i++) {
      const [from, to] = rangeOf(column, docs[i]!);
      for (let place = from; place < to; place++) {
        values.addNumber(i, answerOf(docs[i]!, scores[i]!, base + data[place]!));
      }
    }
  };
}

function castNumber(value: unknown): number {
  if (value instanceof JavaDouble) return value.value;
  if (numberTypeOf(value) !== null && classOf(value) !== 'Character') return Number(rawNumber(value));
  if (value === null) {
    const call = 'the return value of "org.opensearch.script.AggregationScript.execute()"';
    const reason = `Cannot invoke "java.lang.Number.doubleValue()" because ${call} is null`;
    throw new DocumentError({ type: 'null_pointer_exception', reason });
  }
  const name = fullName(classOf(value));
  const where = `(${name} and java.lang.Number are in module java.base of loader 'bootstrap')`;
  const reason = `class ${name} cannot be cast to class java.lang.Number ${where}`;
  throw new DocumentError({ type: 'class_cast_exception', reason });
}

const addMade: Add = (i, value, values) => values.addText(i, textOfMade(value));

/** It has a text all the same, or none, by which a search fails. */
const countMade: Add = (i, value, values) => {
  textOfMade(value);
  values.addNumber(i, 0);
};

function textsOf(
  column: OrdinalColumn | null,
  terms: TermsReader | null,
  script: SearchScript,
  take: Add,
): MakeValues {
  if (column === null || terms === null) return none;
  return (docs, scores, length, values) => {
    for (let i = 0; i < length; i++) {
      const [from, to] = rangeOf(column, docs[i]!);
      for (let place = from; place < to; place++) {
        take(i, script.run(docs[i]!, scores[i]!, terms.termText(column.data[place]!)), values);
      }
    }
  };
}

function textOfMade(made: unknown): string {
  if (made !== null) return throughValues(() => textOf(made));
  const call = 'the return value of "org.opensearch.script.AggregationScript.execute()"';
  const reason = `Cannot invoke "Object.toString()" because ${call} is null`;
  throw new DocumentError({ type: 'null_pointer_exception', reason });
}
