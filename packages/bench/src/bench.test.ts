import { expect, test } from 'vitest';
import { aggregationCases } from './aggregation.bench.ts';
import { cpuPairs } from './cpu-pairs.ts';
import { fillIndex } from './fill-index.ts';
import { ingestCases } from './ingest.bench.ts';
import { jsonScanCases } from './json-scan.bench.ts';
import { logLines } from './log-lines.ts';
import { longWork } from './long-work.ts';
import { type Case, measure, table } from './measure.ts';
import { type MeasuredService, processNanos } from './measured-service.ts';
import { searchCases } from './search.bench.ts';
import type { Call } from './service-client.ts';
import { slowLogCost } from './slow-log-cost.ts';

/** Name and result of every case. */
async function results(cases: readonly Case[]): Promise<Record<string, number>> {
  const measured = await measure(cases, 0);
  expect(table(measured)).toContain(cases[0]!.name);
  return Object.fromEntries(measured.map(({ name, result }) => [name, result]));
}

test('writing makes every document', async () => {
  expect(await results(await ingestCases(50))).toEqual({ 'ingest 50 documents': 50 });
});

test('every search but the rare word finds documents, those for frequent things a page of them', async () => {
  const found = await results(await searchCases(300));
  const {
    'term, rare': _,
    'phrase of 2': phrase,
    'and of 2': both,
    'terms of 1000 numbers': numbers,
    ...others
  } = found;
  expect(new Set(Object.values(others))).toEqual(new Set([10]));
  expect([phrase! > 0, both! > 0, numbers! > 0]).toEqual([true, true, true]);
});

test('every aggregation answers', async () => {
  expect(new Set(Object.values(await results(await aggregationCases(200))))).toEqual(new Set([1]));
});

test('the body is found to be well-formed', async () => {
  expect(await results(await jsonScanCases(20))).toEqual({ scanJson: 1, 'JSON.parse beside it': 20 });
});

/** Each request takes so many nanoseconds. */
function measured(nanosPerRequest: number): MeasuredService {
  let nanos = 0;
  const send = async () => {
    nanos += nanosPerRequest;
    return { status: 200, text: '' };
  };
  return { client: { send }, nanos: () => nanos };
}

test('two services are compared by what their requests take, class by class', async () => {
  const lines: string[] = [];
  await cpuPairs({
    own: measured(30_000),
    other: measured(20_000),
    calls: new Map([['one', [{ method: 'GET', path: '/' }]]]),
    pairs: 3,
    requests: 10,
    connections: 2,
    print: (line) => lines.push(line),
  });
  expect(lines.map((line) => line.split(/\s+/))).toEqual([
    ['one', '30.0', '20.0', 'us', '1.500', '1.50-1.50'],
  ]);
});

/** A service of three documents, which takes so many nanoseconds for each call. */
function longWorker(nanosPerCall: number): MeasuredService<'send' | 'json'> {
  let nanos = 0;
  let page = 0;
  const answers: Record<string, unknown> = {
    '/_stats/merge?filter_path=_all.total.merges.current': { _all: { total: { merges: { current: 0 } } } },
    '/_reindex': { total: 3, failures: [] },
  };
  const send = async ({ path }: { readonly path: string }) => {
    nanos += nanosPerCall;
    if (!path.includes('scroll')) return { status: 200, text: '' };
    const hits = page++ % 2 === 0 ? '{"_source":{}},{"_source":{}},{"_source":{}}' : '';
    return { status: 200, text: `{"_scroll_id":"id","hits":{"hits":[${hits}]}}` };
  };
  const json = async (_method: string, path: string) => {
    nanos += nanosPerCall;
    return answers[path] ?? {};
  };
  return { client: { send, json }, nanos: () => nanos };
}

test('long work of two services is compared by documents a second and by processor time', async () => {
  const lines: string[] = [];
  await longWork({
    own: longWorker(3000),
    other: longWorker(6000),
    docs: 3,
    rounds: 2,
    only: ['scroll', 'reindex'],
    print: (text) => lines.push(text),
  });
  expect(
    lines.map((text) => [
      text.split(' ', 1)[0],
      text
        .split('docs/s')[1]!
        .trim()
        .split(/\s{2,}/)
        .slice(1),
    ]),
  ).toEqual([
    ['scroll', ['3.00', '6.00 us of cpu', '0.50 (0.50-0.50)']],
    ['reindex', ['2.00', '4.00 us of cpu', '0.50 (0.50-0.50)']],
  ]);
});

test('the same log lines come again', () => {
  const lines = [...logLines(5, 2)].map((group) => group.length);
  expect(lines).toEqual([2, 2, 1]);
  expect([...logLines(5, 2)]).toEqual([...logLines(5, 2)]);
});

test.runIf(process.platform === 'linux')('the processor time of a process grows', () => {
  expect(processNanos(process.pid)).toBeGreaterThan(0);
});

/** A service that notes the thresholds that it is given, and answers searches with `status`. */
function withThresholds(status: number) {
  const thresholds: unknown[] = [];
  const send = async ({ method, body }: Call) => {
    if (method !== 'PUT') return { status, text: '' };
    thresholds.push(JSON.parse(String(body))['index.search.slowlog.threshold.query.warn']);
    return { status: 200, text: '' };
  };
  return { client: { send }, thresholds };
}

const oneClass = new Map([['one', [{ method: 'POST', path: '/_search' }]]]);

test('the cost of slow logs is told for all classes together and for each, from searches with and without them', async () => {
  const lines: string[] = [];
  const { client, thresholds } = withThresholds(200);
  const print = (line: string): void => void lines.push(line);
  await slowLogCost({ client, calls: oneClass, rounds: 2, searches: 3, connections: 2, print });
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['all', 'one']);
  const round = ['-1', '0ms', '-1'];
  expect(thresholds).toEqual([...round, ...round, ...round, ...round, null]);
});

test('where a search fails the thresholds of the slow logs are taken back', async () => {
  const { client, thresholds } = withThresholds(500);
  const options = { client, calls: oneClass, rounds: 1, searches: 1, connections: 1, print: () => {} };
  await expect(slowLogCost(options)).rejects.toThrow('500');
  expect(thresholds).toEqual([null]);
});

test('an index is filled with bulks alone, each of as many documents, and refreshed', async () => {
  const seen: string[] = [];
  const note = async ({ method, path, body }: Call): Promise<{ status: number; text: string }> => {
    seen.push(`${method} ${path} ${String(body).split('\n').length - 1}`);
    return { status: 200, text: '' };
  };
  const client = { send: note, json: (method: string, path: string) => note({ method, path }) };
  const { requests } = await fillIndex(client, Array<string>(2_001).fill('{}'), 1);
  expect(requests).toBe(2);
  expect(seen).toEqual([
    'POST /bench-corpus/_bulk 4000',
    'POST /bench-corpus/_bulk 2',
    'POST /bench-corpus/_refresh 0',
  ]);
});
