import { expect } from 'vitest';
import type { Client } from '../support/client.ts';

const properties = {
  word: { type: 'text' },
  tag: { type: 'keyword' },
  n: { type: 'long' },
  when: { type: 'date' },
  address: { type: 'ip' },
  flag: { type: 'boolean' },
  deep: { properties: { inner: { type: 'keyword' } } },
};

function lines(index: string, count: number): string {
  const words = ['calm', 'sea', 'storm', 'wind'];
  const one = (i: number): string => {
    const source = {
      word: `${words[i % 4]} ${words[i % 3]} number ${i}`,
      tag: `t${i % 50}`,
      n: i,
      when: 1_577_836_800_000 + i * 3_600_000,
      address: `10.0.${i % 8}.${i % 250}`,
      flag: i % 2 === 0,
      deep: { inner: `i${i % 7}` },
    };
    return `${JSON.stringify({ index: { _index: index, _id: String(i) } })}\n${JSON.stringify(source)}\n`;
  };
  return Array.from({ length: count }, (_, i) => one(i)).join('');
}

/** Takes away every index and every setting that the client can see. */
export async function wipe(client: Client): Promise<void> {
  const nothing = { '*': null };
  await client.call('PUT', '/_cluster/settings', { persistent: nothing, transient: nothing });
  const listed = await client.call('GET', '/_cat/indices?format=json&h=index&expand_wildcards=all');
  for (const { index } of listed.body as readonly { readonly index: string }[]) {
    const path = `/${encodeURIComponent(index)}`;
    await client.call('PUT', `${path}/_settings?expand_wildcards=all`, { 'index.blocks.read_only': null });
    await client.call('DELETE', `${path}?expand_wildcards=all`);
  }
}

/** Takes away whatever is there, and puts the known indices in its place. */
export async function resetService(client: Client): Promise<void> {
  await wipe(client);
  for (const [name, count] of Object.entries({
    calm: 200,
    'logs-1': 500,
    'logs-2': 300,
    numbers: 300,
    closed: 5,
  })) {
    const settings = { number_of_replicas: 0, number_of_shards: name === 'logs-1' ? 3 : 1 };
    const made = await client.call('PUT', `/${name}`, { settings, mappings: { properties } });
    expect([name, made.status, made.text]).toEqual([name, 200, expect.anything()]);
    const filled = await client.call('POST', '/_bulk?refresh=true', lines(name, count));
    expect([name, (filled.body as { readonly errors: boolean }).errors]).toEqual([name, false]);
  }
  await client.call('POST', '/_aliases', {
    actions: [{ add: { index: 'logs-1', alias: 'view', filter: { term: { flag: true } } } }],
  });
  await client.call('POST', '/closed/_close');
}
