import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cborToJson } from './cbor-reader.ts';
import { cbor } from './cbor-writer.ts';

const read = (hex: string): string => cborToJson(Buffer.from(hex, 'hex'));

/** The examples of RFC 8949, appendix A, that JSON can say. */
test.each([
  ['00', '0'],
  ['1903e8', '1000'],
  ['1bffffffffffffffff', '18446744073709551615'],
  ['c249010000000000000000', '18446744073709551616'],
  ['3bffffffffffffffff', '-18446744073709551616'],
  ['c349010000000000000000', '-18446744073709551617'],
  ['f93c00', '1.0'],
  ['f97bff', '65504.0'],
  ['f90001', '5.960464477539063E-8'],
  ['f98000', '-0.0'],
  ['fa47c35000', '100000.0'],
  ['fb3ff199999999999a', '1.1'],
  ['fbc010666666666666', '-4.1'],
  ['f97c00', '"Infinity"'],
  ['fb7ff8000000000000', '"NaN"'],
  ['f4', 'false'],
  ['f5', 'true'],
  ['f6', 'null'],
  ['f7', 'null'],
  ['c074323031332d30332d32315432303a30343a30305a', '"2013-03-21T20:04:00Z"'],
  ['d9d9f7a10102', '{"1":2}'],
  ['4401020304', '"AQIDBA=="'],
  ['5f42010243030405ff', '"AQIDBAU="'],
  ['60', '""'],
  ['62225c', '"\\"\\\\"'],
  ['7f657374726561646d696e67ff', '"streaming"'],
  ['80', '[]'],
  ['83018202039f0405ff', '[1,[2,3],[4,5]]'],
  ['bf61610161629f0203ffff', '{"a":1,"b":[2,3]}'],
])('%s is %s', (hex, json) => {
  expect(read(hex)).toBe(json);
});

test('a key is what it is, whatever every object has by that name', () => {
  const text = read('a2695f5f70726f746f5f5fa16161016b636f6e7374727563746f7202');
  expect(text).toBe('{"__proto__":{"a":1},"constructor":2}');
});

test.each([
  ['', 'ends too early at byte 0'],
  ['1a0000', 'ends too early'],
  ['9a7fffffff', 'ends too early'],
  ['5bffffffffffffffff00', 'ends too early'],
  ['7f6161', 'ends too early'],
  ['7f01ff', 'a string is broken off'],
  ['62c328', 'not UTF-8'],
  ['a1f601', 'a key is no text'],
  ['1c', 'begins nothing'],
  ['ff', 'begins nothing'],
  ['e0', 'simple value 0'],
  ['c48221196ab3', 'tag 4 is not supported'],
  ['d81c81d81d00', 'tag 28 is not supported'],
  ['0000', 'more after the value'],
  ['81'.repeat(1002), 'nesting is deeper'],
  [`c2590201${'ff'.repeat(513)}`, 'longer than 512 bytes'],
  ['c6'.repeat(1002), 'nesting is deeper'],
])('%s is refused', (hex, why) => {
  expect(() => read(hex)).toThrow(why);
});

test('what is written as CBOR reads back, and broken bytes are an error and nothing else', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.nat(255), (json, at, byte) => {
      const value: unknown = JSON.parse(json);
      const bytes = cbor(value as never);
      expect(JSON.parse(cborToJson(bytes))).toEqual(JSON.parse(JSON.stringify(value)));
      bytes[at % bytes.length] = byte;
      try {
        JSON.parse(cborToJson(bytes));
      } catch (error) {
        expect((error as Error).message).toMatch(/at byte/);
      }
    }),
  );
});
