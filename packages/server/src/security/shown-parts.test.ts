import { routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import { accessOf } from './access.ts';
import { heedsFields, heedsQuery, showsDocuments, showsFields } from './shown-parts.ts';

/** What the actions of all rows do for a caller from whom documents or fields are hidden: leave both out. */
const heedsBoth = [
  'indices:data/read/field_caps',
  'indices:data/read/get',
  'indices:data/read/mget',
  'indices:data/read/msearch',
  'indices:data/read/msearch/template',
  'indices:data/read/point_in_time/create',
  'indices:data/read/point_in_time/delete',
  'indices:data/read/point_in_time/readall',
  'indices:data/read/rank_eval',
  'indices:data/read/scroll',
  'indices:data/read/scroll/clear',
  'indices:data/read/search',
  'indices:data/read/search/template',
];

/** Leave fields out; where documents are hidden they are refused, if they show any. */
const heedOnlyFields = [
  'indices:admin/analyze',
  'indices:admin/get',
  'indices:admin/mappings/fields/get',
  'indices:admin/mappings/get',
  'indices:admin/validate/query',
  'indices:data/read/explain',
  'indices:data/read/mtv',
  'indices:data/read/tv',
];

/** Show what is hidden, and are refused. */
const refused = [
  'indices:admin/plugins/replication/index/start',
  'indices:admin/resize',
  'indices:data/write/update',
  'indices:data/write/update/byquery',
];

/** Show neither documents nor how fields are mapped. */
const showNothing = [
  'indices:admin/aliases',
  'indices:admin/aliases/get',
  'indices:admin/block/add',
  'indices:admin/cache/clear',
  'indices:admin/close',
  'indices:admin/create',
  'indices:admin/data_stream/create',
  'indices:admin/data_stream/delete',
  'indices:admin/data_stream/get',
  'indices:admin/delete',
  'indices:admin/flush',
  'indices:admin/forcemerge',
  'indices:admin/index_template/delete',
  'indices:admin/index_template/get',
  'indices:admin/index_template/put',
  'indices:admin/index_template/simulate',
  'indices:admin/index_template/simulate_index',
  'indices:admin/mapping/put',
  'indices:admin/open',
  'indices:admin/plugins/replication/autofollow/stats',
  'indices:admin/plugins/replication/follower/stats',
  'indices:admin/plugins/replication/index/pause',
  'indices:admin/plugins/replication/index/resume',
  'indices:admin/plugins/replication/index/stats',
  'indices:admin/plugins/replication/index/status_check',
  'indices:admin/plugins/replication/index/stop',
  'indices:admin/plugins/replication/index/update',
  'indices:admin/refresh',
  'indices:admin/replication/index/all_status',
  'indices:admin/resolve/index',
  'indices:admin/rollover',
  'indices:admin/settings/update',
  'indices:admin/shards/search_shards',
  'indices:admin/template/delete',
  'indices:admin/template/get',
  'indices:admin/template/put',
  'indices:admin/upgrade',
  'indices:data/write/bulk',
  'indices:data/write/delete',
  'indices:data/write/delete/byquery',
  'indices:data/write/index',
  'indices:data/write/reindex',
  'indices:monitor/data_stream/stats',
  'indices:monitor/point_in_time/segments',
  'indices:monitor/recovery',
  'indices:monitor/segment_replication',
  'indices:monitor/segments',
  'indices:monitor/settings/get',
  'indices:monitor/shard_stores',
  'indices:monitor/stats',
  'indices:monitor/upgrade',
];

test('each action of a row is known to leave out what is hidden, to be refused, or to show nothing of it', () => {
  const actions = routeTable.map(({ privilege }) => privilege).filter((name) => name.startsWith('indices:'));
  const known = [...heedsBoth, ...heedOnlyFields, ...refused, ...showNothing];
  expect([...new Set(actions)].sort()).toEqual(known.sort());
  for (const action of heedsBoth)
    expect([action, showsDocuments(action), heedsQuery(action), heedsFields(action)]).toEqual([
      action,
      true,
      true,
      true,
    ]);
  for (const action of heedOnlyFields)
    expect([action, showsFields(action), heedsQuery(action), heedsFields(action)]).toEqual([
      action,
      true,
      false,
      true,
    ]);
  for (const action of refused)
    expect([action, showsDocuments(action), heedsQuery(action), heedsFields(action)]).toEqual([
      action,
      true,
      false,
      false,
    ]);
  for (const action of showNothing)
    expect([action, showsFields(action), heedsFields(action)]).toEqual([action, false, false]);
});

test('where the backend hides nothing, what a role hides a part of cannot be read at all', () => {
  const role = (more: object) => ({
    description: '',
    cluster: [],
    indices: [{ names: ['a*'], privileges: ['*'], ...more }],
  });
  const defined = {
    some: role({ fields: ['~secret'] }),
    all: role({}),
    filtered: role({ query: '{"match_all":{}}' }),
  };
  const access = (name: string, filtersDocuments: boolean) =>
    accessOf(
      { username: 'ann', roles: [name], id: 'ann', kind: 'basic' },
      {
        defined,
        heeded: filtersDocuments ? undefined : new Set<string>(),
      },
    );
  const open = (name: string, filters: boolean, action: string): boolean => {
    const found = access(name, filters);
    try {
      found.check(action, ['ab']);
    } catch (error) {
      expect(String(error)).toMatch(/documents or fields are hidden from the user|when FLS or DLS/);
      expect(found.allows(action, 'ab')).toBe(false);
      return false;
    }
    expect(found.allows(action, 'ab')).toBe(true);
    return true;
  };
  for (const action of [...heedsBoth, ...heedOnlyFields]) {
    expect([action, open('some', true, action), open('some', false, action)]).toEqual([action, true, false]);
    expect([action, open('all', false, action)]).toEqual([action, true]);
  }
  for (const action of heedsBoth)
    expect([action, open('filtered', true, action), open('filtered', false, action)]).toEqual([
      action,
      true,
      false,
    ]);
  for (const action of refused)
    expect([action, open('some', true, action), open('filtered', true, action)]).toEqual([
      action,
      false,
      false,
    ]);
  expect(access('some', true).fieldRules(['b'])).toBe(undefined);
  expect(access('some', true).fieldRules(['b', 'a'])).toEqual({ includes: [], excludes: ['secret'] });
});
