import { FakeClock, SeededRandom } from '@sextant/base/testing';
import { readScript } from '@sextant/engine';
import { expect, test } from 'vitest';
import { ingestTurns } from '../ingest/turns.ts';
import type { Documents } from '../search/documents-view.ts';
import { type PageScript, type ScriptedPage, scriptedPage } from './scripted-page.ts';

const count = 5;
const numbers = (of: number): Float64Array => new Float64Array(count).fill(of);
const source = new TextEncoder().encode('{"n":1}');

const documents = {
  length: count,
  indices: new Array(count).fill('i'),
  ids: Array.from({ length: count }, (_, i) => String(i)),
  routings: new Array(count).fill(null),
  versions: numbers(1),
  seqNos: numbers(0),
  primaryTerms: numbers(1),
  source,
  starts: new Int32Array(count),
  ends: new Int32Array(count).fill(source.length),
} as unknown as Documents;

test('a script that takes long for each document of a page gives others their turn between them', async () => {
  let nanos = 0;
  // Each look at the clock finds it 20 ms later.
  const turns = ingestTurns({ nanos: () => (nanos += 20e6) } as Parameters<typeof ingestTurns>[0]);
  let others = 0;
  const next = (): void => {
    others++;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  const page = await scriptedPage(
    documents,
    { spec: readScript('ctx._source.n++'), destination: undefined, versionType: 'internal' },
    { clock: new FakeClock(), random: new SeededRandom(1) },
    turns,
  );
  clearImmediate(immediate);
  expect(new TextDecoder().decode(page.documents.source)).toBe('{"n":2}'.repeat(count));
  expect(others).toBe(count);
});

test('a version that is no number is told before a script fails for a later document', async () => {
  const script = "if (ctx._id == '1') { throw new Exception('later') } ctx._version = 'x'";
  const page = { spec: readScript(script), destination: 'j', versionType: 'internal' } as const;
  const host = { clock: new FakeClock(), random: new SeededRandom(1) };
  const failed = scriptedPage(documents, page, host, () => undefined);
  await expect(failed).rejects.toThrow('_version may only be set to an int or a long but was [x]');
});

/** What a script makes of a page for another index. */
function copied(script: string, more: Partial<PageScript> = {}): Promise<ScriptedPage> {
  const page = { spec: readScript(script), destination: 'j', versionType: 'internal', ...more } as const;
  const host = { clock: new FakeClock(), random: new SeededRandom(1) };
  return scriptedPage(documents, page, host, () => undefined);
}

test('a document whose id a script takes away gets a new one, and none is deleted without', async () => {
  const { ids } = (await copied('ctx._id = null')).documents;
  expect(new Set([...ids, ...documents.ids]).size).toBe(2 * count);
  const versioned = 'an id must be provided if version type or value are set';
  await expect(copied('ctx._id = null', { versionType: 'external' })).rejects.toThrow(versioned);
  await expect(copied("ctx._id = null; ctx.op = 'delete'")).rejects.toThrow('id is missing');
});

test('operations may be written in capital letters', async () => {
  expect((await copied("ctx.op = 'NOOP'")).noops).toBe(count);
  expect((await copied("ctx.op = 'Delete'")).kinds).toEqual(new Array(count).fill('delete'));
  await expect(copied("ctx.op = 'CREATE'")).rejects.toThrow('Operation type [create] not allowed');
});

test('a script that takes the index of a document away is refused', async () => {
  for (const script of ['ctx._index = null', "ctx.remove('_index')"]) {
    await expect(copied(script)).rejects.toThrow("Can't reindex without a destination index!");
  }
});

test('a document may hold what the script is told of it', async () => {
  const { documents: page } = await copied('ctx._source.c = ctx');
  const first = new TextDecoder().decode(page.source.subarray(page.starts[0], page.ends[0]));
  expect(first).toBe('{"c":{"_routing":null,"_index":"i","_id":"0","_version":-1},"n":1}');
  await expect(copied("ctx._source.c = ctx._source; ctx.op = 'noop'")).rejects.toThrow('self-referencing');
});

test('a version may be a whole number of any type', async () => {
  const external = { versionType: 'external' } as const;
  for (const nine of ['9.0', '9.0f', '(short)9', '9L'])
    expect((await copied(`ctx._version = ${nine}`, external)).documents.versions[0]).toBe(9);
  await expect(copied('ctx._version = 9.7', external)).rejects.toThrow('int or a long but was [9.7]');
  await expect(copied("ctx._version = '9.0'", external)).rejects.toThrow('int or a long but was [9.0]');
});

test('what stands for no version is one where a script sets an integer', async () => {
  await expect(copied('ctx._version = -1')).rejects.toThrow('illegal version value [-1]');
  expect((await copied('ctx._version = -1L')).documents.versions[0]).toBe(1);
});

test('a document whose version a script takes away is written whatever is there', async () => {
  const external = { versionType: 'external' } as const;
  expect((await copied('ctx._version = null', external)).documents.versions).toEqual(
    new Array(count).fill(-2),
  );
  expect((await copied('ctx._version = 7', external)).documents.versions).toEqual(new Array(count).fill(7));
  expect((await copied('ctx._source.v = ctx._version', external)).documents.versions).toEqual([
    1, 1, 1, 1, 1,
  ]);
  await expect(copied('ctx._version = 7', { creates: true })).rejects.toThrow(
    'create operations do not support explicit versions',
  );
  await expect(copied("ctx.op = 'delete'", external)).rejects.toThrow('internal versioning can not be used');
});

test('the routing that a script gives goes before that of the destination', async () => {
  const routing = (): string => 'cat';
  expect((await copied('ctx._source.n++', { routing })).documents.routings).toEqual(
    new Array(count).fill('cat'),
  );
  expect((await copied("ctx._routing = 'x'", { routing })).documents.routings).toEqual(
    new Array(count).fill('x'),
  );
});

test('members that are added to what a script is told matter only where the document is written', async () => {
  expect((await copied("ctx.op = 'noop'; ctx.foo = 1")).noops).toBe(count);
  await expect(copied('ctx.foo = 1')).rejects.toThrow('Invalid fields added to context [foo]');
  await expect(copied('ctx.op = 5')).rejects.toThrow(
    'class java.lang.Integer cannot be cast to class java.lang.String',
  );
});
