import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import {
  type IndexCatalog,
  indicesOfAlias,
  type NamedIndex,
  readIndex,
  resolveIndices,
  writeIndex,
} from './index-names.ts';
import { allIndices, indicesOptions, openIndices } from './indices-options.ts';

const index = (name: string, more: Partial<NamedIndex> = {}): NamedIndex => ({
  name,
  uuid: `uuid-${name}`,
  state: 'open',
  settings: {},
  aliases: {},
  ...more,
});

function catalog(...indices: NamedIndex[]): IndexCatalog<NamedIndex> {
  return {
    all: () => indices,
    get: (name) => indices.find((each) => each.name === name),
    behind: (alias) => indicesOfAlias(indices, alias),
    require: () => {},
    mayName: (name) => name !== 'secret',
    now: () => Date.UTC(2026, 10, 21, 17, 30),
  };
}

const names = (...args: Parameters<typeof resolveIndices>) =>
  resolveIndices(...args).map((each) => each.index.name);

function reason(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return `${error.error.type}: ${error.error.reason}`;
    throw error;
  }
  return 'no error';
}

const some = catalog(
  index('a-1', { aliases: { both: {}, write: { isWriteIndex: true } } }),
  index('a-2', { aliases: { both: {}, write: {} } }),
  index('b', { state: 'close' }),
  index('.hidden', { settings: { 'index.hidden': 'true' } }),
  index('logs-2026.11.21'),
);

test('a wildcard that meets what was named before is not without indices', () => {
  const strict = { ...openIndices, allowNoIndices: false };
  expect(names(some, ['a-*', 'a-*'], strict)).toEqual(['a-1', 'a-2']);
  expect(names(some, ['a-1', 'a-1*'], strict)).toEqual(['a-1']);
  expect(reason(() => names(some, ['a-*', 'c-*'], strict))).toContain('no such index [c-*]');
});

test('wildcards expand to open, visible indices and take exclusions behind them', () => {
  expect(names(some, ['a-*', 'b'], { ...openIndices, forbidClosed: false })).toEqual(['a-1', 'a-2', 'b']);
  expect(names(some, ['*', '-a-*'], openIndices)).toEqual(['logs-2026.11.21']);
  expect(names(some, [], openIndices)).toEqual(['a-1', 'a-2', 'logs-2026.11.21']);
  expect(names(some, ['_all'], allIndices)).toEqual(['a-1', 'a-2', 'b', 'logs-2026.11.21']);
  expect(names(some, ['.h*'], openIndices)).toEqual(['.hidden']);
});

test('what is left out by name must be there, unless missing names may be left out', () => {
  const missing = 'index_not_found_exception: no such index [zz]';
  expect(reason(() => names(some, ['a-*', '-zz'], openIndices))).toBe(missing);
  expect(reason(() => names(some, ['nothing*', '-zz'], openIndices))).toBe(missing);
  expect(reason(() => names(some, ['a-*', '-_all'], openIndices))).toContain('no such index [_all]');
  expect(names(some, ['a-*', '-zz', '-a-1'], { ...openIndices, ignoreUnavailable: true })).toEqual(['a-2']);
  expect(names(some, ['a-*', '-zz*'], openIndices)).toEqual(['a-1', 'a-2']);
  expect(names(some, ['a-*', '-b'], openIndices)).toEqual(['a-1', 'a-2']);
});

test('nobody learns from an exclusion whether what is closed to them is there', () => {
  expect(names(some, ['a-*', '-secret'], openIndices)).toEqual(['a-1', 'a-2']);
});

test('an alias that is left out by name takes away what it led to, not what a pattern meets', () => {
  expect(names(some, ['*', '-both'], openIndices)).toEqual(['a-1', 'a-2', 'logs-2026.11.21']);
  expect(names(some, ['both', 'logs-*', '-both'], openIndices)).toEqual(['logs-2026.11.21']);
  expect(names(some, ['*', '-bot*'], openIndices)).toEqual(['logs-2026.11.21']);
  expect(reason(() => names(some, ['a-*', '-both'], { ...openIndices, refuseAliases: true }))).toContain(
    'The provided expression [both] matches an alias',
  );
});

test('a minus before any wildcard is part of a name', () => {
  expect(reason(() => names(some, ['-a-1'], openIndices))).toBe(
    'index_not_found_exception: no such index [-a-1]',
  );
});

test('an alias stands for its indices, and says so', () => {
  const found = resolveIndices(some, ['both', 'a-1'], openIndices);
  expect(found.map(({ index: { name }, direct, aliases }) => [name, direct, [...aliases]])).toEqual([
    ['a-1', true, ['both']],
    ['a-2', false, ['both']],
  ]);
});

test('missing names fail unless they may be left out', () => {
  expect(reason(() => names(some, ['zz', 'a-1'], openIndices))).toBe(
    'index_not_found_exception: no such index [zz]',
  );
  expect(names(some, ['zz', 'a-1'], { ...openIndices, ignoreUnavailable: true })).toEqual(['a-1']);
  expect(names(some, ['zz*'], openIndices)).toEqual([]);
  expect(reason(() => names(some, ['zz*'], { ...openIndices, allowNoIndices: false }))).toBe(
    'index_not_found_exception: no such index [zz*]',
  );
});

test('a closed index that is named is refused where only open ones are meant', () => {
  expect(reason(() => names(some, ['b'], openIndices))).toBe('index_closed_exception: closed');
  expect(names(some, ['b'], { ...openIndices, ignoreUnavailable: true })).toEqual([]);
});

test('a closed index that a wildcard meets is refused behind what is missing or taken away', () => {
  const closed = indicesOptions({ expand_wildcards: ['closed'] }, openIndices);
  const all = indicesOptions({ expand_wildcards: ['all'] }, openIndices);
  expect(reason(() => names(some, ['*'], closed))).toBe(
    'illegal_argument_exception: To expand [CLOSE] wildcard, please set forbid_closed_indices to `false`',
  );
  expect(reason(() => names(some, ['b*'], all))).toBe('index_closed_exception: closed');
  expect(reason(() => names(some, ['b', 'zz'], openIndices))).toContain('no such index [zz]');
  expect(names(some, ['b*', '-b'], closed)).toEqual([]);
  expect(names(some, ['a-*', 'b*'], { ...all, ignoreUnavailable: true })).toEqual(['a-1', 'a-2']);
});

test('deleting through an alias is refused', () => {
  expect(reason(() => names(some, ['both'], { ...allIndices, refuseAliases: true }))).toBe(
    'illegal_argument_exception: The provided expression [both] matches an alias, specify the corresponding concrete indices instead.',
  );
});

test('date math is worked out before names are looked up', () => {
  expect(names(some, ['<logs-{now/d}>'], openIndices)).toEqual(['logs-2026.11.21']);
});

test('writes go to the write index of an alias', () => {
  expect(writeIndex(some, 'write')?.name).toBe('a-1');
  expect(writeIndex(some, 'nothing')).toBeUndefined();
  expect(reason(() => writeIndex(some, 'both'))).toContain('no write index is defined for alias [both]');
});

test('a read by id needs one index', () => {
  expect(readIndex(some, 'a-2').name).toBe('a-2');
  expect(reason(() => readIndex(some, 'both'))).toContain(
    'has more than one index associated with it [a-1, a-2]',
  );
  expect(reason(() => readIndex(some, 'a-*'))).toBe('index_not_found_exception: no such index [a-*]');
});

test('expand_wildcards replaces the default', () => {
  const options = indicesOptions({ expand_wildcards: ['closed', 'hidden'] }, openIndices);
  expect([options.expandOpen, options.expandClosed, options.expandHidden]).toEqual([false, true, true]);
  expect(reason(() => indicesOptions({ expand_wildcards: ['foo'] }, openIndices))).toBe(
    'illegal_argument_exception: No valid expand wildcard value [foo]',
  );
});

test('_all beside other names is a name that no index can have', () => {
  for (const given of [
    ['_all', '-a'],
    ['_all', '-missing'],
    ['a', '_all'],
    ['_all', '_all'],
  ])
    expect([given, reason(() => names(some, given, openIndices))]).toEqual([
      given,
      "invalid_index_name_exception: Invalid index name [_all], must not start with '_'.",
    ]);
});
