import { textOf } from '../document-values.ts';
import type { FieldType } from '../field-type.ts';
import { cidrRange, formatIp, parseIp } from '../ip-address.ts';
import { javaText } from '../java-text.ts';
import {
  docValues,
  EXPLICIT,
  flag,
  index,
  meta,
  type Parameter,
  parameter,
  skipList,
  store,
} from '../parameters.ts';

const ipParameters: readonly Parameter[] = [
  index,
  docValues,
  store,
  skipList,
  flag('ignore_malformed', false, EXPLICIT),
  parameter('null_value', null, (value) => (value === null ? null : javaText(value)), { acceptsNull: true }),
  meta,
];

function bytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : parseIp(javaText(value));
}

function text(value: unknown): string {
  return value instanceof Uint8Array ? formatIp(value) : String(value);
}

/** Kept as 16 bytes, IPv4 mapped into IPv6. */
export const ip: FieldType = {
  name: 'ip',
  storage: 'ordinal',
  parameters: ipParameters,
  defaults: {
    index: true,
    doc_values: true,
    store: false,
    ignore_malformed: false,
    null_value: null,
    meta: {},
  },
  isScalar: true,
  bytes: 'address',
  isText: false,
  formats: 'none',
  numbers: null,
  terms: { isPlain: false, bytes, text: formatIp },
  parse: (_mapper, value, source) => parseIp(textOf(value, source)),
  queryValue: (_field, value) => bytes(value),
  match: (_field, value) => {
    if (typeof value === 'string' && value.includes('/')) return { kind: 'terms', ...cidrRange(value) };
    return { kind: 'term', term: bytes(value) };
  },
  print: (_field, value) => text(value),
  printSource: (_field, value) => text(bytes(value)),
};
