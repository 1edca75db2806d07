import { ApiError } from '@sextant/contract';
import { textOf } from '../document-values.ts';
import type { FieldType } from '../field-type.ts';
import { javaText, javaTrim } from '../java-text.ts';
import { docValues, index, meta, type Parameter, store } from '../parameters.ts';
import { versionBytes, versionLimit, versionText } from '../semantic-version.ts';

const versionParameters: readonly Parameter[] = [{ ...index, always: true }, docValues, store, meta];

function bytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : versionBytes(javaText(value));
}

function text(value: unknown): string {
  return value instanceof Uint8Array ? versionText(value) : String(value);
}

/** A semantic version, kept as bytes that are in the order of versions. */
export const version: FieldType = {
  name: 'version',
  storage: 'ordinal',
  parameters: versionParameters,
  defaults: { index: true, doc_values: true, store: false, meta: {} },
  isScalar: true,
  bytes: 'parsed',
  isText: false,
  scoresTerms: true,
  formats: 'none',
  numbers: null,
  terms: {
    isPlain: false,
    bytes,
    text: versionText,
    limit: (value, after) => versionLimit(javaText(value), after),
  },
  parse: (_mapper, value, source) => versionBytes(textOf(value, source)),
  queryValue: (_field, value) => bytes(value),
  match: (_field, value) => {
    // As in OpenSearch, a document with white space around its version has the version alone.
    if (typeof value === 'string' && javaTrim(value) !== value) return { kind: 'nothing' };
    try {
      return { kind: 'term', term: bytes(value) };
    } catch (error) {
      // As in OpenSearch, no document has what is no version.
      if (error instanceof ApiError) return { kind: 'nothing' };
      throw error;
    }
  },
  print: (_field, value) => text(value),
  printSource: (_field, value) => text(bytes(value)),
};
