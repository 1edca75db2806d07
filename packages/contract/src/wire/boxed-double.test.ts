import { expect, test } from 'vitest';
import { boxedDouble, boxedJson } from './boxed-double.ts';

test('doubles that are told from whole numbers are read as they were written, and plain numbers stay plain', () => {
  const doubles = [2, -0, 1000, 1e21, 1.5e300].map(boxedDouble);
  const value = { doubles, plain: [2, 0.5, 1e21, 1.5e300, 1e-7, 10.05], text: '3.0' };
  const text = boxedJson.write(value);
  expect(text).toBe(
    '{"doubles":[2.0,-0.0,1000.0,1E+21,1.5E+300],"plain":[2,0.5,1e+21,1.5e+300,1e-7,10.05],"text":"3.0"}',
  );
  expect(boxedJson.read(text)).toEqual(value);
  expect(boxedJson.read('{"a":2}')).toEqual({ a: 2 });
});
