import { Agent, request as send } from 'node:http';
import { SeededRandom } from '@sextant/base/testing';
import { type TestApp, testApp } from '@sextant/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import { emptyCluster, removeIndices } from '../support/cluster.ts';
import {
  foreignContexts,
  type HiddenRequest,
  hiddenRequest,
  knownIndex,
  ownIndices,
} from './hidden-requests.ts';

const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;
/** More of them for a longer proof: HIDDEN_REQUESTS=20000. */
const requests = Number(process.env.HIDDEN_REQUESTS ?? 1_500);
const seed = Number(process.env.HIDDEN_SEED ?? 1);
const requestsPerRound = 250;
const connections = 6;

/** Nobody who asks can know this name: only a pattern finds it. */
const unknownIndex = '.sextant-q7zk3vu9';
const marks = ['quokkasecret', 'wombatsecret'] as const;

let raw: Client;
let app: TestApp;
/** What must not stand in any answer: contents, ids of indices, the name that nobody knows. */
let secrets: readonly string[] = [];

async function hide(name: string, mark: string): Promise<string> {
  const body = {
    settings: { number_of_replicas: 0, 'index.hidden': true },
    mappings: { properties: { [`${mark}field`]: { type: 'keyword' }, record: { type: 'keyword' } } },
  };
  expect((await raw.call('PUT', `/${name}`, body)).status).toBe(200);
  for (const id of ['1', '2', 'user:admin']) {
    await raw.call('PUT', `/${name}/_doc/${id}?refresh=true`, { record: mark, kind: 'account' });
  }
  const settings = await raw.call('GET', `/${name}/_settings?filter_path=*.settings.index.uuid`);
  return JSON.stringify(settings.body).match(/"uuid":"([^"]+)"/)![1]!;
}

/** Documents with their versions, definition and aliases. */
async function stateOf(name: string): Promise<unknown> {
  const docs = await raw.call(
    'GET',
    `/${name}/_search?version=true&seq_no_primary_term=true&sort=_id&size=50`,
  );
  const { hits } = docs.body as { hits?: { hits: unknown } };
  const definition = await raw.call('GET', `/${name}?flat_settings`);
  return { hits: hits?.hits, definition: definition.body };
}

async function makeOwn(): Promise<void> {
  for (const name of ownIndices) {
    await raw.call('PUT', `/${name}`, { settings: { number_of_replicas: 0 } });
    await raw.call('PUT', `/${name}/_doc/1?refresh=true`, { record: 'mine', place: 'x' });
  }
  await raw.call('POST', '/seen-closed/_close');
}

async function reset(): Promise<void> {
  await removeIndices(raw, (name) => name.startsWith('.sextant-'));
  await makeOwn();
}

/** Somebody who may ask the cluster itself has them open. */
async function openContexts(): Promise<void> {
  for (const names of [knownIndex, unknownIndex, '*', '_all']) {
    const found = await raw.call('GET', `/${names}/_search?scroll=30m&size=1&expand_wildcards=all`);
    foreignContexts.scrolls.push((found.body as { _scroll_id: string })._scroll_id);
    const path = `/${names}/_search/point_in_time?keep_alive=30m&expand_wildcards=all`;
    const opened = await raw.call('POST', path);
    foreignContexts.pits.push((opened.body as { pit_id: string }).pit_id);
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function ask(agent: Agent, { method, target, headers, body }: HiddenRequest): Promise<Answer> {
  const { port } = new URL(app.url);
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { agent, port, method, path: target, headers: { ...headers, ...length } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        const head = JSON.stringify(incoming.headers);
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode ?? 0,
            text: head + Buffer.concat(chunks).toString('latin1'),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The text with whatever hides letters from a search taken away. */
function plain(text: string): string {
  let shown = text;
  for (let i = 0; i < 3; i++)
    shown = shown.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return shown.replaceAll('\0', '').replaceAll('\\u002e', '.').replaceAll('\\u002E', '.');
}

function faultOf(asked: HiddenRequest, { status, text }: Answer): string | undefined {
  const shown = plain(text);
  const found = secrets.find((secret) => shown.includes(secret));
  if (found !== undefined) return `shows [${found}]`;
  // Who names the index is told that he may not; nobody else hears of it.
  const said = plain(asked.target + JSON.stringify(asked.headers) + (asked.body?.toString('latin1') ?? ''));
  const wrapped = /"wrapper"/.test(said);
  if (text.replaceAll('\0', '').includes(knownIndex) && !said.includes(knownIndex) && !wrapped)
    return `names [${knownIndex}]`;
  if (status >= 500 && status !== 503 && /"type":"exception"/.test(text)) return `answers ${status}`;
  return undefined;
}

describe.skipIf(cluster === undefined)(
  `hidden indices (needs SEXTANT_TEST_OPENSEARCH_URL, HIDDEN_SEED=${seed})`,
  () => {
    beforeAll(async () => {
      raw = clientOf(cluster!);
      await emptyCluster(raw);
      const ids = [await hide(knownIndex, marks[0]), await hide(unknownIndex, marks[1])];
      secrets = [...marks, ...ids, unknownIndex, unknownIndex.slice(9)];
      await openContexts();
      app = await testApp({ openSearchUrl: cluster! });
    });
    afterAll(async () => {
      await app?.close();
      await raw.call('DELETE', '/_search/scroll/_all');
      await raw.call('DELETE', '/_search/point_in_time/_all');
      await emptyCluster(raw);
    });

    test(`${requests} requests that try neither show nor change them`, {
      timeout: Math.max(300_000, requests * 60),
    }, async () => {
      const before = [await stateOf(knownIndex), await stateOf(unknownIndex)];
      const random = new SeededRandom(seed);
      const dice = {
        below: (limit: number): number => random.below(limit),
        pick: <T>(items: readonly T[]): T => items[random.below(items.length)]!,
        bytes: (length: number): Uint8Array => random.bytes(length),
      };
      const agent = new Agent({ keepAlive: true, maxSockets: connections });
      const statuses: Record<string, number> = {};
      const faults: string[] = [];
      for (let sent = 0; sent < requests && faults.length < 10; ) {
        await reset();
        const round = Array.from({ length: Math.min(requestsPerRound, requests - sent) }, () =>
          hiddenRequest(dice),
        );
        sent += round.length;
        const work = async (): Promise<void> => {
          for (let next = round.shift(); next !== undefined; next = round.shift()) {
            const answer = await ask(agent, next);
            statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
            const fault = faultOf(next, answer);
            if (fault === undefined) continue;
            const { method, target, headers, body } = next;
            faults.push(
              `${fault}: ${method} ${target} ${JSON.stringify(headers)} ${body?.toString().slice(0, 700)}\n  ${answer.status} ${answer.text.slice(0, 900)}`,
            );
          }
        };
        await Promise.all(Array.from({ length: connections }, work));
        const after = [await stateOf(knownIndex), await stateOf(unknownIndex)];
        expect(after, `after ${sent} requests of seed ${seed}`).toEqual(before);
      }
      agent.destroy();
      const report = `${requests} requests of seed ${seed}: ${JSON.stringify(statuses)}`;
      process.stdout.write(`${report}\n`);
      expect(faults.join('\n'), report).toBe('');
      expect(statuses['200']).toBeGreaterThan(requests / 10);
    });
  },
);
