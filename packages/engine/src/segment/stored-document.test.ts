import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { joinKept, keptPart, sourcePart } from './stored-document.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a document with a kept part gives both back; others are their source', () => {
  const joined = joinKept(bytes('{"a":1}'), bytes('{"b":"é"}'));
  expect([sourcePart(joined), keptPart(joined)]).toEqual([bytes('{"a":1}'), bytes('{"b":"é"}')]);
  const alone = joinKept(bytes(''), bytes('{}'));
  expect([sourcePart(alone).length, keptPart(alone)]).toEqual([0, bytes('{}')]);
  const plain = bytes('{"a":1}');
  expect([sourcePart(plain), keptPart(plain), keptPart(bytes(''))]).toEqual([plain, null, null]);
});

test('a length that leads out of the document is damage', () => {
  const joined = joinKept(bytes('{}'), bytes('{}'));
  joined[joined.length - 2] = 1;
  expect(() => sourcePart(joined)).toThrow(ApiError);
  expect(() => keptPart(new Uint8Array(3))).toThrow(ApiError);
});
