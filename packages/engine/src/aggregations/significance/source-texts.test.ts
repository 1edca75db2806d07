import { expect, test } from 'vitest';
import { sourceTexts } from './source-texts.ts';

function textsOf(json: string, ...paths: string[]): string[] {
  return sourceTexts(new TextEncoder().encode(json), paths);
}

test('values are found through lists, objects and names with dots, path by path', () => {
  const json = '{"a":{"b":["x",["y"],null]},"l":[{"c":"1"},{"c":"2"}],"d.e":"z"}';
  expect(textsOf(json, 'l.c', 'a.b', 'd.e', 'none')).toEqual(['1', '2', 'x', 'y', 'z']);
});

test('a value above the end of a path counts, an object at its end does not', () => {
  expect(textsOf('{"a":"x","o":{"p":1}}', 'a.raw', 'o')).toEqual(['x']);
});

test('numbers and booleans are printed as Java does', () => {
  const json = '{"n":[7.0,1e20,12345678901234567,3,-0.5],"b":true}';
  expect(textsOf(json, 'n', 'b')).toEqual(['7.0', '1.0E20', '12345678901234567', '3', '-0.5', 'true']);
});
