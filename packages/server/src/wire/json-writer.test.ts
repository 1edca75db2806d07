import { RawJson } from '@sextant/contract';
import { expect, test } from 'vitest';
import { compactJson } from './json-writer.ts';

test('an answer that is written in many pieces is the same as in one', () => {
  const word = 'wörd 🙂 "x"\n'.repeat(50_000);
  const document = { a: word, b: [1, 2] };
  const raw = new RawJson(Buffer.from(JSON.stringify(document)));
  const list = Array.from({ length: 8 }, () => word);
  const names = Object.fromEntries(list.map((value, i) => [`n${i}`, value]));
  const map = new Map(Object.entries(names));
  const written = JSON.parse(compactJson({ list, raw, names, after: [raw, list, 0.5] }).toString());
  expect(written).toEqual({ list, raw: document, names, after: [document, list, 0.5] });
  expect(JSON.parse(compactJson(map).toString())).toEqual(names);
});
