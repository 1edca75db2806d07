import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { LineGuard } from './line-guard.ts';
import { guardExpression, guardJson, refuseSystemIndices } from './system-index-guard.ts';

function through(guard: LineGuard, chunks: readonly string[]): Promise<string> {
  const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return text(source.pipe(guard));
}

test('a wildcard gets an exclusion, a plain name stays, a system index is refused', () => {
  expect(guardExpression('logs-*')).toBe('logs-*,-.sextant-*');
  expect(guardExpression('_all')).toBe('*,-.sextant-*');
  expect(guardExpression('logs,shop')).toBe('logs,shop');
  expect(guardExpression('<logs-{now/d}>')).toBe('<logs-{now/d}>');
  expect(() => guardExpression('logs,.sextant-security')).toThrow('service itself');
});

test('date math that could become the name of a system index is refused', () => {
  for (const name of ['<.sextant-security>', "<{now/d{'.sextant-security'}}>", '<\\.sextant-security>']) {
    expect(() => guardExpression(name)).toThrow('service itself');
    expect(() => refuseSystemIndices({ docs: [{ _index: name }] })).toThrow('service itself');
  }
});

test('a body that names a system index is refused wherever an index can be named', () => {
  const lookup = {
    query: { terms: { user: { index: '.sextant-security', id: 'user:admin', path: 'record' } } },
  };
  expect(() => refuseSystemIndices(lookup)).toThrow();
  expect(() => refuseSystemIndices({ docs: [{ _index: '.sextant-security', _id: '1' }] })).toThrow();
  expect(() => refuseSystemIndices({ actions: [{ add: { indices: ['.sext*'], alias: 'a' } }] })).toThrow();
  expect(() => refuseSystemIndices({ query: { match: { title: '.sextant-security' } } })).not.toThrow();
});

test('JSON that only the cluster can read is refused where it might name a system index', () => {
  expect(() => guardJson(Buffer.from('{"a":1,}'))).not.toThrow();
  expect(() => guardJson(Buffer.from('{docs:[{_index:".sextant-security"}]}'))).toThrow();
  expect(() => guardJson(Buffer.from('{"docs":[{"_index":".sextant-security"}]'))).toThrow();
  expect(() => guardJson(Buffer.from('{"docs":[{"_index":"\\u002esextant-security"}]}'))).toThrow(
    'service itself',
  );
  expect(() => guardJson(Buffer.from('/* x */{"docs":[{"_index":".sextant-security"}]}'))).toThrow(
    'service itself',
  );
  const twice = '{"docs":[{"_index":".sextant-security","_index":"a"}]}';
  expect(() => guardJson(Buffer.from(twice))).toThrow('Duplicate field');
});

test('lines pass unchanged however they are cut into chunks', async () => {
  const body =
    '{"index":{"_index":"a"}}\n{"text":"ä .sextant-security"}\n{"delete":{"_index":"a","_id":"1"}}\n';
  const bytes = Buffer.from(body);
  const chunks = [bytes.subarray(0, 7), bytes.subarray(7, 35), bytes.subarray(35)];
  const out = await text(Readable.from(chunks).pipe(new LineGuard(true)));
  expect(out).toBe(body);
});

test('an action line that names a system index stops the stream, also with escapes and after a delete', async () => {
  const plain = '{"delete":{"_index":"a","_id":"1"}}\n{"index":{"_index":".sextant-security"}}\n{}\n';
  await expect(through(new LineGuard(true), [plain])).rejects.toThrow('service itself');
  const escaped = '{"index":{"_index":"\\u002esextant-security"}}\n{}\n';
  await expect(through(new LineGuard(true), [escaped])).rejects.toThrow('service itself');
  const search = '{"index":".sextant-security"}\n{"query":{"match_all":{}}}\n';
  await expect(through(new LineGuard(false), [search])).rejects.toThrow('service itself');
});

test('an action line that the cluster might read otherwise than the guard is refused', async () => {
  const document = '{"a":{}}\n';
  const hidden = '{"index":{"_index":".sextant-security","_id":"user:admin"}}\n{}\n';
  for (const line of [
    '{"index":{"_index":"a"}',
    '{index:{_index:"a"}}',
    '{"index":{"_index":".sextant-security"},"index":{"_index":"a"}}',
    '{"delete":{"_index":"a","_id":"1"},"0":{}}',
    '{"upsert":{"_index":"a"}}',
    '[]',
  ]) {
    await expect(through(new LineGuard(true), [`${line}\n${document}${hidden}`])).rejects.toThrow();
  }
});
