import { expect, test } from 'vitest';
import { readDoubles, writeDoubles } from './exact-doubles.ts';

test('doubles that are told from whole numbers are read as they were written, and plain numbers stay plain', () => {
  const doubles = [2, -0, 1000, 1e21, 1.5e300].map((value) => Object(value) as number);
  const value = { doubles, plain: [2, 0.5, 1e21, 1.5e300, 1e-7, 10.05], text: '3.0' };
  const text = writeDoubles(value);
  expect(text).toBe(
    '{"doubles":[2.0,-0.0,1000.0,1E+21,1.5E+300],"plain":[2,0.5,1e+21,1.5e+300,1e-7,10.05],"text":"3.0"}',
  );
  expect(readDoubles(text)).toEqual(value);
  expect(readDoubles('{"a":2}')).toEqual({ a: 2 });
});
