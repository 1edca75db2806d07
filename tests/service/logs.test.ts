import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';

const mark = 'cluster.routing.allocation.disk.watermark.low';
const given = ['cluster.name=lines', `${mark}=80%`, 'logger.org.easysearch.index.shrink=debug'];

let service: Service;
let data: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'sextant-logs-'));
  service = await startService({ data, args: given.flatMap((setting) => ['-E', setting]) });
});
afterAll(async () => {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json', 'x-opaque-id': 'who-1' };

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await service.fetch(path, {
    method,
    headers: json,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status, path).toBeLessThan(300);
  return answer;
}

/** Lines are written after the answer: they are waited for. */
async function untilFile(name: string, wanted: RegExp): Promise<string> {
  for (;;) {
    const found = readdirSync(join(data, 'logs')).includes(name)
      ? readFileSync(join(data, 'logs', name), 'utf8')
      : '';
    if (wanted.test(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('settings of the cluster that the start gives are its defaults, groups too, until others are set', async () => {
  const settings = async () => {
    const answer = await send('GET', '/_cluster/settings?include_defaults=true&flat_settings=true');
    return (await answer.json()) as Record<'defaults' | 'persistent', Record<string, unknown>>;
  };
  expect((await settings()).defaults).toMatchObject({
    [mark]: '80%',
    'logger.org.easysearch.index.shrink': 'debug',
  });
  await send('PUT', '/_cluster/settings', { persistent: { [mark]: '81%' } });
  expect((await settings()).persistent).toEqual({ [mark]: '81%' });
  expect((await settings()).defaults).not.toHaveProperty([mark]);
  await send('PUT', '/_cluster/settings', { persistent: { [mark]: null } });
  expect((await settings()).defaults[mark]).toBe('80%');
});

test('a logger that is set live shows its lines, by its name in the interface, until it is reset', async () => {
  await send('PUT', '/a/_doc/1?refresh=true', { t: 'x' });
  await send('POST', '/a/_update_by_query?refresh=true');
  await send('PUT', '/_cluster/settings', { persistent: { 'logger.org.easysearch.index.reindex': 'debug' } });
  await send('POST', '/a/_update_by_query?refresh=true');
  const shown = await untilFile('lines.log', /\[index\.reindex {12}\] \[[^\]]+\] finished task=\d+/);
  expect(shown.match(/\[DEBUG\]\[index\.reindex {12}\]/g)).toHaveLength(2);
  await send('PUT', '/_cluster/settings', { persistent: { 'logger.org.easysearch.index.reindex': null } });
  await send('POST', '/a/_update_by_query?refresh=true');
  await send('DELETE', '/a');
  const after = await untilFile('lines.log', /index deleted/);
  expect(after.match(/\[DEBUG\]\[index\.reindex/g)).toHaveLength(2);
}, 30_000);

test('slow searches, slow writes and deprecations have files of their own, plain and as JSON', async () => {
  await send('PUT', '/s', {
    settings: {
      'index.search.slowlog.threshold.query.warn': '0ms',
      'index.search.slowlog.threshold.fetch.trace': '0ms',
      'index.indexing.slowlog.threshold.index.info': '0ms',
      'index.indexing.slowlog.source': '8',
    },
  });
  await send('PUT', '/s/_doc/1?refresh=true', { title: 'needle' });
  const whole = 'cluster.search.request.slowlog.threshold.info';
  await send('PUT', '/_cluster/settings', { persistent: { [whole]: '0ms' } });
  await send('POST', '/s/_search', { query: { match: { title: 'needle' } } });
  await send('PUT', '/_cluster/settings', { persistent: { [whole]: null } });
  await send('POST', '/s/_search', { query: { match: { title: 'pin' } } });
  const answer = await send('GET', '/_cat/master');
  expect(answer.headers.get('warning')).toMatch(/^299 \S+ "\[GET \/_cat\/master\] is deprecated!/);
  const plain = await untilFile('lines_index_search_slowlog.log', /i\.s\.s\.query.*"pin"/);
  expect(
    plain.match(/\[INFO \]\[c\.s\.r\.slowlog\] \[[^\]]+\] took\[.* indices\[s\], source\[.*"needle"/g),
  ).toHaveLength(1);
  expect(plain.match(/c\.s\.r\.slowlog/g)).toHaveLength(1);
  expect(plain).toMatch(/\[WARN \]\[i\.s\.s\.query {14}\] \[[^\]]+\] \[s\]\[0\] took\[/);
  expect(plain).toMatch(/\[TRACE\]\[i\.s\.s\.fetch {14}\].* id\[who-1\], request_id\[\], \n/);
  expect(await untilFile('lines_index_search_slowlog.json', /"id": "who-1"/)).toMatch(
    /"type": "index_search_slowlog"/,
  );
  const threads = await send('GET', '/_nodes/hot_threads?ignore_idle_threads=false&threads=99&interval=20ms');
  expect(await threads.text()).toMatch(/slow-log/);
  const writes = await untilFile('lines_index_indexing_slowlog.log', /i\.i\.s\.index/);
  expect(writes).toMatch(/source\[\{"title"\]\n/);
  await untilFile('lines_index_indexing_slowlog.json', /"source": "\{\\"title\\""/);
  const old = await untilFile('lines_deprecation.log', /cat\/master/);
  expect(old).toMatch(/^\[[^\]]+\]\[DEPRECATION\]\[deprecation\.http {9}\]/);
  await untilFile('lines_deprecation.json', /"x-opaque-id": "who-1"/);
}, 30_000);

test('with everything logged, no file holds a password, a token or a credential', async () => {
  await send('PUT', '/_cluster/settings', { transient: { 'logger._root': 'ALL' } });
  const secrets = [service.password, 'a-Secret-of-nobody-9'];
  secrets.push(Buffer.from(`admin:${service.password}`).toString('base64'));
  const login = await fetch(`${service.url}/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin', password: service.password }),
  });
  const { access_token: token } = (await login.json()) as { access_token?: string };
  expect(token).toBeTypeOf('string');
  secrets.push(token!);
  await fetch(`${service.url}/_cat/indices`, { headers: { authorization: `Bearer ${token}` } });
  const wrong = Buffer.from('admin:a-Secret-of-nobody-9').toString('base64');
  secrets.push(wrong);
  await fetch(`${service.url}/_cat/indices`, { headers: { authorization: `Basic ${wrong}` } });
  await untilFile('lines_audit.log', /\S/);
  await send('PUT', '/_cluster/settings', { transient: { 'logger._root': null } });
  await send('PUT', '/the-last-index');
  await untilFile('lines.log', /the-last-index/);
  const folder = join(data, 'logs');
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    for (const secret of secrets) expect(text.includes(secret), name).toBe(false);
  }
}, 30_000);
