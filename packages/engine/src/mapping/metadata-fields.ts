import { type ApiError, apiError } from '@sextant/contract';
import { illegalArgument } from './errors.ts';
import type { FieldType } from './field-type.ts';
import { javaText } from './java-text.ts';
import type { MappedField } from './mapped-field.ts';
import { NESTED_PATH } from './nested-path.ts';
import { constantKeyword } from './types/constant-keyword.ts';
import { long } from './types/integers.ts';
import { keyword } from './types/keyword.ts';

export const ID = '_id';
export const INDEX = '_index';
export const ROUTING = '_routing';
export const SEQ_NO = '_seq_no';

const withoutFielddata = (field: string): string =>
  `Fielddata is not supported on field [${field}] of type [${field}]`;

/** Neither searched nor sorted by. */
function hidden(name: string, why: Pick<FieldType, 'notSearched' | 'notQueried' | 'noExists'>): FieldType {
  return { ...keyword, name, isText: false, hasNoRanges: true, withoutFielddata, ...why };
}

const unsupported = (reason: string): ApiError => apiError('unsupported_operation_exception', reason);
const notSearchable = (field: string): string => `The ${field} field is not searchable`;

/** A term or a limit, which has to be a whole number. */
function wholeNumber(value: unknown): void {
  if (value === '') throw apiError('number_format_exception', 'For input string: ""');
  const number = typeof value === 'string' ? Number.NaN : Number(value);
  if (Number.isFinite(number) && !Number.isInteger(number))
    throw illegalArgument(`Value [${javaText(value)}] has a decimal part`);
}

const sequenceNumber: FieldType = {
  ...long,
  name: SEQ_NO,
  formats: 'none',
  match: (field, value, nowMs) => {
    wholeNumber(value);
    return long.match(field, value, nowMs);
  },
  numbers: {
    ...long.numbers!,
    limit: (field, value, options) => {
      wholeNumber(value);
      return long.numbers!.limit(field, value, options);
    },
  },
};

const types: readonly FieldType[] = [
  { ...keyword, name: ID, isText: false, hasNoRanges: true },
  {
    ...constantKeyword,
    name: INDEX,
    scoresTerms: true,
    hasNoRanges: true,
    hasNoRegexps: true,
    showsStored: false,
  },
  { ...keyword, name: ROUTING, scoresTerms: true, keepsOrdinals: true, withoutFielddata },
  sequenceNumber,
  hidden('_version', { notSearched: notSearchable }),
  hidden('_source', { notSearched: notSearchable }),
  hidden('_field_names', { noExists: () => unsupported('Cannot run exists query on _field_names') }),
  hidden('_doc_count', {
    notSearched: (field) => `Field [${field}] of type [${field}] is not searchable`,
  }),
  hidden('_data_stream_timestamp', {
    notQueried: () => unsupported('Cannot run term query on internal field [_data_stream_timestamp]'),
    noExists: () => unsupported('Cannot run exists query on internal field [_data_stream_timestamp]'),
  }),
  { ...keyword, name: '_ignored', withoutFielddata },
  { ...keyword, name: NESTED_PATH, withoutFielddata },
];

/** Whose values of a document are there to be sorted by; ids are taken out of their table first, as words out of a text. */
const withValues: ReadonlySet<string> = new Set([INDEX, SEQ_NO]);
const ALL_TERMS = Object.freeze({ min: 0, max: Number.MAX_SAFE_INTEGER, minSegmentSize: 0 });

const fields: ReadonlyMap<string, MappedField> = new Map(
  types.map((fieldType) => {
    const { name, storage } = fieldType;
    const field: MappedField = {
      name,
      type: name,
      fieldType,
      storage,
      indexed: !withValues.has(name) && name !== ID && name !== ROUTING,
      docValues: withValues.has(name),
      norms: false,
      indexOptions: 'docs',
      positionIncrementGap: 0,
      boost: 1,
      definition: Object.freeze({}),
      ...(name === ID ? { fielddata: ALL_TERMS } : {}),
    };
    return [name, Object.freeze(field)];
  }),
);

const made: ReadonlySet<string> = new Set([...withValues, ROUTING]);

/** A field of which the values by document are made of what is kept of each document, when they are first wanted. */
export function hasMadeColumn(name: string): boolean {
  return made.has(name);
}

/** To requests, a field that the engine keeps for itself; no mapping names it. */
export function metadataField(name: string): MappedField | undefined {
  return fields.get(name);
}
