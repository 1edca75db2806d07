import { expect, test } from 'vitest';
import { LogLevels } from './log-levels.ts';

test('the longest name that fits says what is logged, the root says the rest', () => {
  const levels = new LogLevels('info');
  expect(levels.passes('debug', 'http.server')).toBe(false);
  levels.set('http', 'debug');
  levels.set('http.server', 'error');
  expect(levels.passes('debug', 'http')).toBe(true);
  expect(levels.passes('debug', 'http.listener')).toBe(true);
  expect(levels.passes('warn', 'http.server')).toBe(false);
  expect(levels.passes('debug', 'httpx')).toBe(false);
  levels.set('_root', 'warn');
  expect(levels.passes('info', 'index.create')).toBe(false);
  levels.set('_root', undefined);
  levels.set('http', undefined);
  levels.set('http.server', undefined);
  expect([levels.passes('info', 'http.server'), levels.passes('debug', 'http')]).toEqual([true, false]);
});

test("names of OpenSearch's classes mean the same parts", () => {
  const levels = new LogLevels('info');
  levels.set('org.opensearch.index', 'trace');
  expect(levels.passes('trace', 'index.merge')).toBe(true);
  levels.set('org.opensearch', 'error');
  expect(levels.passes('warn', 'http.server')).toBe(false);
});
