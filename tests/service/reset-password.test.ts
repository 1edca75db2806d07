import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startService } from '../support/service.ts';

const main = join(import.meta.dirname, '..', '..', 'bin', 'sextant.mjs');
const data = mkdtempSync(join(tmpdir(), 'sextant-reset-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

function reset(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'reset-password', ...args, '--data', data], (error, out, problems) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: out + problems });
    });
  });
}

test('who holds the machine gets in again, and only while the service does not run', async () => {
  const first = await startService({ data });
  const busy = await reset(['-E', 'node.lock_wait=0ms']);
  expect([busy.code, busy.output]).toEqual([1, expect.stringContaining(data)]);
  expect((await first.fetch('/')).status).toBe(200);
  await first.stop();
  expect(await reset(['nobody'])).toEqual({
    code: 1,
    output: expect.stringContaining('There is no account [nobody]'),
  });
  const { code, output } = await reset([]);
  expect(code).toBe(0);
  const password = /admin has the password (\w{24}) now/.exec(output)?.[1];
  const again = await startService({ data });
  const ask = (word: string): Promise<Response> =>
    fetch(again.url, {
      headers: { authorization: `Basic ${Buffer.from(`admin:${word}`).toString('base64')}` },
    });
  expect((await ask(again.password)).status).toBe(401);
  expect((await ask(password!)).status).toBe(200);
  await again.stop();
}, 60_000);
