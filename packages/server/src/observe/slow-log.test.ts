import { afterEach, expect, test } from 'vitest';
import { MemorySink } from '../testing/memory-sink.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { LogLevels } from './log-levels.ts';
import { jsonLine, plainLine } from './log-lines.ts';
import type { DocumentIndexed, ShardSearched } from './shard-events.ts';
import { ShardEvents } from './shard-events.ts';
import { slowRecords } from './slow-entry.ts';
import { SlowLog, type SlowSink } from './slow-log.ts';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const place = { clusterName: 'c', nodeName: 'node-1' };
const at = Date.UTC(2026, 10, 20, 23, 30, 46, 845);

function writtenInto(sink: MemorySink): SlowSink {
  return {
    take: (entry) => {
      for (const record of slowRecords(entry)) sink.write(record);
    },
  };
}

function slowLog(settings: Readonly<Record<string, string>>) {
  const sink = new MemorySink();
  const events = new ShardEvents();
  const levels = new LogLevels('warn');
  events.add(new SlowLog({ sink: writtenInto(sink), levels, clock: { now: () => at } }));
  const index = { name: 'sl-a', uuid: 'lf3Jy__mQu6EA_Yt9zNTGg', settings };
  const plain = () => sink.records.map((record) => plainLine(record, place, at));
  const searched = (more: Partial<ShardSearched>) =>
    events.searched({
      index,
      shard: 0,
      queryNanos: 8_200_000,
      fetchNanos: undefined,
      totalHits: '1',
      totalShards: 1,
      stats: [],
      opaqueId: undefined,
      source: () => '{"size":1}',
      ...more,
    });
  const indexed = (more: Partial<DocumentIndexed>) =>
    events.indexed({
      index,
      id: '1',
      routing: null,
      tookNanos: 447_900_000,
      source: () => '{"n" : 1}',
      ...more,
    });
  return { sink, events, index, levels, plain, searched, indexed };
}

const query = 'index.search.slowlog.threshold.query';
const indexing = 'index.indexing.slowlog';

test('a slow search is a line of the form of OpenSearch, for query and fetch by themselves', () => {
  const { sink, plain, searched } = slowLog({
    [`${query}.warn`]: '0ms',
    'index.search.slowlog.threshold.fetch.info': '0ms',
  });
  searched({ fetchNanos: 381_000, stats: ['group1', 'group2'], opaqueId: 'user-8' });
  expect(plain()).toEqual([
    '[2026-11-20T23:30:46,845][WARN ][i.s.s.query              ] [node-1] [sl-a][0] took[8.2ms], took_millis[8], ' +
      'total_hits[1 hits], stats[group1,group2], search_type[QUERY_THEN_FETCH], total_shards[1], ' +
      'source[{"size":1}], id[user-8], request_id[], \n',
    '[2026-11-20T23:30:46,845][INFO ][i.s.s.fetch              ] [node-1] [sl-a][0] took[381micros], took_millis[0], ' +
      'total_hits[1 hits], stats[group1,group2], search_type[QUERY_THEN_FETCH], total_shards[1], ' +
      'source[{"size":1}], id[user-8], request_id[], \n',
  ]);
  expect(JSON.parse(jsonLine(sink.records[0]!, place, at))).toMatchObject({
    type: 'index_search_slowlog',
    level: 'WARN',
    component: 'i.s.s.query',
    message: '[sl-a][0]',
    took: '8.2ms',
    took_millis: '8',
    total_hits: '1 hits',
    stats: '["group1", "group2"]',
    source: '{"size":1}',
    id: 'user-8',
  });
});

test('the first threshold that a time is over gives the level; the level of the settings leaves lower ones out', () => {
  const thresholds = { [`${query}.warn`]: '10ms', [`${query}.debug`]: '2ms', [`${query}.trace`]: '0ms' };
  const levelsOf = (settings: Readonly<Record<string, string>>) => {
    const { sink, searched } = slowLog(settings);
    for (const queryNanos of [11e6, 10e6, 2e6, 0]) searched({ queryNanos });
    return sink.records.map(({ level }) => level);
  };
  expect(levelsOf(thresholds)).toEqual(['WARN', 'DEBUG', 'TRACE', 'TRACE']);
  expect(levelsOf({ ...thresholds, 'index.search.slowlog.level': 'info' })).toEqual(['WARN']);
  expect(levelsOf({ [`${query}.warn`]: '-1' })).toEqual([]);
});

test('a slow write shows as much of the source as the settings say', () => {
  const of = (settings: Readonly<Record<string, string>>, more: Partial<DocumentIndexed> = {}) => {
    const { plain, indexed } = slowLog({ [`${indexing}.threshold.index.debug`]: '0ms', ...settings });
    indexed(more);
    return plain()[0]!.slice(plain()[0]!.indexOf('['.repeat(1)));
  };
  const head =
    '[2026-11-20T23:30:46,845][DEBUG][i.i.s.index              ] [node-1] [sl-a/lf3Jy__mQu6EA_Yt9zNTGg] ';
  expect(of({}, { routing: 'r1' })).toBe(
    `${head}took[447.9ms], took_millis[447], id[1], routing[r1], source[{"n":1}]\n`,
  );
  expect(of({ [`${indexing}.source`]: '5', [`${indexing}.reformat`]: 'false' })).toMatch(
    /source\[\{"n" \]\n$/,
  );
  expect(of({ [`${indexing}.source`]: 'false' })).toMatch(/routing\[\]\n$/);
  expect(of({ [`${indexing}.source`]: 'true' }, { source: () => `{"a":"${'x'.repeat(2_000)}"}` })).toMatch(
    /x{2000}/,
  );
  expect(of({}, { source: () => `{"a":"${'x'.repeat(2_000)}"}` })).not.toMatch(/x{1000}/);
  for (const source of ['{"read":1,"sl\\\\":1}', '{"read":1,"sl\\"":1}']) {
    expect(of({}, { source: () => source })).toContain(`source[${source}]`);
  }
});

test('the loggers of slow logs have levels of their own, by whichever name', () => {
  const { sink, levels, searched, indexed } = slowLog({
    [`${query}.debug`]: '0ms',
    [`${indexing}.threshold.index.warn`]: '0ms',
  });
  searched({});
  levels.set('index', 'off');
  searched({});
  expect(sink.records).toHaveLength(2);
  levels.set('org.opensearch.index.search.slowlog', 'info');
  searched({});
  expect(sink.records).toHaveLength(2);
  indexed({});
  levels.set('index.indexing.slowlog.index', 'off');
  indexed({});
  expect(sink.records).toHaveLength(3);
});

test('where no threshold is set nothing is wanted, so that nothing is measured', () => {
  const { events, index } = slowLog({ 'index.number_of_shards': '1' });
  expect([events.wantsSearches(index), events.wantsWrites(index)]).toEqual([false, false]);
  const wanting = slowLog({ [`${query}.warn`]: '1s', [`${indexing}.threshold.index.warn`]: '1s' });
  expect([wanting.events.wantsSearches(wanting.index), wanting.events.wantsWrites(wanting.index)]).toEqual([
    true,
    true,
  ]);
});

test('searches, single writes and bulks of an index are told to who listens to it', async () => {
  const app = await testApp();
  open.push(app);
  // Time stands still here: every operation takes no time, which is over no threshold but is measured.
  await app.call('PUT', '/a', { body: { settings: { number_of_shards: 2 } } });
  await app.call('PUT', '/a/_doc/0?refresh', { body: { n: 0 } });
  await app.call('GET', '/a/_search');
  const seen: string[] = [];
  app.shardEvents.add({
    wantsSearches: ({ name }) => name === 'a',
    wantsWrites: ({ name }) => name === 'a',
    searched: (event) => {
      const { index, shard, totalHits, totalShards, fetchNanos, source } = event;
      seen.push(`${index.name} ${shard}/${totalShards} ${totalHits} ${fetchNanos ?? '-'} ${source()}`);
    },
    indexed: ({ id, routing, tookNanos, source }) => seen.push(`${id} ${routing} ${tookNanos} ${source()}`),
  });
  await app.call('PUT', '/a/_doc/1?routing=r&refresh', { body: { n: 1 } });
  const lines = [
    '{"index":{"_id":"2"}}',
    '{"n":2}',
    '{"delete":{"_id":"0"}}',
    '{"update":{"_id":"2"}}',
    '{"doc":{"n":3}}',
  ];
  await app.call('POST', '/a/_bulk?refresh', { body: `${lines.join('\n')}\n` });
  await app.call('POST', '/other/_doc', { body: {} });
  await app.call('POST', '/a/_update/1?routing=r&refresh', { body: { doc: { n: 4 } } });
  expect(seen).toEqual(['1 r 0 {"n":1}', '2 null 0 {"n":2}', '2 null 0 {"n":3}', '1 r 0 {"n":4}']);
  seen.length = 0;
  await app.call('GET', '/a/_search', { body: { size: 1 } });
  expect(seen).toEqual(['a 0/2 2 0 {"size":1}', 'a 1/2 0 - {"size":1}']);
  seen.length = 0;
  await app.call('GET', '/a/_count');
  const counted = '{"size":0,"track_total_hits":true}';
  expect(seen).toEqual([`a 0/2 2 - ${counted}`, `a 1/2 0 - ${counted}`]);
});

test('a search as a whole is a line by the thresholds of the cluster, of the form of OpenSearch', async () => {
  const app = await testApp();
  open.push(app);
  const sink = new MemorySink();
  app.shardEvents.add(
    new SlowLog({ sink: writtenInto(sink), levels: app.logLevels, clock: { now: () => at } }),
  );
  const set = (settings: object) =>
    app.call('PUT', '/_cluster/settings', { body: { persistent: settings } }).then(({ status }) => status);
  const request = 'cluster.search.request.slowlog';
  await app.call('PUT', '/a', { body: { settings: { number_of_shards: 2 } } });
  await app.call('PUT', '/a/_doc/0?refresh', { body: { n: 0 } });
  const search = () =>
    app.call('GET', '/a/_search', { body: { size: 1 }, headers: { 'x-opaque-id': 'user-9' } });
  await search();
  // Time stands still here: no search is over a threshold but 0.
  expect(await set({ [`${request}.threshold.warn`]: '1ms' })).toBe(200);
  await search();
  expect(sink.records).toEqual([]);
  expect(await set({ [`${request}.level`]: 'fatal' })).toBe(400);
  app.shardEvents.requestSearched({
    level: 'WARN',
    tookNanos: 18_500_000,
    queryNanos: 7_100_000,
    fetchNanos: 0,
    totalHits: '1',
    shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    indices: ['sl-a', 'sl-b'],
    opaqueId: 'user-9',
    source: () => '{"size":1}',
  });
  const [record] = sink.records;
  expect(plainLine(record!, place, at)).toBe(
    '[2026-11-20T23:30:46,845][WARN ][c.s.r.slowlog] [node-1] took[18.5ms], took_millis[18], ' +
      'phase_took_millis[{expand=0, query=7, fetch=0}], total_hits[1 hits], search_type[QUERY_THEN_FETCH], ' +
      'shards[{total:1, successful:1, skipped:0, failed:0}], indices[sl-a,sl-b], source[{"size":1}], ' +
      'id[user-9]request_id[]\n',
  );
  const json = JSON.parse(jsonLine(record!, place, at)) as Record<string, string>;
  expect(json).toMatchObject({ type: 'search_request_slowlog', phase_took: '{expand=0, query=7, fetch=0}' });
  expect(json).not.toHaveProperty('message');
});

test('a threshold of 0 takes every search: of an empty shard, and one whose answer was kept', async () => {
  const app = await testApp();
  open.push(app);
  const sink = new MemorySink();
  const slow = new SlowLog({ sink: writtenInto(sink), levels: app.logLevels, clock: { now: () => at } });
  app.shardEvents.add(slow);
  await app.call('PUT', '/a', { body: { settings: { [`${query}.warn`]: '0s' } } });
  await app.call('GET', '/a/_search');
  expect(sink.records).toHaveLength(1);
  await app.call('PUT', '/a/_doc/0?refresh', { body: { n: 0 } });
  await app.call('GET', '/a/_search?size=0');
  await app.call('GET', '/a/_search?size=0');
  expect(sink.records).toHaveLength(3);
});
