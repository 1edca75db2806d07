import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, basic, type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';

/** An OpenSearch that is there for nothing else. */
const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;
const anonymous = { authorization: '' };

function start(secret: string): Promise<Service> {
  const args = ['--backend', 'opensearch', '--opensearch-url', cluster!, '-E', `security.secret=${secret}`];
  return startService({ args });
}

async function login(client: Client, password: string): Promise<Record<string, string>> {
  const answer = await client.call('POST', '/account/login', { password }, anonymous);
  return { authorization: `Bearer ${at(answer.body, 'access_token')}` };
}

async function status(client: Client, headers: Record<string, string>): Promise<number> {
  return (await client.call('GET', '/account/profile', undefined, headers)).status;
}

/** Until another instance has seen a change: it looks every two seconds. */
async function becomes(wanted: number, ask: () => Promise<number>): Promise<void> {
  let found = await ask();
  for (let i = 0; i < 60 && found !== wanted; i++) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    found = await ask();
  }
  expect(found).toBe(wanted);
}

describe.skipIf(cluster === undefined)(
  'instances over one cluster (needs SEXTANT_TEST_OPENSEARCH_URL)',
  () => {
    const secret = 'a secret of both of them';
    const running: Service[] = [];
    let here: Client;
    let there: Client;
    let password = '';

    const open = async (withSecret: string): Promise<Client> => {
      const service = await start(withSecret);
      running.push(service);
      ({ password } = service);
      const owner = basic('admin', service.password);
      const client = clientOf(service.url, owner);
      // The index of records may be made by another one at this moment.
      await becomes(200, () => status(client, { authorization: owner }));
      return client;
    };

    beforeAll(async () => {
      await clientOf(cluster!).call('DELETE', '/.sextant-security?ignore_unavailable=true');
      [here, there] = await Promise.all([open(secret), open(secret)]);
    });
    afterAll(async () => {
      for (const service of running) await service.stop();
      await clientOf(cluster!).call('DELETE', '/.sextant-security?ignore_unavailable=true');
    });

    test('a token of one is accepted by the other, until it is signed out at either', async () => {
      const token = await login(here, password);
      await becomes(200, () => status(there, token));
      expect((await there.call('POST', '/account/logout', undefined, token)).status).toBe(200);
      expect(await status(there, token)).toBe(401);
      await becomes(401, () => status(here, token));
      const restarted = await open(secret);
      expect(await status(restarted, token)).toBe(401);
    });

    test('a new password counts at the other, and ends its sessions there', async () => {
      const token = await login(there, password);
      expect(await status(there, token)).toBe(200);
      const change = { old_password: password, new_password: 'another-Horse-8-battery' };
      expect((await here.call('PUT', '/account/password', change)).status).toBe(200);
      await becomes(401, () => status(there, token));
      await becomes(401, () => status(there, { authorization: basic('admin', password) }));
      expect(await status(there, { authorization: basic('admin', 'another-Horse-8-battery') })).toBe(200);
      const back = { old_password: 'another-Horse-8-battery', new_password: password };
      const owner = { authorization: basic('admin', 'another-Horse-8-battery') };
      expect((await here.call('PUT', '/account/password', back, owner)).status).toBe(200);
      await becomes(200, () => status(there, { authorization: basic('admin', password) }));
    });

    test('the key of sessions does not lie in the index, and one with another secret is alone', async () => {
      const kept = await clientOf(cluster!).call('GET', '/.sextant-security/_doc/key:session');
      const { wrapped, made, previous, ...clear } = JSON.parse(String(at(kept.body, '_source.record')));
      expect(Object.keys(wrapped)).toEqual(['salt', 'nonce', 'data', 'tag']);
      expect([typeof made, typeof previous, clear]).toEqual(['number', 'undefined', {}]);
      const token = await login(here, password);
      const stranger = await open('a secret of that one alone');
      expect(await status(stranger, token)).toBe(401);
      expect(await status(here, token)).toBe(200);
      expect(running.at(-1)!.output()).toContain('everybody signs in again');
    });
  },
);
