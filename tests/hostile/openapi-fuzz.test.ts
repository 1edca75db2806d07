import { SeededRandom } from '@sextant/base/testing';
import { errorTable } from '@sextant/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, basic, type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';
import { resetService } from './fixtures.ts';
import { type Call, type OpenApi, openApiCall, rowsOf } from './openapi-requests.ts';

/** More of them for a longer proof: OPENAPI_REQUESTS=20000, with seeds that nobody tried. */
const requests = Number(process.env.OPENAPI_REQUESTS ?? 600);
const untried = process.env.OPENAPI_REQUESTS === undefined ? 1 : Math.floor(Math.random() * 2 ** 31);
const seed = Number(process.env.OPENAPI_SEED ?? untried);
const answerLimitMs = 10_000;
const perRound = 500;
const faultsShown = 20;
const strong = 'Str0ng-Enough-Phrase!';
/** Stands in documents that none of the callers but the administrator may read. */
const marker = 'classified-marker';
/** Stands in documents and fields that a role hides from who may read the rest of their index. */
const hidden = 'hidden-marker';

let service: Service;
let admin: Client;
beforeAll(async () => {
  service = await startService();
  admin = clientOf(service.url, basic('admin', service.password));
});
afterAll(() => service.stop());

/** One caller without any right, one with every right on one index, one who sees a part of it, and nobody. */
async function prepare(): Promise<void> {
  for (const name of ['wards', 'keeper', 'reader', 'nothing'])
    await admin.call('DELETE', `/_security/user/${name}`);
  await resetService(admin);
  await admin.call('PUT', '/secret-1/_doc/1?refresh=true', { text: marker, tag: marker });
  const role = { cluster: [], indices: [{ names: ['calm'], privileges: ['*'] }] };
  expect((await admin.call('PUT', '/_security/role/fuzz-keeper', role)).status).toBeLessThan(300);
  const text = `classified words ${hidden}`;
  await admin.call('PUT', '/calm/_doc/hidden-1?refresh=true', { tag: 'unseen', text });
  await admin.call('PUT', '/calm/_doc/seen-1?refresh=true', { tag: 't1', text: 'words', hidden });
  const query = JSON.stringify({ bool: { must_not: { term: { tag: 'unseen' } } } });
  const part = { names: ['calm'], privileges: ['read', 'write'], query, field_security: ['~hidden'] };
  const reader = { cluster: ['monitor'], indices: [part] };
  expect((await admin.call('PUT', '/_security/role/fuzz-reader', reader)).status).toBeLessThan(300);
  for (const [name, roles] of [
    ['keeper', ['fuzz-keeper']],
    ['reader', ['fuzz-reader']],
    ['nothing', []],
  ] as const) {
    const made = await admin.call('PUT', `/_security/user/${name}`, { password: strong, roles });
    expect([name, made.status, made.text]).toEqual([name, 201, expect.anything()]);
  }
}

type Caller = 'administrator' | 'keeper' | 'reader' | 'nothing' | 'nobody';
const callers: readonly Caller[] = ['administrator', 'keeper', 'reader', 'nothing', 'nobody'];
const types = Object.keys(errorTable);

/** What must not be; undefined where all is well. */
function faultOf(call: Call, caller: Caller, answer: Answer, tookMs: number): string | undefined {
  const { status, text } = answer;
  if (tookMs > answerLimitMs) return `took ${Math.round(tookMs)} ms`;
  if (caller !== 'administrator' && text.includes(marker)) return 'shows a document of others';
  if (caller === 'reader' && text.includes(hidden)) return 'shows what a role hides';
  if (caller === 'nobody' && status < 400 && !call.isOpen && call.method !== 'HEAD') return 'lets nobody in';
  if (status < 500 || call.method === 'HEAD') return undefined;
  const isInTable = types.some((type) => text.includes(`"type":"${type}"`));
  return isInTable && !text.includes('"type":"exception"') ? undefined : `a ${status} that is in no table`;
}

async function fuzz(count: number, from: number): Promise<Readonly<Record<string, number>>> {
  const random = new SeededRandom(from);
  const document = (await admin.call('GET', '/_openapi.json')).body as OpenApi;
  const rows = rowsOf(document);
  expect(rows.length).toBeGreaterThan(250);
  const clients: Readonly<Record<Caller, Client>> = {
    administrator: admin,
    keeper: clientOf(service.url, basic('keeper', strong)),
    reader: clientOf(service.url, basic('reader', strong)),
    nothing: clientOf(service.url, basic('nothing', strong)),
    nobody: clientOf(service.url),
  };
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  for (let i = 0; i < count; i++) {
    if (i % perRound === 0) await prepare();
    const call = openApiCall(random, rows);
    const caller = callers[random.below(callers.length)]!;
    const headers = { 'content-type': call.contentType };
    const started = performance.now();
    const answer = await clients[caller].call(call.method, call.target, call.body, headers);
    const fault = faultOf(call, caller, answer, performance.now() - started);
    const key = `${caller} ${Math.floor(answer.status / 100)}xx`;
    statuses[key] = (statuses[key] ?? 0) + 1;
    const shown = { seed: from, i, caller, call, status: answer.status, text: answer.text.slice(0, 500) };
    if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(shown)}`);
    if (faults.length >= faultsShown) break;
  }
  expect(faults.join('\n'), JSON.stringify(statuses)).toBe('');
  return statuses;
}

test(
  `whatever the OpenAPI document allows to ask, with a right and without: an answer of the table, in time, of one's own (OPENAPI_SEED=${seed})`,
  async () => {
    const statuses = await fuzz(requests, seed);
    process.stdout.write(`${requests} requests of seed ${seed}: ${JSON.stringify(statuses)}\n`);
    expect(service.output()).not.toMatch(/unexpected fault|heap out of memory/);
  },
  Math.max(300_000, requests * 50),
);
