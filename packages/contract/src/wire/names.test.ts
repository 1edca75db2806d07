import { expect, test } from 'vitest';
import { dictionary, table } from './names.ts';

test('a dictionary knows no name that nobody put in, and takes every name as one', () => {
  const made = dictionary<number>();
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    expect([name, name in made, made[name]]).toEqual([name, false, undefined]);
    made[name] = 1;
    expect([name, Object.keys(made).includes(name), made[name]]).toEqual([name, true, 1]);
  }
  expect(Object.keys(dictionary())).toEqual([]);
  expect(({} as Record<string, unknown>).constructor).toBe(Object);
});

test('a table knows its rows alone', () => {
  const rows = table({ one: 1 });
  expect([rows.one, rows.constructor, '__proto__' in rows]).toEqual([1, undefined, false]);
});
