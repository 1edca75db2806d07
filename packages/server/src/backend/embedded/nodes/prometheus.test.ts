import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpenMetrics } from '../../../observe/open-metrics.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
let text: string;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/books/_doc/1?refresh=true', { body: { a: 1 } });
  await app.call('PUT', '/books/_doc/2?refresh=true', { body: { a: 1 } });
  await app.call('GET', '/books/_search');
  const answer = await app.call('GET', '/_prometheus/metrics');
  expect(answer.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  text = answer.text;
});
afterAll(async () => {
  await app.close();
});

test('every line is a family, its help or a sample of it, and the last one ends the text', () => {
  const lines = text.split('\n');
  expect(lines.slice(-2)).toEqual(['# EOF', '']);
  let family = '';
  const seen = new Set<string>();
  for (const line of lines.slice(0, -2)) {
    const type = /^# TYPE (\w+) (counter|gauge|info)$/.exec(line);
    if (type !== null) {
      expect(seen.has(type[1]!)).toBe(false);
      seen.add(type[1]!);
      family = type[1]!;
    } else if (line.startsWith('#')) expect(line).toMatch(new RegExp(`^# HELP ${family} \\S`));
    else {
      expect(line).toMatch(
        new RegExp(`^${family}(_total|_info)?(\\{\\w+="[^"]*"(,\\w+="[^"]*")*\\})? -?[\\d.e+]+$`),
      );
    }
  }
  expect(seen.size).toBeGreaterThan(50);
});

test('the figures are those of the service', () => {
  for (const line of [
    'sextant_build_info{cluster="sextant",node="test-node",version="0.0.0"} 1',
    'sextant_cluster_status 1',
    'sextant_documents 2',
    'sextant_indexing_operations_total 2',
    'sextant_search_queries_total 1',
    'sextant_shards{state="unassigned"} 1',
    'sextant_thread_pool_rejected_total{pool="write"} 0',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

test('labels and help are escaped, and what is no number is said', () => {
  const metrics = new OpenMetrics();
  metrics.family('a', 'gauge', 'one\ntwo', [
    { labels: { x: 'a "b" \\ \n' }, value: Number.NaN },
    { value: Number.POSITIVE_INFINITY },
  ]);
  expect(metrics.end()).toBe(
    '# TYPE a gauge\n# HELP a one\\ntwo\na{x="a \\"b\\" \\\\ \\n"} NaN\na +Inf\n# EOF\n',
  );
});

test('every figure that the alert rules name is told', () => {
  const rules = readFileSync(
    join(import.meta.dirname, '../../../../../../docs/operating/alerts.yml'),
    'utf8',
  );
  const named = new Set(
    [...rules.matchAll(/^ +expr: (.*)$/gm)].flatMap(
      ([, expression]) => expression!.match(/sextant_\w+/g) ?? [],
    ),
  );
  expect(named.size).toBeGreaterThan(10);
  for (const name of named) expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
});
