import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/service.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'sextant-package-'));
const installed = join(folder, 'node_modules', 'sextant-search');
let tarball = '';

beforeAll(() => {
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8' });
  // The build has run before the tests; its own script would only find nothing to do.
  const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root);
  tarball = join(folder, /"filename": "([^"]+)"/.exec(packed)![1]!);
  npm(['install', '--prefix', folder, '--omit=optional', '--no-save', tarball], folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package is one file with the service and the interface, and none of the sources', () => {
  const names = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).split('\n');
  expect(names).toContain('package/bin/sextant.mjs');
  expect(names).toContain('package/dist/sextant/main.js');
  expect(names).toContain('package/dist/ui/index.html');
  expect(names.filter((name) => name.startsWith('package/packages/'))).toEqual([]);
  expect(statSync(tarball).size).toBeLessThan(4 << 20);
});

test('its command starts the service without the repository', async () => {
  const port = await freePort();
  const command = join(folder, 'node_modules', '.bin', 'sextant');
  const args = ['--no-security', '--port', String(port), '--data', join(folder, 'data')];
  const child = spawn(process.execPath, [command, ...args], { cwd: installed });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  let info: Response | undefined;
  for (let i = 0; i < 400 && info === undefined; i++) {
    info = await fetch(url).catch(() => undefined);
    if (info === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(info?.status, output).toBe(200);
  const made = await fetch(`${url}/things/_doc/1?refresh=true`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(made.status).toBe(201);
  expect(await (await fetch(`${url}/_ui/`)).text()).toContain('<div id="root">');
  // Installed without optional packages: the lock of the folder does without the system's.
  expect(output).toContain('locked without the help of the system');
  const exit = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});
