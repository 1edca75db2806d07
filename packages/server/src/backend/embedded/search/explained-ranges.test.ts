import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const properties = {
    d: { type: 'date' },
    dn: { type: 'date_nanos' },
    nd: { type: 'date', doc_values: false },
    ni: { type: 'date', index: false },
    half: { type: 'date' },
    none: { type: 'date' },
    n: { type: 'long' },
    f: { type: 'float' },
    h: { type: 'half_float' },
  };
  await app.call('PUT', '/i', { body: { settings: { number_of_shards: 1 }, mappings: { properties } } });
  const [day, later] = ['2020-01-01', '2021-01-01'];
  const [first, second] = [day, later].map((date, i) => ({
    d: date,
    dn: date,
    nd: date,
    ni: date,
    n: i + 5,
    f: i + 5,
    h: i + 5,
  }));
  await app.call('PUT', '/i/_doc/1?refresh=true', { body: { ...first, half: day } });
  await app.call('PUT', '/i/_doc/2?refresh=true', { body: second! });
});
afterAll(() => app.close());

test.each([
  ['d', { gte: '2020-01-01' }, 'ConstantScore(*:*)'],
  ['d', { lt: '2019-01-01' }, 'User requested "match_none" query.'],
  ['d', { lte: '2020-06-06' }, 'Approximate(d:[-9223372036854775808 TO 1591487999999])'],
  ['d', { lt: '2020-06-06', boost: 2 }, 'd:[-9223372036854775808 TO 1591401599999]^2.0'],
  ['d', { gte: '2020-01-01', lte: '2020-01-01' }, 'Approximate(d:[1577836800000 TO 1577923199999])'],
  ['dn', { lte: '2020-06-06' }, 'Approximate(dn:[-9223372036854775808 TO 1591487999999999999])'],
  ['dn', { gte: '2020-01-01' }, 'ConstantScore(*:*)'],
  ['half', { gte: '2019-01-01' }, 'ConstantScore(FieldExistsQuery [field=half])'],
  ['none', { gte: '2019-01-01' }, 'User requested "match_none" query.'],
  ['ni', { lte: '2020-06-06' }, 'ni:[-9223372036854775808 TO 1591487999999]'],
  ['ni', { gte: '2020-06-06', lte: '2020-01-01' }, ''],
  ['n', { gte: 2, boost: 2 }, '*:*^2.0'],
  ['f', { gt: 1, lte: 5.7 }, 'Approximate(f:[1.0000001 TO 5.7])'],
  ['h', { gt: 4.7, lt: 64 }, 'Approximate(h:[4.703125 TO 63.96875])'],
  ['n', { gte: 5, lte: 5 }, 'Approximate(n:[5 TO 5])'],
])('a range over %s is explained as it is rewritten: %j', async (field, range, text) => {
  const answer = await app.call('POST', '/i/_explain/1', { body: { query: { range: { [field]: range } } } });
  expect(answer.json<{ explanation: { description: string } }>().explanation.description).toBe(text);
});
