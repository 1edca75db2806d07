import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';

const main = join(import.meta.dirname, '..', '..', 'bin', 'sextant.mjs');
const folder = mkdtempSync(join(tmpdir(), 'sextant-diagnose-'));
let service: Service;
beforeAll(async () => {
  service = await startService({ data: join(folder, 'data') });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number;
  readonly output: string;
}

function diagnose(args: readonly string[], password?: string): Promise<Outcome> {
  const env = { ...process.env, ...(password === undefined ? {} : { SEXTANT_DIAGNOSE_PASSWORD: password }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'diagnose', ...args], { env, cwd: folder }, (error, out, problems) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: out + problems });
    });
  });
}

/** Names and texts of an archive. */
function unpack(file: string): Map<string, string> {
  const bytes = gunzipSync(readFileSync(file));
  const files = new Map<string, string>();
  for (let at = 0; bytes[at] !== 0; ) {
    const name = bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8);
    files.set(name.replace(/^[^/]+\//, ''), bytes.toString('utf8', at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

test('one archive holds what the service says of itself and its logs, and no secret', async () => {
  const index = { settings: { 'index.search.slowlog.threshold.query.warn': '0ms' } };
  const json = { 'content-type': 'application/json' };
  await service.fetch('/a', { method: 'PUT', headers: json, body: JSON.stringify(index) });
  const document = JSON.stringify({ note: 'n' });
  await service.fetch('/a/_doc/1?refresh=true', { method: 'PUT', headers: json, body: document });
  const query = { query: { match: { note: `typed ${service.password} here` } } };
  await service.fetch('/a/_search', { method: 'POST', headers: json, body: JSON.stringify(query) });
  const file = join(folder, 'one.tar.gz');
  const where = ['--url', service.url, '--data', service.data, '-E', 'security.secret=a-secret-of-sixteen'];
  const { code, output } = await diagnose([...where, '--user', 'admin', '--output', file], service.password);
  expect(output).toContain(file);
  expect(code).toBe(0);
  expect(statSync(file).mode & 0o077).toBe(0);
  const files = unpack(file);
  expect(JSON.parse(files.get('service/cluster-health.json')!)).toMatchObject({ number_of_nodes: 1 });
  expect(files.get('service/hot-threads.txt')).toContain('Hot threads at');
  expect(files.get('service/cat-indices.txt')).toMatch(/ a /);
  expect(JSON.parse(files.get('machine.json')!)).toHaveProperty('sextant');
  expect(JSON.parse(files.get('start-settings.json')!)).toMatchObject({ 'security.secret': '[removed]' });
  expect(files.get('missing.txt')).toBe('');
  const slow = [...files].find(([name]) => /search_slowlog/.test(name));
  expect(slow?.[1]).toContain('typed [removed] here');
  for (const [name, text] of files) {
    expect(text.includes(service.password), name).toBe(false);
    expect(text.includes('a-secret-of-sixteen'), name).toBe(false);
  }
  const again = await diagnose([...where, '--user', 'admin', '--output', file], service.password);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('exists already') });
}, 60_000);

test('of a service that is away, or asks for a user, the archive holds the rest and says so', async () => {
  const file = join(folder, 'two.tar.gz');
  const refused = await diagnose([
    '--url',
    service.url,
    '--data',
    service.data,
    '--no-logs',
    '--output',
    file,
  ]);
  expect(refused).toMatchObject({ code: 0, output: expect.stringContaining('--user') });
  expect([...unpack(file).keys()].filter((name) => name.startsWith('logs/'))).toEqual([]);
  const away = await diagnose([
    '--url',
    'http://127.0.0.1:1',
    '--data',
    service.data,
    '--output',
    join(folder, '3.tgz'),
  ]);
  expect(away).toMatchObject({ code: 0, output: expect.stringContaining('ECONNREFUSED') });
  expect([...unpack(join(folder, '3.tgz')).keys()].some((name) => name.startsWith('logs/'))).toBe(true);
}, 60_000);

test.each([
  [['--url', 'ftp://x'], 'http://127.0.0.1:9200'],
  [['--url', 'http://a:b@x'], 'takes no user'],
  [['--user', 'admin'], 'SEXTANT_DIAGNOSE_PASSWORD'],
  [['--outpt', 'x'], 'unknown flag'],
  [['--url'], '--url needs a value'],
])('%j is refused in a sentence', async (args, words) => {
  const { code, output } = await diagnose(args);
  expect(code).toBe(1);
  expect(output).toContain(words);
});
