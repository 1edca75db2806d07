import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'sextant-sessions-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

async function login(client: Client, password: string): Promise<Record<string, string>> {
  const answer = await client.call('POST', '/account/login', { password });
  return { authorization: `Bearer ${at(answer.body, 'access_token')}` };
}

async function statusOf(service: Service, headers: Record<string, string>): Promise<number> {
  return (await clientOf(service.url).call('GET', '/account/profile', undefined, headers)).status;
}

test('after kill -9 sessions go on and ended ones stay ended, from the first answer', async () => {
  const first = await startService({ data });
  const client = clientOf(first.url);
  const [kept, ended] = [await login(client, first.password), await login(client, first.password)];
  await client.call('POST', '/account/logout', undefined, ended);
  first.kill();
  const second = await startService({ data });
  try {
    expect(await statusOf(second, ended)).toBe(401);
    expect(await statusOf(second, kept)).toBe(200);
  } finally {
    await second.stop();
  }
});

test('the secret is readable by its user alone; without it everybody signs in again', async () => {
  const first = await startService({ data });
  const token = await login(clientOf(first.url), first.password);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
  await first.stop();
  rmSync(join(data, 'secret.key'));
  const second = await startService({ data });
  try {
    expect(await statusOf(second, token)).toBe(401);
    expect(await statusOf(second, await login(clientOf(second.url), second.password))).toBe(200);
    expect(second.output()).toContain('everybody signs in again');
  } finally {
    await second.stop();
  }
});
