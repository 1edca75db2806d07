import { Float } from '@sextant/contract';
import type { SearchResult } from '@sextant/engine';
import { expect, test } from 'vitest';
import { answerWriting } from './documents-view.ts';

test('the words of a document are written by the thread that finds them', () => {
  const termVectors = { t: { terms: { a: { term_freq: 1, tokens: undefined, score: new Float(2) } } } };
  const written = answerWriting.render({ termVectors } as unknown as SearchResult, { vectors: true }, 0);
  expect(new TextDecoder().decode(written)).toBe('{"t":{"terms":{"a":{"term_freq":1,"score":2.0}}}}');
  expect(answerWriting.hitWriters?.({ vectors: true })).toBe(undefined);
});
