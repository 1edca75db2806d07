import { expect, test } from 'vitest';
import { aggregationCases } from './aggregation.bench.ts';
import { cpuPairs, type MeasuredService, processNanos } from './cpu-pairs.ts';
import { ingestCases } from './ingest.bench.ts';
import { jsonScanCases } from './json-scan.bench.ts';
import { logLines } from './log-lines.ts';
import { type LongWorkService, longWork } from './long-work.ts';
import { type Case, measure, table } from './measure.ts';
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
function longWorker(nanosPerCall: number): LongWorkService {
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

test('the cost of slow logs is told for all classes together and for each, from searches with and without them', async () => {
  const lines: string[] = [];
  const thresholds: string[] = [];
  const send = async ({ method, body }: Call) => {
    if (method === 'PUT') thresholds.push(/"(-1|0ms)"/.exec(String(body))![1]!);
    return { status: 200, text: '' };
  };
  const calls = new Map([['one', [{ method: 'POST', path: '/_search' }]]]);
  const print = (line: string): void => void lines.push(line);
  await slowLogCost({ client: { send }, calls, rounds: 2, searches: 3, connections: 2, print });
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['all', 'one']);
  const round = ['-1', '0ms', '-1'];
  expect(thresholds).toEqual([...round, ...round, ...round, ...round]);
});
