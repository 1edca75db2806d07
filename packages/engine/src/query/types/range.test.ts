import { expect, test } from 'vitest';
import { parseQuery } from '../parse-query.ts';

// As OpenSearch 3.6 refuses them, whatever the type of the field.
test.each([
  [{ time_zone: 'Mars/Base' }, 'java.time.zone.ZoneRulesException: Unknown time-zone ID: Mars/Base'],
  [{ time_zone: 'x' }, 'java.time.DateTimeException: Invalid ID for ZoneOffset, invalid format: x'],
  [
    { time_zone: '+25:00' },
    'java.time.DateTimeException: Zone offset hours not in valid range: value 25 is not in the range -18 to 18',
  ],
  [
    { time_zone: 'a b' },
    'java.time.DateTimeException: Invalid ID for region-based ZoneId, invalid format: a b',
  ],
  [{ format: '' }, 'No date pattern provided'],
  [{ format: 'foo_bar' }, 'Invalid format: [foo_bar]: Unknown pattern letter: f'],
])('a range with %j is refused', (option, reason) => {
  const work = () => parseQuery({ range: { n: { gte: 1, ...option } } });
  expect(work).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ type: 'illegal_argument_exception', reason }),
    }),
  );
});

test('a range takes zones and formats that are known, also where its field has no dates', () => {
  const options = { gte: 1, time_zone: 'Europe/Berlin', format: 'yyyy||epoch_millis' };
  expect(parseQuery({ range: { n: options } })).toMatchObject({ timeZone: 'Europe/Berlin' });
});

// As OpenSearch 3.6 answers.
test.each([
  [{ gte: 12, gt: 1 }, 'lower'],
  [{ gte: null, gt: 1 }, 'lower'],
  [{ from: 3, gt: 4 }, 'lower'],
  [{ gt: 4, from: 3 }, 'lower'],
  [{ gt: 3, include_lower: false }, 'lower'],
  [{ include_lower: true, gte: 4 }, 'lower'],
  [{ gte: 4, include_lower: null }, 'lower'],
  [{ lt: 3, lte: 4 }, 'upper'],
  [{ gte: 4, to: 9, include_upper: false, lte: 3 }, 'upper'],
  [{ lte: 9, include_upper: false }, 'upper'],
])('a range has one bound on a side: %j', (options, side) => {
  expect(() => parseQuery({ range: { n: options } })).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({
        type: 'parsing_exception',
        reason: `invalid ${side} bound for [range] query`,
      }),
    }),
  );
});

test.each([
  [
    { from: 3, include_lower: false, to: 10 },
    { from: 3, includeFrom: false, to: 10, includeTo: true },
  ],
  [
    { from: null, include_lower: false },
    { from: null, includeFrom: false },
  ],
  [
    { gte: null, from: 1 },
    { from: 1, includeFrom: true },
  ],
  [
    { from: null, gte: 1 },
    { from: 1, includeFrom: true },
  ],
])('a bound may stand beside none, or whether it is included: %j', (options, expected) => {
  expect(parseQuery({ range: { n: options } })).toMatchObject(expected);
});
