import { SeededRandom } from '@sextant/base/testing';
import type { Call } from './service-client.ts';

export const INDEX = 'bench-corpus';

function search(body: unknown): Call {
  const path = `/${INDEX}/_search?request_cache=false`;
  return { method: 'POST', path, body: Buffer.from(JSON.stringify(body)) };
}

/** Requests of every class, 200 different ones each, the same for the same seed. */
export function workload(docs: number, seed = 1): ReadonlyMap<string, readonly Call[]> {
  const random = new SeededRandom(seed);
  const word = (from: number, to: number): string => `w${from + random.below(to - from)}`;
  const frequent = (): string => word(0, 200);
  const from = (): number => random.below(50_000);
  const text = (query: string, operator: string): object => ({ match: { text: { query, operator } } });
  const range = (): object => {
    const gte = from();
    return { range: { size: { gte, lt: gte + 30_000 } } };
  };
  const aggregate = (a: object): Call => search({ size: 0, query: range(), aggs: { a } });
  const average = { aggs: { size: { avg: { field: 'size' } } } };
  const classes: Record<string, () => Call> = {
    'GET by id': () => ({ method: 'GET', path: `/${INDEX}/_doc/${random.below(docs)}` }),
    'term, frequent': () => search({ query: { term: { text: frequent() } } }),
    'term, rare': () => search({ query: { term: { text: word(5000, 15_000) } } }),
    'or of 3': () => search({ query: text(`${frequent()} ${frequent()} ${word(200, 5000)}`, 'or') }),
    'and of 2': () => search({ query: text(`${frequent()} ${frequent()}`, 'and') }),
    'phrase of 2': () => search({ query: { match_phrase: { text: `${word(0, 20)} ${word(0, 20)}` } } }),
    'bool, filter with range': () =>
      search({ query: { bool: { must: [{ term: { text: frequent() } }], filter: [range()] } } }),
    prefix: () => search({ query: { prefix: { text: word(10, 99) } } }),
    fuzzy: () => search({ query: { fuzzy: { text: { value: word(1000, 9999), fuzziness: 1 } } } }),
    'sort by number': () => search({ query: range(), sort: [{ size: 'desc' }, { owner: 'asc' }] }),
    'page at 1,000': () => search({ query: range(), from: 1000 }),
    'terms, few': () => aggregate({ terms: { field: 'section' } }),
    'terms, many': () => aggregate({ terms: { field: 'owner' } }),
    'terms > avg': () => aggregate({ terms: { field: 'section' }, ...average }),
    'date_histogram by month': () =>
      aggregate({ date_histogram: { field: 'updated', calendar_interval: 'month' } }),
    'histogram > avg': () => aggregate({ histogram: { field: 'size', interval: 1000 }, ...average }),
    cardinality: () => aggregate({ cardinality: { field: 'owner' } }),
    stats: () => aggregate({ stats: { field: 'size' } }),
  };
  return new Map(Object.entries(classes).map(([name, call]) => [name, Array.from({ length: 200 }, call)]));
}

/** Documents of a bulk. */
export const BULK_LINES = 2_000;

/** The corpus as bulk requests. */
export function bulkCalls(lines: readonly string[]): Call[] {
  const calls: Call[] = [];
  for (let at = 0; at < lines.length; at += BULK_LINES) {
    const part = lines
      .slice(at, at + BULK_LINES)
      .map((line, i) => `{"index":{"_id":"${at + i}"}}\n${line}\n`);
    const body = Buffer.from(part.join(''));
    calls.push({ method: 'POST', path: `/${INDEX}/_bulk`, body, type: 'application/x-ndjson' });
  }
  return calls;
}
