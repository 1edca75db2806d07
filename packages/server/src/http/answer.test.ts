import { type Json, RawJson } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { BackendResponse } from '../backend/backend.ts';
import { type AnswerWish, plainWish, renderAnswer, renderInTurns } from './answer.ts';

const numbers = Buffer.from(JSON.stringify({ n: new Array<number>(600_000).fill(1), more: { a: 'x' } }));
const json = (body: unknown): BackendResponse => ({ kind: 'json', status: 200, body: body as Json });

/** The bytes, and how often others had their turn meanwhile. */
async function inTurns(response: BackendResponse, wish: AnswerWish): Promise<readonly [Buffer, number]> {
  let turns = 0;
  const next = (): void => {
    turns++;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  const { body } = await renderInTurns(response, wish, () => {});
  clearImmediate(immediate);
  return [body as Buffer, turns];
}

test.each([
  ['a document', () => json({ _id: '1', found: true, _source: new RawJson(numbers) })],
  ['documents', () => json({ docs: [{ _source: new RawJson(numbers) }, { _source: new RawJson(numbers) }] })],
  [
    'an answer of bytes',
    () => ({ kind: 'bytes', status: 200, contentType: 'application/json', body: numbers }),
  ],
] as [string, () => BackendResponse][])('%s of megabytes takes another shape in turns', async (_, make) => {
  for (const wish of [
    { ...plainWish, pretty: true },
    { ...plainWish, filter: ['**.more', '_id'] },
    { ...plainWish, pretty: true, filter: ['-**.more'] },
  ]) {
    const [bytes, turns] = await inTurns(make(), wish);
    expect(turns).toBeGreaterThan(1);
    expect(bytes.equals(renderAnswer(make(), wish).body as Buffer)).toBe(true);
  }
});

test('a long answer of which the memory is not there for another shape is refused before it is copied', async () => {
  const refuse = (): never => {
    throw new Error('no room');
  };
  const answer = json({ _source: new RawJson(numbers) });
  await expect(renderInTurns(answer, { ...plainWish, pretty: true }, refuse)).rejects.toThrow('no room');
});
