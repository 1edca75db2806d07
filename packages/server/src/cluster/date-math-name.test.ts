import { expect, test } from 'vitest';
import { resolveDateMath } from './date-math-name.ts';

const now = Date.UTC(2026, 10, 21, 17, 30, 5);

test.each([
  ['plain', 'plain'],
  ['<logs-{now/d}>', 'logs-2026.11.21'],
  ['<logs-{now/M}>', 'logs-2026.11.01'],
  ['<logs-{now/M{yyyy.MM}}>', 'logs-2026.11'],
  ['<logs-{now-1d/d}-x>', 'logs-2026.11.20-x'],
  ['<logs-{now+2M{uu-MM-dd}}>', 'logs-27-01-21'],
  ['<logs-{now{yyyy.MM.dd.HH|+09:00}}>', 'logs-2026.11.22.02'],
  ['<a\\{b\\}-{now/w}>', 'a{b}-2026.11.16'],
])('%s means %s', (name, expected) => {
  expect(resolveDateMath(name, now)).toBe(expected);
});

test.each(['<logs-{now/d>', '<logs-{then}>', '<logs-{now/q}>', '<logs-}>', '<logs-{now{yyyy.QQ}}>'])(
  '%s is refused',
  (name) => {
    expect(() => resolveDateMath(name, now)).toThrow('invalid dynamic name expression');
  },
);

test.each(['<<a>>', '<\\<a>>', '<<a-{now/d}>>', '<a>,<b>', '<x>,<a>,<y>', '<a\\,b>'])(
  '%s is refused: what it means would be read another way by the next reader',
  (name) => {
    expect(() => resolveDateMath(name, now)).toThrow('a name must not contain');
  },
);
