import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileUiHost } from './ui-host.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-ui-'));
  mkdirSync(join(folder, 'ui', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'ui', 'index.html'), '<page>');
  writeFileSync(join(folder, 'ui', 'assets', 'app-1a2b.js'), 'plain');
  writeFileSync(join(folder, 'ui', 'assets', 'app-1a2b.js.br'), 'brotli');
  writeFileSync(join(folder, 'ui', 'assets', 'app-1a2b.js.gz'), 'gzip');
});
afterAll(() => rmSync(folder, { recursive: true }));

const serve = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await new FileUiHost(join(folder, 'ui')).serve(path, headers);
  return answer === undefined ? undefined : { ...answer, text: Buffer.from(answer.body ?? []).toString() };
};

test('the address without a slash leads to the one with it', async () => {
  expect(await serve('/_ui')).toMatchObject({ status: 302, headers: { location: '/_ui/' } });
});

test('every path without a file is the page, never kept, under a strict policy', async () => {
  for (const path of ['/_ui/', '/_ui/indices', '/_ui/indices/logs-2026']) {
    const answer = await serve(path);
    expect(answer?.text).toBe('<page>');
    expect(answer?.headers['cache-control']).toBe('no-cache');
    expect(answer?.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer?.headers['content-security-policy']).not.toContain('unsafe');
  }
});

test('files with a hash are kept for ever, packed as the browser likes', async () => {
  const path = '/_ui/assets/app-1a2b.js';
  expect((await serve(path))?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await serve(path, { 'accept-encoding': 'gzip, deflate, br' }))?.text).toBe('brotli');
  const gzip = await serve(path, { 'accept-encoding': 'gzip, br;q=0' });
  expect([gzip?.text, gzip?.headers['content-encoding']]).toEqual(['gzip', 'gzip']);
  expect((await serve(path))?.text).toBe('plain');
});

test('a missing file is none, and no path leads out of the folder', async () => {
  expect(await serve('/_ui/assets/gone.js')).toBeUndefined();
  for (const path of [
    '/_ui/../secret.txt',
    '/_ui/%2e%2e/secret.txt',
    '/_ui/..%2fsecret.txt',
    '/_ui/a%5c..%5csecret.txt',
    '/_ui/%zz.js',
  ]) {
    expect(await serve(path), path).toBeUndefined();
  }
});

test('an interface that is not built says so', async () => {
  const answer = await new FileUiHost(join(folder, 'nothing')).serve('/_ui/', {});
  expect(answer?.status).toBe(503);
});
