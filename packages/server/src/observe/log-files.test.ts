import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { Settings } from '../config/settings.ts';
import { MemorySink } from '../testing/memory-sink.ts';
import { DeprecationLog } from './deprecation-log.ts';
import { LogFiles } from './log-files.ts';
import { LogLevels } from './log-levels.ts';
import { RotatedFile } from './rotated-file.ts';
import { ServiceLog } from './service-log.ts';
import { logDirectory } from './service-logs.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sextant-logs-'));
  folders.push(made);
  return made;
}

test('each kind of line has its files, named after the cluster', async () => {
  const directory = join(folder(), 'logs');
  const problems: string[] = [];
  const files = new LogFiles({
    directory,
    place: () => ({ clusterName: 'my/cluster', nodeName: 'n' }),
    clock: new FakeClock(),
    onProblem: (file, error) => problems.push(`${file}: ${error.message}`),
  });
  const line = { level: 'INFO', component: 'x', message: 'text' };
  files.write({ ...line, kind: 'server' });
  files.write({ ...line, kind: 'deprecation' });
  files.write({ ...line, kind: 'server', message: 'more' });
  await files.close();
  expect(problems).toEqual([]);
  expect(readdirSync(directory).sort()).toEqual([
    'my_cluster.log',
    'my_cluster_deprecation.json',
    'my_cluster_deprecation.log',
    'my_cluster_server.json',
  ]);
  expect(readFileSync(join(directory, 'my_cluster.log'), 'utf8').trim().split('\n')).toHaveLength(2);
  expect(statSync(join(directory, 'my_cluster.log')).mode & 0o777).toBe(0o640);
});

test('a full file is compressed under a name of its day, and the oldest go', async () => {
  const directory = folder();
  const stream = new RotatedFile({
    directory,
    name: 'c.log',
    rotatedName: (day, n) => `c-${day}-${n}.log.gz`,
    limits: { size: '100B', daily: false, keep: { files: 2 } },
  });
  for (let i = 0; i < 6; i++) {
    await new Promise((resolve) => stream.write(`${String(i).repeat(60)}\n`, resolve));
  }
  await new Promise<void>((resolve) => stream.end(resolve));
  const names = readdirSync(directory).filter((name) => !name.startsWith('.'));
  const full = names.filter((name) => name.endsWith('.gz'));
  expect(names).toContain('c.log');
  expect(full).toHaveLength(2);
  for (const name of full) expect(name).toMatch(/^c-\d{4}-\d\d-\d\d-\d+\.log\.gz$/);
  const text = full.map((name) => gunzipSync(readFileSync(join(directory, name))).toString()).join('');
  expect(text).toMatch(/^\d{60}\n/);
});

test('a file that somebody else has deleted or moved is begun anew', async () => {
  const directory = folder();
  const file = join(directory, 'c.log');
  const stream = new RotatedFile({
    directory,
    name: 'c.log',
    rotatedName: (day, n) => `c-${day}-${n}.log.gz`,
    limits: { size: '1M', daily: true, keep: { files: 2 } },
  });
  const write = (text: string) => new Promise((resolve) => stream.write(text, resolve));
  await write('a');
  rmSync(file);
  await write('b');
  expect(readFileSync(file, 'utf8')).toBe('b');
  renameSync(file, `${file}.1`);
  await write('c');
  await write('d');
  expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['b', 'cd']);
  rmSync(directory, { recursive: true });
  await write('e');
  expect(readFileSync(file, 'utf8')).toBe('e');
  await new Promise<void>((resolve) => stream.end(resolve));
});

test('a file that is deleted as soon as it is opened is begun anew', async () => {
  const directory = folder();
  const file = join(directory, 'c.log');
  let asked = 0;
  const stream = new RotatedFile(
    {
      directory,
      name: 'c.log',
      rotatedName: (day, n) => `c-${day}-${n}.log.gz`,
      limits: { size: '1M', daily: true, keep: { files: 2 } },
    },
    async (path) => {
      if (asked++ === 0) rmSync(path);
      return statSync(path);
    },
  );
  const write = (text: string) => new Promise((resolve) => stream.write(text, resolve));
  await write('a');
  await write('b');
  expect(asked).toBeGreaterThan(1);
  expect(readFileSync(file, 'utf8')).toMatch(/b$/);
  await new Promise<void>((resolve) => stream.end(resolve));
});

test('the log of the service goes to console and file; what concerns accounts to the audit file too', () => {
  const console = new MemoryLog();
  const sink = new MemorySink();
  const log = new ServiceLog({ levels: new LogLevels('info'), console, sink });
  log.log('debug', 'x', 'quiet');
  log.log('info', 'x', 'text', { n: 1 });
  log.log('warn', 'security', 'login failed', { user: 'me', address: '10.0.0.1' });
  log.log('warn', 'x', 'login failed', { user: 'me address=10.0.0.9', address: '10.0.0.1' });
  expect(console.entries).toHaveLength(3);
  expect(sink.records.map(({ kind, message, tail }) => [kind, message, tail])).toEqual([
    ['server', 'text', 'n=1'],
    ['server', 'login failed', 'user=me address=10.0.0.1'],
    ['audit', 'login failed', 'user=me address=10.0.0.1'],
    ['server', 'login failed', 'user="me address=10.0.0.9" address=10.0.0.1'],
  ]);
});

test('a deprecation is written once for each caller, as long as it is remembered', () => {
  const sink = new MemorySink();
  const log = new DeprecationLog(sink, new LogLevels('error'));
  for (const id of ['a', 'a', 'b', undefined, undefined]) log.record('old', id);
  expect(sink.records.map(({ level, fields }) => [level, fields?.['x-opaque-id']])).toEqual([
    ['DEPRECATION', 'a'],
    ['DEPRECATION', 'b'],
    ['DEPRECATION', undefined],
  ]);
  for (let i = 0; i < 128; i++) log.record(`text ${i}`, 'a');
  log.record('old', 'a');
  expect(sink.records).toHaveLength(3 + 128 + 1);
});

test('log files lie beside the data of the embedded engine, unless told otherwise', () => {
  const given = (values: Readonly<Record<string, string>>) =>
    logDirectory(
      Settings.of(Object.entries(values).map(([name, value]) => ({ name, value, origin: 'test' }))),
    );
  expect(given({ 'path.data': '/srv/data' })).toBe('/srv/data/logs');
  expect(given({ 'path.data': '/srv/data', 'path.logs': '/var/log/sextant' })).toBe('/var/log/sextant');
  expect(given({ 'path.logs': 'none' })).toBeUndefined();
  const cluster = { backend: 'opensearch', 'opensearch.url': 'http://127.0.0.1:9200' };
  expect(given(cluster)).toBeUndefined();
  expect(given({ ...cluster, 'path.logs': '/l' })).toBe('/l');
});
