import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';
import { installElasticdump } from './install.ts';

const openSearchUrl = process.env.SEXTANT_TEST_OPENSEARCH_URL;
const docs = 2500;
const limit = { timeout: 240_000 };
const index = 'dump-products';
const copy = 'dump-products-copy';

const analysis = {
  analyzer: { plain: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'short'] } },
  filter: { short: { type: 'length', min: '2' } },
};
const mappings = {
  properties: {
    name: { type: 'text', analyzer: 'plain', fields: { raw: { type: 'keyword', ignore_above: 64 } } },
    price: { type: 'double' },
    day: { type: 'date' },
    place: { type: 'geo_point' },
    parts: { type: 'nested', properties: { name: { type: 'keyword' } } },
  },
};
const template = {
  index_patterns: ['dump-logs-*'],
  order: 3,
  settings: { index: { number_of_shards: '2' } },
};
const indexTemplate = {
  index_patterns: ['dump-new-*'],
  priority: 7,
  composed_of: ['dump-part'],
  template: { mappings: { properties: { level: { type: 'keyword' } } } },
};

let service: Service;
let own: Client;
let bin: string;
let folder: string;
beforeAll(async () => {
  bin = installElasticdump();
  service = await startService({ security: false });
  own = clientOf(service.url);
}, 400_000);
afterAll(() => service.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-dump-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await clean(own);
  if (openSearchUrl !== undefined) await clean(clientOf(openSearchUrl));
});

async function clean(client: Client): Promise<void> {
  for (const name of [index, copy]) await client.call('DELETE', `/${name}`);
  await client.call('DELETE', '/_template/dump-old');
  await client.call('DELETE', '/_index_template/dump-new');
  await client.call('DELETE', '/_component_template/dump-part');
}

async function ok(client: Client, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await client.call(method, path, body);
  expect([answer.status, answer.status < 300 ? '' : answer.text], path).toEqual([answer.status, '']);
  return answer.body;
}

async function fill(client: Client): Promise<void> {
  const settings = { number_of_shards: 2, number_of_replicas: 0, analysis };
  await ok(client, 'PUT', `/${index}`, { settings, mappings });
  const lines = Array.from({ length: docs }, (_, n) => {
    const source = { name: `Teapot ${n}`, price: n / 4, day: '2026-01-03', parts: [{ name: 'lid' }] };
    const action = n % 10 === 0 ? { _id: `id/${n}`, routing: `r${n}` } : { _id: `id ${n} ü` };
    return `${JSON.stringify({ index: action })}\n${JSON.stringify(source)}\n`;
  });
  await ok(client, 'POST', `/${index}/_bulk?refresh=true`, lines.join(''));
  const filtered = { index, alias: 'dump-cheap', filter: { range: { price: { lt: 10 } } } };
  await ok(client, 'POST', '/_aliases', { actions: [{ add: filtered }] });
  await ok(client, 'PUT', '/_template/dump-old', template);
  await ok(client, 'PUT', '/_component_template/dump-part', {
    template: { settings: { index: { number_of_shards: '1' } } },
  });
  await ok(client, 'PUT', '/_index_template/dump-new', indexTemplate);
}

/** Runs one of the programs; what it printed. */
function run(program: string, options: Record<string, string | number | boolean>): string {
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const done = spawnSync(process.execPath, [join(bin, program), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const printed = done.stdout + done.stderr;
  expect([done.status, printed], args.join(' ')).toEqual([0, printed]);
  expect(printed, args.join(' ')).not.toMatch(/error|Error =>/i);
  return printed;
}

/** What of an index somebody who moves it wants to have again. */
async function shape(client: Client, name: string): Promise<unknown> {
  const whole = (await ok(client, 'GET', `/${name}`)) as Record<string, Record<string, unknown>>;
  const told = whole[name]!;
  const settings = told.settings as { readonly index: Record<string, unknown> };
  const all = { query: { match_all: {} }, size: docs, sort: [{ price: 'asc' }], track_total_hits: true };
  const found = (await ok(
    client,
    'POST',
    `/${name}/_search?filter_path=hits.total,hits.hits._id,hits.hits._routing,hits.hits._source`,
    all,
  )) as object;
  const words = await ok(client, 'POST', `/${name}/_analyze`, { field: 'name', text: 'A Big teapot' });
  return {
    aliases: told.aliases,
    mappings: told.mappings,
    shards: settings.index.number_of_shards,
    analysis: settings.index.analysis,
    found,
    words,
  };
}

/** Templates, as they are shown. */
async function templates(client: Client): Promise<unknown> {
  return {
    old: await ok(client, 'GET', '/_template/dump-old'),
    new: await ok(client, 'GET', '/_index_template/dump-new'),
    part: await ok(client, 'GET', '/_component_template/dump-part'),
  };
}

const ofIndex = ['settings', 'analyzer', 'mapping', 'data', 'alias'];
const ofCluster = ['template', 'component_template', 'index_template'];

function dump(url: string, files: string): void {
  for (const type of ofIndex) {
    run('elasticdump', {
      input: `${url}/${index}`,
      output: join(files, `${type}.json`),
      type,
      limit: 500,
    });
  }
  for (const type of ofCluster) {
    run('elasticdump', { input: url, output: join(files, `${type}.json`), type });
  }
}

function load(url: string, files: string): void {
  // Settings first, since shards and analyzers cannot be changed while an index is open.
  for (const type of ofIndex) {
    run('elasticdump', { input: join(files, `${type}.json`), output: `${url}/${index}`, type, limit: 500 });
  }
  for (const type of ofCluster) run('elasticdump', { input: join(files, `${type}.json`), output: url, type });
}

async function movesThroughFiles(from: Client, to: Client): Promise<void> {
  const files = mkdtempSync(join(folder, 'files-'));
  await fill(from);
  const before = { index: await shape(from, index), templates: await templates(from) };
  dump(from.url, files);
  await clean(from);
  load(to.url, files);
  await ok(to, 'POST', `/${index}/_refresh`);
  expect({ index: await shape(to, index), templates: await templates(to) }).toEqual(before);
}

describe('elasticdump 6', () => {
  test('an index and the templates of a cluster come back from files as they were', limit, async () => {
    await movesThroughFiles(own, own);
  });

  test(
    'an index is copied from one to another by pages after the last one, without a scroll',
    limit,
    async () => {
      await fill(own);
      const before = await shape(own, index);
      // It waits for half a minute for an index that is not green.
      const settings = { number_of_replicas: 0 };
      await ok(own, 'PUT', '/_template/dump-old', { index_patterns: [copy], settings });
      const options = { input: `${own.url}/${index}`, output: `${own.url}/${copy}`, limit: 700 };
      for (const type of ['analyzer', 'mapping']) run('elasticdump', { ...options, type });
      run('elasticdump', { ...options, type: 'data', searchAfter: true, pit: true });
      await ok(own, 'POST', `/${copy}/_refresh`);
      expect(await shape(own, copy)).toMatchObject({ ...(before as object), aliases: {}, shards: '1' });
    },
  );

  test.runIf(openSearchUrl !== undefined)(
    'what OpenSearch has comes here, and goes back',
    limit,
    async () => {
      const other = clientOf(openSearchUrl!);
      await movesThroughFiles(other, own);
      await clean(own);
      await movesThroughFiles(own, other);
    },
  );
});
