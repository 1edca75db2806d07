import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort, startService } from '../support/service.ts';

const main = join(import.meta.dirname, '..', '..', 'bin', 'sextant.mjs');
const folder = mkdtempSync(join(tmpdir(), 'sextant-life-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command to its end. */
function run(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output })));
}

const sentence = /^[^\n]+[.?]\n?$/;

test('--version and --help answer without starting anything', async () => {
  const version = await run(['--version']);
  expect(version.output).toMatch(/^\S*\s?\d+\.\d+\.\d+/);
  const help = await run(['--help']);
  for (const flag of [
    '--host',
    '--port',
    '--data',
    '--config',
    '--backend',
    '--opensearch-url',
    '--no-security',
    '-E',
  ]) {
    expect(help.output).toContain(flag);
  }
  expect([version.code, help.code]).toEqual([0, 0]);
});

test('checking a folder that is not there is an error, not a clean bill', async () => {
  const { code, output } = await run(['check', join(folder, 'nowhere')]);
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
});

test('an unknown setting is refused in one sentence with a suggestion', async () => {
  const { code, output } = await run(['-E', 'cluster.nam=x']);
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
  expect(output).toContain('cluster.name');
});

test('a port in use ends the start with one sentence that says what to do', async () => {
  const holder = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  const { code, output } = await run([
    '--no-security',
    '--port',
    String(port),
    '--data',
    join(folder, 'port'),
  ]);
  holder.close();
  expect(code).toBe(1);
  expect(output.trim().split('\n').at(-1)).toMatch(/port/i);
  expect(output).not.toMatch(/\n\s+at /);
});

test('a data folder held by another process ends the start with one sentence', async () => {
  const service = await startService({ security: false });
  const { code, output } = await run([
    '--no-security',
    '--port',
    String(await freePort()),
    '--data',
    service.data,
    '-E',
    'node.lock_wait=100ms',
  ]);
  await service.stop();
  expect(code).toBe(1);
  expect(output).toMatch(/in use by process \d+; waiting for it to end/);
  expect(output.trim().split('\n').at(-1)).toMatch(/in use by process \d+/);
  expect(output).not.toMatch(/\n\s+at /);
});

test('a data path that cannot be written ends the start with one sentence', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const { code, output } = await run([
    '--no-security',
    '--port',
    String(await freePort()),
    '--data',
    join(file, 'x'),
  ]);
  expect(code).toBe(1);
  expect(output).not.toMatch(/\n\s+at /);
  expect(output.trim().split('\n')).toHaveLength(1);
});

test('security cannot be switched off on an address that others reach', async () => {
  const { code, output } = await run([
    '--no-security',
    '--host',
    '0.0.0.0',
    '--port',
    String(await freePort()),
  ]);
  expect(code).toBe(1);
  expect(output).toMatch(/loopback/);
});

test('the first start prints both addresses and a random password once', async () => {
  const data = join(folder, 'first');
  const start = async (until: string): Promise<string> => {
    const port = await freePort();
    const env: Record<string, string | undefined> = { ...process.env };
    delete env.SEXTANT_ADMIN_PASSWORD;
    const child = spawn(process.execPath, [main, '--port', String(port), '--data', data], { env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    for (let i = 0; i < 400 && !output.includes(until); i++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    // The accounts are ready when a request that needs one has been answered.
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(401);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('exit', resolve));
    expect(output).toContain(`http://127.0.0.1:${port}`);
    expect(output).toContain(`http://127.0.0.1:${port}/_ui/`);
    return output;
  };
  const first = await start('password');
  expect(first).toMatch(/admin/);
  expect(first).toMatch(/[A-Za-z2-9]{24}/);
  expect(await start('/_ui/')).not.toMatch(/password[^\n]*[A-Za-z2-9]{24}/i);
});

test('SIGTERM ends it cleanly within five seconds, and a second start keeps everything without replay', async () => {
  const data = join(folder, 'clean');
  const first = await startService({ data });
  const lines = Array.from({ length: 500 }, (_, i) => `{"index":{"_id":"${i}"}}\n{"n":${i}}\n`).join('');
  const bulk = await first.fetch('/clean/_bulk', {
    method: 'POST',
    body: lines,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(((await bulk.json()) as { errors: boolean }).errors).toBe(false);
  const before = process.hrtime.bigint();
  expect(await first.stop()).toBe(0);
  expect(Number(process.hrtime.bigint() - before) / 1e9).toBeLessThan(5);
  const second = await startService({ data });
  const count = (await (await second.fetch('/clean/_count')).json()) as { count: number };
  expect(count.count).toBe(500);
  const recovery = await (await second.fetch('/_cat/recovery/clean?h=translog_ops_recovered')).text();
  expect(recovery.trim()).toBe('0');
  await second.stop();
});

test('kill -9 in the middle of writing loses no acknowledged document', async () => {
  const data = join(folder, 'killed');
  const first = await startService({ data });
  const acknowledged = new Set<string>();
  let next = 0;
  const write = async (): Promise<void> => {
    for (;;) {
      const ids = Array.from({ length: 20 }, () => String(next++));
      const body = ids.map((id) => `{"index":{"_id":"${id}"}}\n{"n":${id}}\n`).join('');
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await first.fetch('/killed/_bulk', { method: 'POST', body, headers });
      const { items } = (await answer.json()) as { items: { index: { _id: string; status: number } }[] };
      for (const item of items) if (item.index.status === 201) acknowledged.add(item.index._id);
    }
  };
  const writers = [write(), write(), write()].map((promise) => promise.catch(() => {}));
  while (acknowledged.size < 1000) await new Promise((resolve) => setTimeout(resolve, 5));
  first.kill();
  await Promise.all(writers);
  const second = await startService({ data });
  const found = new Set<string>();
  const body = JSON.stringify({ size: 10_000, _source: false, query: { match_all: {} } });
  await second.fetch('/killed/_refresh', { method: 'POST' });
  const headers = { 'content-type': 'application/json' };
  const answer = await second.fetch('/killed/_search', { method: 'POST', body, headers });
  const { hits } = (await answer.json()) as { hits: { hits: { _id: string }[] } };
  for (const hit of hits.hits) found.add(hit._id);
  expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
  expect(await second.stop()).toBe(0);
  const check = await run(['check', data]);
  expect(check.code).toBe(0);
});
