import { expect, test } from 'vitest';
import { parseFieldRequests } from './field-request.ts';

// As OpenSearch 3.6 answers, less the positions in the body.
test.each([
  [{ field: [] }, "field doesn't support values of type: START_ARRAY"],
  [{ field: null }, "field doesn't support values of type: VALUE_NULL"],
  [{ field: 5 }, "field doesn't support values of type: VALUE_NUMBER"],
  [{ field: 'k', format: {} }, "format doesn't support values of type: START_OBJECT"],
  [{ fild: 'k' }, 'unknown field [fild] did you mean [field]?'],
])('a field that is asked for by %j is refused as the caller’s', (entry, reason) => {
  const error = expect.objectContaining({
    type: 'x_content_parse_exception',
    reason: `[docvalues_field] ${reason}`,
  });
  expect(() => parseFieldRequests('fields', [entry])).toThrow(expect.objectContaining({ error }));
});

test('a field may be asked for without a format, by null too, and by its name alone', () => {
  const asked = parseFieldRequests('docvalue_fields', [
    { field: 'k', format: null },
    5,
    { field: 'd', format: 'use_field_mapping' },
  ]);
  expect(asked).toEqual(['k', '5', 'd'].map((pattern) => ({ pattern, format: null })));
});
