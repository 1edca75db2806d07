import { Buffer } from 'node:buffer';
import { ApiError } from '@sextant/contract';
import { illegalArgument } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType } from '../field-type.ts';
import type { FieldValue } from '../mapped-field.ts';
import { flag, meta, type Parameter, parameter, store, UPDATABLE } from '../parameters.ts';

/** What a segment keeps of a term. */
const MOST_BYTES = 32_766;

const binaryParameters: readonly Parameter[] = [
  meta,
  store,
  flag('doc_values', false),
  // Taken and dropped: nothing of it is ever searched.
  parameter('index', undefined, () => undefined, { ...UPDATABLE, print: () => undefined }),
];

/** Units of four characters, the last one padded, with white space between them. */
const BASE64 =
  /^(?:[ \t\r\n]*[A-Za-z0-9+/]{4})*(?:[ \t\r\n]*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==))?[ \t\r\n]*$/;

function decoded(text: string): Uint8Array {
  if (BASE64.test(text)) return new Uint8Array(Buffer.from(text, 'base64'));
  const reason = `Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): ${problem(text)}`;
  throw new ApiError({ type: 'json_parse_exception', reason });
}

function problem(text: string): string {
  const illegal = /[^A-Za-z0-9+/= \t\r\n]/.exec(text)?.[0];
  if (illegal === undefined) return 'the units of four characters or their padding are not complete';
  const code = illegal.charCodeAt(0).toString(16);
  return `Illegal character '${illegal}' (code 0x${code}) in base64 content`;
}

/** Without padding, as `docvalue_fields` and keys of terms show it. */
function encoded(value: FieldValue): string {
  return value instanceof Uint8Array
    ? Buffer.from(value).toString('base64').replace(/=+$/, '')
    : String(value);
}

function parse({ mapped, path }: FieldMapper, value: string): Uint8Array {
  const bytes = decoded(value);
  if (mapped.docValues && bytes.length > MOST_BYTES) {
    throw illegalArgument(`DocValuesField "${path}" is too large, must be <= ${MOST_BYTES}`);
  }
  return bytes;
}

/** Bytes, written as base64. They are never searched; with `doc_values` they are kept as terms. */
export const binary: FieldType = {
  name: 'binary',
  storage: 'ordinal',
  parameters: binaryParameters,
  defaults: { meta: {}, store: false, doc_values: false },
  isScalar: true,
  bytes: 'parsed',
  isText: false,
  formats: 'docvalues',
  notSearched: () => 'Binary fields do not support searching',
  notSorted: "can't sort on binary field",
  numbers: null,
  terms: { isPlain: false, bytes: (value) => decoded(String(value)), text: encoded },
  mapped: () => ({ indexed: false }),
  // Of values that are not kept nothing is asked.
  parse: (mapper, value, source) => {
    if (!mapper.mapped.docValues && mapper.value('store') !== true) return undefined;
    if (typeof value === 'string') return parse(mapper, value);
    throw source.wrongToken(value, 'not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary');
  },
  queryValue: (_field, value) => decoded(String(value)),
  match: () => ({ kind: 'nothing' }),
  print: (_field, value) => encoded(value),
  printSource: (_field, value) => value,
};
