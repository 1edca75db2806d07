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
