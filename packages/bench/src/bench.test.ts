import { expect, test } from 'vitest';
import { aggregationCases } from './aggregation.bench.ts';
import { cpuPairs, type MeasuredService, processNanos } from './cpu-pairs.ts';
import { ingestCases } from './ingest.bench.ts';
import { jsonScanCases } from './json-scan.bench.ts';
import { type Case, measure, table } from './measure.ts';
import { searchCases } from './search.bench.ts';

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

test.runIf(process.platform === 'linux')('the processor time of a process grows', () => {
  expect(processNanos(process.pid)).toBeGreaterThan(0);
});
