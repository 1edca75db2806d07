import type { MappedField } from '../../mapping/mapped-field.ts';
import { DerivedValues } from '../../query/derived/derived-values.ts';
import { storedValues } from '../../query/derived/stored-values.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { ShardContext } from '../aggregator.ts';
import type { SourceSpec } from '../spec-parts.ts';
import {
  addText,
  madeField,
  noPoints,
  numberOf,
  ofAnyNumbers,
  type ScriptValues,
  type ValueTaker,
} from './script-values.ts';

/** The values of the aggregation that come from fields of the mapping which scripts make. */
export function derivedSources(
  { type, spec }: AggregationNode,
  { mapping }: ShardContext,
): readonly SourceSpec[] {
  const sources = type.sources?.(spec) ?? [];
  return sources.filter(
    ({ field, scripted }) => scripted === null && mapping.field(field)?.derived !== undefined,
  );
}

/** The derived field that a script of the request is given the values of: as in OpenSearch it is not run. */
export function derivedGiven({ scripted }: SourceSpec, { mapping }: ShardContext): string | null {
  const of = scripted?.of ?? null;
  return of === null || mapping.field(of)?.derived === undefined ? null : of;
}

/** The values of a derived field as an aggregation takes those of a script, which it finds by `shownAs`. Throws ApiError where the script cannot be compiled. */
export function derivedValues(name: string, shard: ShardContext, shownAs = name): ScriptValues {
  const field = shard.mapping.field(name)!;
  if (field.derived!.type === 'geo_point') throw noPoints();
  const values = new DerivedValues(field.derived!, shard);
  const add = adderOf(field);
  return {
    field: aggregated(field, shownAs),
    holds: holdsOf(field),
    forSegment: (segment) => {
      values.setSegment(segment);
      return (docs, _scores, length, taker) => {
        for (let i = 0; i < length; i++) {
          for (const value of values.valuesOf(docs[i]!)) add(i, value, taker);
        }
      };
    },
  };
}

function holdsOf({ storage, fieldType }: MappedField): ScriptValues['holds'] {
  if (storage === 'number') return 'numbers';
  return fieldType.terms?.isPlain === false ? 'bytes' : 'texts';
}

/** As it is once its values are made. */
function aggregated(field: MappedField, name: string): MappedField {
  const { derived: _derived, ...plain } = field;
  if (field.storage === 'text') return plain;
  const { fieldType } = field;
  return madeField(name, field.storage === 'number' ? ofAnyNumbers(fieldType, false) : fieldType, plain);
}

type Add = (i: number, value: unknown, taker: ValueTaker) => void;

function adderOf({ storage, derived }: MappedField): Add {
  if (storage === 'number') return (i, value, taker) => taker.addNumber(i, numberOf(value));
  const { type, within } = derived!;
  if (type !== 'ip') return addText;
  const reading = { type, isWithin: within !== null, ignoresMalformed: false };
  return (i, value, taker) => {
    for (const bytes of storedValues([value], reading)) taker.addText(i, latin(bytes as Uint8Array));
  };
}

/** Bytes as a text of so many characters. */
function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
