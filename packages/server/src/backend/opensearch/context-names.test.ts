import { expect, test } from 'vitest';
import { accessOf } from '../../security/access.ts';
import { StreamWriter } from '../stream-bytes.ts';
import { ContextGuard, namesOfPointInTime, namesOfScroll } from './context-names.ts';
import { ContextSeal } from './context-seal.ts';
import type { NameResolver } from './upstream-names.ts';

/** As OpenSearch 3.6 gave them. */
const scroll =
  'FGluY2x1ZGVfY29udGV4dF91dWlkDnF1ZXJ5VGhlbkZldGNoAhZwSW9RbGVVeVJxNjF6cmp3c0NKbXl3AAAAAAAAABoWejRDTUFwVWlUUkN0Ylk1ZS1pSXVCURZwSW9RbGVVeVJxNjF6cmp3c0NKbXl3AAAAAAAAABkWejRDTUFwVWlUUkN0Ylk1ZS1pSXVCUQEBCHBhZ2luZy1h';
const pit =
  'g-O6QQIIcGFnaW5nLWEWaGpNTG5mb01TbW1yaHlRcVJsUmZaQQEWejRDTUFwVWlUUkN0Ylk1ZS1pSXVCUQAAAAAAAAAAQRZwSW9RbGVVeVJxNjF6cmp3c0NKbXl3CHBhZ2luZy1hFmhqTUxuZm9NU21tcmh5UXFSbFJmWkEAFno0Q01BcFVpVFJDdGJZNWUtaUl1QlEAAAAAAAAAAEAWcElvUWxlVXlScTYxenJqd3NDSm15dwEWaGpNTG5mb01TbW1yaHlRcVJsUmZaQQAA';

function scrollOf(names: readonly string[]): string {
  const writer = new StreamWriter().text('include_context_uuid').text('queryAndFetch').int(1);
  writer.text('session').long(7).text('node').int(1).int(names.length);
  for (const name of names) writer.text(name);
  return writer.written();
}

function guardOf(role: string): ContextGuard {
  const principal = { id: 'u', username: 'u', roles: [role], kind: 'basic' } as const;
  const defined = {
    all: { description: '', cluster: ['*'], indices: [{ names: ['*'], privileges: ['*'] }] },
    some: { description: '', cluster: [], indices: [{ names: ['paging-a'], privileges: ['*'] }] },
  };
  const resolver = { many: async () => [] } as unknown as NameResolver;
  return new ContextGuard(accessOf(principal, { defined, maskSalt: 'secret' }), resolver);
}

test('ids of the cluster say what they lead to', () => {
  expect(namesOfScroll(scroll)).toEqual(['paging-a']);
  expect(namesOfPointInTime(pit)).toEqual(['paging-a']);
  expect([namesOfScroll('abc'), namesOfPointInTime('abc'), namesOfScroll('%%')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('an id that leads to an index of the service is refused, and one that does not say where it leads', async () => {
  const guard = guardOf('all');
  for (const names of [['.sextant-security'], ['*'], ['a', '.sext*'], []]) {
    await expect(guard.scroll(scrollOf(names)), names.join()).rejects.toThrow('closed to the caller');
  }
  await expect(guard.scroll('abc')).rejects.toThrow('Cannot parse scroll id');
  await expect(guard.pointInTime('abc')).rejects.toThrow('invalid id');
  await guard.scroll(scrollOf(['*', '-.sextant-*']));
  await guard.scroll(scroll);
  await guard.pointInTime(pit);
});

test('a caller of some indices is not led elsewhere by a pattern, and does not end what is of everybody', async () => {
  const guard = guardOf('some');
  await expect(guard.scroll(scrollOf(['*', '-.sextant-*']))).rejects.toThrow('closed to the caller');
  expect(() => guard.everybody('indices:data/read/point_in_time/delete')).toThrow('no permissions');
  expect(guard.shows(pit)).toBe(true);
});

test('a caller of some indices gets on with the ids that were given to such callers alone', async () => {
  const sealed = new ContextSeal('secret').pointInTime(pit);
  expect(await guardOf('some').pointInTime(sealed)).toBe(pit);
  await expect(guardOf('some').pointInTime(pit)).rejects.toThrow('opened by somebody');
  expect(await guardOf('all').pointInTime(sealed)).toBe(pit);
});
