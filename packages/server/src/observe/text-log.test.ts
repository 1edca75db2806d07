import type { LogLevel } from '@sextant/base';
import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { LogLevels } from './log-levels.ts';
import { TextLog } from './text-log.ts';

function logged(format: 'plain' | 'json', level: LogLevel, write: (log: TextLog) => void): string {
  let text = '';
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 17, 22, 53, 123));
  write(
    new TextLog({ levels: new LogLevels(level), format, node: 'n1', clock, write: (line) => (text += line) }),
  );
  return text;
}

test('a plain line has the form of OpenSearch', () => {
  expect(
    logged('plain', 'info', (log) => log.log('info', 'http.server', 'started', { port: 9200, host: 'a' })),
  ).toBe('[2026-11-21T17:22:53,123][INFO ][http.server              ] [n1] started port=9200 host=a\n');
});

test('what is below the level is not written', () => {
  expect(logged('plain', 'warn', (log) => log.log('info', 'x', 'quiet'))).toBe('');
  expect(logged('plain', 'warn', (log) => log.log('error', 'x', 'loud'))).toContain('[ERROR]');
});

test('an error is written with its stack', () => {
  const text = logged('plain', 'info', (log) => log.log('error', 'x', 'failed', { error: new Error('why') }));
  expect(text).toMatch(/\[n1\] failed\nError: why\n\s+at /);
});

test('a line feed in a message cannot make a line of its own', () => {
  expect(logged('plain', 'info', (log) => log.log('info', 'x', 'a\n[2026] b'))).toContain('a\n    [2026] b');
});

test('as JSON every entry is one line', () => {
  const text = logged('json', 'info', (log) =>
    log.log('warn', 'x', 'a\nb', { error: new Error('why'), n: 1 }),
  );
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(text)).toMatchObject({
    level: 'WARN',
    component: 'x',
    node: 'n1',
    message: 'a\nb',
    n: 1,
    error: { message: 'why' },
  });
});

test('a value that could be taken for more of the line is quoted', () => {
  const fields = {
    user: 'me address=10.0.0.9',
    quote: 'a"b',
    back: 'a\\b',
    empty: '',
    list: ['a b', 'c=d'],
    wide: 'a\u00a0b',
    feed: 'a\n[2026] b',
    plain: 'a/b:c',
    n: 1,
    address: '10.0.0.1',
  };
  const line = logged('plain', 'info', (log) => log.log('warn', 'security', 'login failed', fields));
  expect(line.slice(line.indexOf('login'))).toBe(
    'login failed user="me address=10.0.0.9" quote="a\\"b" back=a\\b empty="" list="[\\"a b\\",\\"c=d\\"]" ' +
      'wide="a\u00a0b" feed="a\\n[2026] b" plain=a/b:c n=1 address=10.0.0.1\n',
  );
});
