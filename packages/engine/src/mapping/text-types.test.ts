import { expect, test } from 'vitest';
import { Mapping } from './mapping.ts';

const printed = (field: object): unknown =>
  Mapping.create({ properties: { x: field } }, {}).toJson().properties;

test.each([
  ['match_only_text', { norms: true }, /Norms cannot be enabled on for match_only_text field/],
  ['match_only_text', { index_options: 'positions' }, /accepted values are \[docs\]/],
  ['match_only_text', { index_phrases: true }, /Index phrases cannot be enabled/],
  ['match_only_text', { index_prefixes: {} }, /Index prefixes cannot be enabled/],
  ['match_only_text', { index: false, fielddata: true }, /Cannot enable fielddata/],
  ['wildcard', { normalizer: 'nope' }, /normalizer \[nope\] not found/],
  ['wildcard', { norms: true }, /unknown parameter \[norms\]/],
])('%s with %j is refused', (type, parameters, reason) => {
  expect(() => printed({ type, ...parameters })).toThrow(reason);
});

test.each([
  [
    'match_only_text',
    { norms: false, index_phrases: false, position_increment_gap: 5 },
    { position_increment_gap: 5 },
  ],
  ['wildcard', {}, { doc_values: true }],
  ['wildcard', { doc_values: false, ignore_above: 3 }, { ignore_above: 3, doc_values: false }],
  ['text', { doc_values: 7 }, {}],
  ['long', { index_options: 'docs', similarity: 'x' }, {}],
])('%s with %j is shown as %j', (type, given, shown) => {
  expect(printed({ type, ...given })).toEqual({ x: { type, ...shown } });
});
