import { expect, test } from 'vitest';
import type { WrittenSource } from '../segment/source-writer.ts';
import { PackedSources } from './packed-sources.ts';

const source = { fileBytes: 7 } as WrittenSource;

test('what was packed is found whether it is told before it is asked for or after', async () => {
  const packed = new PackedSources();
  packed.begin('a');
  packed.begin('b');
  packed.tell('a', { source });
  const asked = packed.of('b');
  packed.tell('b', { source });
  expect([await packed.of('a'), await asked]).toEqual([source, source]);
});

test('what could not be packed is refused with its reason', async () => {
  const packed = new PackedSources();
  packed.begin('a');
  packed.tell('a', { error: 'no space' });
  await expect(packed.of('a')).rejects.toThrow('no space');
});

test('of a segment that is not being made nothing is waited for', async () => {
  const packed = new PackedSources();
  packed.begin('a');
  packed.end('a');
  packed.tell('a', { source });
  await expect(packed.of('a')).rejects.toThrow('segment [a] is not being made');
});
