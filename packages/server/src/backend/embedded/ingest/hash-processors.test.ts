import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { murmur128 } from './murmur128.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** The document, or what the processors say of it. */
async function made(processors: readonly object[], source: object): Promise<Record<string, unknown>> {
  const app = await testApp();
  apps.push(app);
  const body = { pipeline: { processors }, docs: [{ _source: source }] };
  const answer = await app.call('POST', '/_ingest/pipeline/_simulate', { body });
  const [first] = answer.json<{ docs: { doc?: Record<string, unknown>; error?: { reason: string } }[] }>()
    .docs;
  return first!.doc ?? { reason: first!.error!.reason };
}

const flow = {
  source_ip_field: 'from',
  destination_ip_field: 'to',
  source_port_field: 'sp',
  destination_port_field: 'dp',
};
const packet = { from: '128.232.110.120', to: '66.35.250.204', sp: 34_855, dp: 80, kind: 'tcp' };

test('a flow has one community ID in both directions', async () => {
  const processor = { community_id: { ...flow, protocol_field: 'kind' } };
  const there = await made([processor], packet);
  expect(there._source).toMatchObject({ community_id: '1:LQU9qZlK+B5F3KDmev6m5PMibrg=' });
  const back = await made([processor], { ...packet, from: packet.to, to: packet.from, sp: 80, dp: 34_855 });
  expect(back._source).toMatchObject({ community_id: '1:LQU9qZlK+B5F3KDmev6m5PMibrg=' });
});

test.each([
  [{ kind: 'x' }, 'unsupported protocol [x]'],
  [{ from: 'x|y' }, 'ip address [x|y] in the field [from] is not a valid ipv4/ipv6 address'],
  [{ from: '::1' }, 'source ip and destination ip must have same format'],
])('a flow that cannot be read is told: %j', async (other, reason) => {
  const processor = { community_id: { ...flow, protocol_field: 'kind' } };
  expect(await made([processor], { ...packet, ...other })).toEqual({ reason });
});

test('a fingerprint is of names, lengths and values, in the order of the names', async () => {
  const source = { b: 2, a: 'x|y', c: { d: { e: 1.5 }, a: null } };
  const { _source: all } = await made([{ fingerprint: { hash_method: 'MD5@2.16.0' } }], source);
  const fields = { fields: ['c', 'b', 'a', 'a'], hash_method: 'MD5@2.16.0' };
  const { _source: some } = await made([{ fingerprint: fields }], source);
  expect(some).toEqual(all);
  const expected = '|a|3:x|y|b|1:2|c.a|4:null|c.d.e|3:1.5|';
  const { createHash } = await import('node:crypto');
  const hash = createHash('md5').update(expected).digest('base64');
  expect(some).toMatchObject({ fingerprint: `MD5@2.16.0:${hash}` });
});

test('routings come of a path, of a time, of who may see the document', async () => {
  const source = { path: '/a//b/c', ts: '2024-12-30T23:15:00-05:00', acl: 'x' };
  const routing = async (processor: object) => (await made([processor], source))._routing;
  const byPath = await routing({ hierarchical_routing: { path_field: 'path' } });
  expect(await routing({ hierarchical_routing: { path_field: 'path', anchor_depth: 3 } })).not.toBe(byPath);
  const byTime = (granularity: string) =>
    routing({ temporal_routing: { timestamp_field: 'ts', granularity } });
  expect(await byTime('hour')).toBe('2024-12-30T23');
  expect(await byTime('week')).toBe('2025-W01');
  expect(await routing({ acl_routing: { acl_field: 'acl' } })).toMatch(/^[\w-]{22}$/);
});

test('fields go by patterns, and markup goes from texts', async () => {
  const source = { aa: 1, ab: 2, b: '<p>x &amp; <b>y</b></p>', c: 'a &amp; b' };
  const { _source: left } = await made([{ remove_by_pattern: { field_pattern: ['a*'] } }], source);
  expect(Object.keys(left as object)).toEqual(['b', 'c']);
  const { _source: kept } = await made([{ remove_by_pattern: { exclude_field_pattern: '*b' } }], source);
  expect(Object.keys(kept as object)).toEqual(['ab', 'b']);
  const strips = [{ html_strip: { field: 'b' } }, { html_strip: { field: 'c' } }];
  expect((await made(strips, source))._source).toMatchObject({ b: '\nx & y\n', c: 'a &amp; b' });
});

test('the hash is that of MurmurHash3 for 128 bits', () => {
  const hex = (text: string) =>
    murmur128(text)
      .map((half) => half.toString(16).padStart(16, '0'))
      .join('');
  expect(hex('')).toBe('0'.repeat(32));
  expect(hex('hello')).toBe('cbd8a7b341bd9b025b1e906a48ae1d19');
  expect(hex('The quick brown fox jumps over the lazy dog')).toBe('e34bbc7bbc071b6c7a433ca9c49a9347');
});
