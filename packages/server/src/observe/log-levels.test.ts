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

test('a package of OpenSearch, or a class in it, means the part that tells the same here', () => {
  const levels = new LogLevels('info');
  levels.set('org.opensearch.cluster.routing.allocation.DiskThresholdMonitor', 'debug');
  expect([levels.passes('debug', 'cluster.disk'), levels.passes('debug', 'cluster.settings')]).toEqual([
    true,
    false,
  ]);
  levels.set('org.easysearch.rest', 'debug');
  expect(levels.passes('debug', 'http.server')).toBe(true);
  levels.set('org.elasticsearch.index.reindex', 'trace');
  expect(levels.passes('trace', 'index.reindex')).toBe(true);
  levels.set('org.opensearch.index.shard.IndexShard', 'off');
  expect(levels.passes('fatal', 'index.shard')).toBe(false);
  levels.set('org.opensearch.index.shard.IndexShard', undefined);
  expect(levels.passes('info', 'index.shard')).toBe(true);
});

test('of two names that fit the longer one counts, in whatever words', () => {
  const levels = new LogLevels('info');
  levels.set('index', 'error');
  levels.set('org.opensearch.cluster.metadata', 'debug');
  expect([levels.passes('debug', 'index.create'), levels.passes('warn', 'index.merge')]).toEqual([
    true,
    false,
  ]);
});

test('deprecations are logged from warn on, whatever the root says, until their logger is set', () => {
  const levels = new LogLevels('fatal');
  expect(levels.passes('warn', 'deprecation')).toBe(true);
  levels.set('deprecation.level', 'error');
  expect(levels.passes('warn', 'deprecation')).toBe(false);
  levels.set('deprecation.level', undefined);
  levels.set('org.opensearch.deprecation', 'off');
  expect(levels.passes('warn', 'deprecation')).toBe(false);
});
