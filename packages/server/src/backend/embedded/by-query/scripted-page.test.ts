import { FakeClock, SeededRandom } from '@sextant/base/testing';
import { readScript } from '@sextant/engine';
import { expect, test } from 'vitest';
import { ingestTurns } from '../ingest/turns.ts';
import type { Documents } from '../search/documents-view.ts';
import { type ScriptedPage, scriptedPage } from './scripted-page.ts';

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
function copied(script: string, versionType: 'internal' | 'external' = 'internal'): Promise<ScriptedPage> {
  const page = { spec: readScript(script), destination: 'j', versionType } as const;
  const host = { clock: new FakeClock(), random: new SeededRandom(1) };
  return scriptedPage(documents, page, host, () => undefined);
}

test('a document whose id a script takes away gets a new one, and none is deleted without', async () => {
  const { ids } = (await copied('ctx._id = null')).documents;
  expect(new Set([...ids, ...documents.ids]).size).toBe(2 * count);
  const versioned = 'an id must be provided if version type or value are set';
  await expect(copied('ctx._id = null', 'external')).rejects.toThrow(versioned);
  await expect(copied("ctx._id = null; ctx.op = 'delete'")).rejects.toThrow('id is missing');
});

test('operations may be written in capital letters', async () => {
  expect((await copied("ctx.op = 'NOOP'")).noops).toBe(count);
  expect((await copied("ctx.op = 'Delete'")).kinds).toEqual(new Array(count).fill('delete'));
  await expect(copied("ctx.op = 'CREATE'")).rejects.toThrow('Operation type [create] not allowed');
});
