import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/books', {
    body: {
      settings: { number_of_shards: 2, number_of_replicas: 0 },
      aliases: {
        read: { filter: { term: { k: 'x' } }, search_routing: '1' },
        write: { is_write_index: true },
      },
    },
  });
  await app.call('PUT', '/lone', { body: { settings: { number_of_replicas: 1 } } });
  await app.call('PUT', '/shut', { body: { settings: { number_of_replicas: 0 } } });
  await app.call('POST', '/shut/_close');
  await app.call('PUT', '/veiled', {
    body: {
      settings: { 'index.hidden': true, number_of_replicas: 0 },
      aliases: { veil: { is_hidden: true } },
    },
  });
  for (const id of ['1', '2', '3']) await app.call('PUT', `/books/_doc/${id}`, { body: { k: 'x' } });
  await app.call('POST', '/books/_refresh');
});
afterAll(async () => {
  await app.close();
});

const text = async (path: string, headers: Record<string, string> = {}) =>
  (await app.call('GET', `/_cat/${path}`, { headers })).text;
const lines = async (path: string) => (await text(path)).split('\n').slice(0, -1);

test('indices: health, state and figures; closed ones without figures, hidden ones only when asked for', async () => {
  expect(await lines('indices?h=health,status,index,pri,rep,docs.count&s=index')).toEqual([
    'green  open  books 2 0 3',
    'yellow open  lone  1 1 0',
    'green  close shut  1 0  ',
  ]);
  expect(await lines('indices/books,veiled?h=index')).toEqual(['books', 'veiled']);
  expect(await lines('indices?h=index&expand_wildcards=open,hidden&s=index:desc')).toEqual([
    'veiled',
    'lone',
    'books',
  ]);
  expect(await lines('indices?health=yellow&h=index')).toEqual(['lone']);
  expect(await text('indices?health=pink')).toContain('unknown cluster health status [pink]');
});

test('shards: primaries that run and replicas that have no place; hidden and closed indices too where none is named', async () => {
  expect(await lines('shards?h=index,shard,prirep,state,docs&s=index,shard,prirep')).toEqual([
    expect.stringMatching(/^books {2}0 p STARTED {4}\d$/),
    expect.stringMatching(/^books {2}1 p STARTED {4}\d$/),
    'lone   0 p STARTED    0',
    'lone   0 r UNASSIGNED  ',
    'shut   0 p STARTED     ',
    'veiled 0 p STARTED    0',
  ]);
  expect(await text('shards/shut')).toContain('index_closed_exception');
});

test('aliases: routing, filter and write index; hidden indices unless they are left out', async () => {
  expect(await lines('aliases?s=alias')).toEqual([
    'read  books  * - 1 -',
    'veil  veiled - - - -',
    'write books  - - - true',
  ]);
  expect(await lines('aliases?expand_wildcards=open,closed&h=alias&s=alias')).toEqual(['read', 'write']);
  expect(await lines('aliases/r*,nothing?h=alias')).toEqual(['read']);
});

test('health: the discovery column goes to all but clients of Elasticsearch', async () => {
  const header = 'cluster status node.total node.data';
  expect(await text('health?v&ts=false')).toMatch(new RegExp(`^${header} discovered_cluster_manager shards`));
  const agent = { 'user-agent': 'elasticsearch-py/7.17.9' };
  expect(await text('health?v&ts=false', agent)).toMatch(new RegExp(`^${header} shards`));
  expect(await lines('health?h=status,shards,unassign,active_shards_percent')).toEqual(['yellow 5 1 83.3%']);
});

test('segments: one row per segment, the memory in bytes without a unit', async () => {
  const rows = await lines('segments/books?h=index,prirep,docs.count,size.memory,searchable');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/^books p \d +\d+ true$/);
});

test('thread_pool: pools by name and pattern with the work that they did', async () => {
  expect(await lines('thread_pool/wr*,get,nothing?h=name,type,active,queue,rejected')).toEqual([
    'get   fixed 0 0 0',
    'write fixed 0 0 0',
  ]);
  expect(await lines('thread_pool/write?h=completed')).toEqual(['3']);
  expect(await lines('thread_pool/generic,search?h=name,total_wait_time')).toEqual([
    'generic -1',
    'search  0s',
  ]);
});

test('count, recovery and allocation agree with the indices', async () => {
  expect(await lines('count/books?h=count')).toEqual(['3']);
  expect(await lines('recovery/books?h=index,shard,type,stage,files_percent')).toEqual([
    'books 0 empty_store done 0.0%',
    'books 1 empty_store done 0.0%',
  ]);
  expect(await lines('recovery?active_only=true')).toEqual([]);
  expect((await app.call('GET', '/_cat/recovery/missing?active_only=true')).status).toBe(404);
  expect(await lines('recovery/books,missing?ignore_unavailable=true&h=index')).toEqual(['books', 'books']);
  expect(await lines('recovery/books?index=lone&h=index')).toEqual(['books', 'books']);
  expect(await text('segment_replication/shut')).toBe('');
  // Shards of a closed index are not opened; whoever names it is not refused.
  expect(await lines('recovery/shut,books?h=index,shard')).toEqual(['books 0', 'books 1']);
  expect(await lines('allocation?h=shards,node&s=shards:desc')).toEqual(['5 test-node', '1 UNASSIGNED']);
  expect(await lines('allocation/elsewhere?h=shards,node')).toEqual(['1 UNASSIGNED']);
});

test('an empty list of columns is a table of empty lines', async () => {
  for (const path of ['indices/books?h=', 'count/books?h', 'health?h=,']) {
    expect(await text(path)).toBe('\n');
  }
  expect(await text('count/books?h=&v')).toBe('\n\n');
  expect(await text('count/books?h=&format=json')).toBe('[{}]');
});

test('what does not exist here is a table without rows', async () => {
  for (const name of [
    'fielddata',
    'nodeattrs',
    'pending_tasks',
    'plugins',
    'repositories',
    'segment_replication',
    'templates',
  ]) {
    expect(await lines(name), name).toEqual([]);
    expect((await lines(`${name}?help`)).length, name).toBeGreaterThan(1);
  }
  expect(await lines('master?h=host,node')).toEqual([expect.stringMatching(/ test-node$/)]);
});

test('a count through an alias counts what its filter lets through, and heeds blocks', async () => {
  const aliases = { 'some-books': { filter: { term: { counted: 1 } } } };
  await app.call('PUT', '/counted', { body: { aliases } });
  await app.call('PUT', '/counted/_doc/1', { body: { counted: 1 } });
  await app.call('PUT', '/counted/_doc/2?refresh=true', { body: { counted: 2 } });
  expect(await lines('count/some-books?h=count')).toEqual(['1']);
  expect(await lines('count/some-books,counted?h=count')).toEqual(['2']);
  expect(await lines('count/none-*?h=count')).toEqual(['0']);
  await app.call('PUT', '/counted/_settings', { body: { 'index.blocks.read': true } });
  expect((await app.call('GET', '/_cat/count/some-books')).status).toBe(403);
  await app.call('DELETE', '/counted');
});

test('a template without a version has none', async () => {
  await app.call('PUT', '/_template/old', { body: { index_patterns: ['x-*'] } });
  const rows = JSON.parse(await text('templates/old?format=json')) as readonly unknown[];
  expect(rows).toEqual([
    { name: 'old', index_patterns: '[x-*]', order: '0', version: null, composed_of: '' },
  ]);
});

test('names that are missing can be ignored', async () => {
  expect(await lines('indices/books,missing?ignore_unavailable=true&h=index')).toEqual(['books']);
  expect(await text('indices/miss*?allow_no_indices=false')).toContain('index_not_found_exception');
});

test('the help of the pools of threads is had beside their names, that of indices is not', async () => {
  expect(await text('thread_pool/write?help')).toMatch(/^node_name +\| nn/);
  expect(await text('indices/books?help')).toContain('unrecognized parameter: [index]');
});
