import { type Route, routeTable } from '@sextant/contract';
import { indexNamingOf, type TestAnswer, type TestApp, type TestCall } from '@sextant/server/testing';
import { beforeAll, expect, test } from 'vitest';

const lined = { 'content-type': 'application/x-ndjson' };

/** What a row needs to get as far as its indices. */
const bodies: Readonly<Record<string, TestCall>> = {
  index: { body: { n: 1 } },
  index_auto_id: { body: { n: 1 } },
  create: { body: { n: 1 } },
  update: { body: { doc: { n: 1 } } },
  mget: { body: { ids: ['1'] } },
  bulk: { body: '{"index":{"_id":"7"}}\n{"n":7}\n', headers: lined },
  msearch: { body: '{}\n{}\n', headers: lined },
  delete_by_query: { body: { query: { match_all: {} } } },
  update_by_query: { body: { query: { match_all: {} } } },
  'indices.put_mapping': { body: { properties: { n: { type: 'long' } } } },
  'indices.put_settings': { body: { 'index.refresh_interval': '1s' } },
  'indices.put_alias_by_body': { body: { alias: 'a-named' } },
  search_template: { body: { source: { query: { match_all: {} } } } },
  msearch_template: { body: '{}\n{"source":{}}\n', headers: lined },
  explain: { body: { query: { match_all: {} } } },
  termvectors: { body: { doc: {} } },
  mtermvectors: { body: { ids: ['1'] } },
  rank_eval: { body: { requests: [{ id: 'a', request: {}, ratings: [] }], metric: { dcg: {} } } },
  'indices.split': { body: { settings: { 'index.number_of_shards': 2 } } },
  'replication.start': { body: { leader_alias: 'r', leader_index: 'l' } },
  'replication.resume': { body: {} },
  'replication.stop': { body: {} },
  'replication.update': { body: { settings: { 'index.number_of_replicas': 0 } } },
  'indices.analyze': { body: { text: 'x', analyzer: 'standard' } },
};

const otherValues: Readonly<Record<string, string>> = {
  id: '1',
  name: 'a-named',
  target: 'a-resized',
  metric: '_all',
  block: 'write',
  fields: '*',
};

const queries: Readonly<Record<string, string>> = {
  field_caps: '?fields=*',
  create_pit: '?keep_alive=1m',
  open_point_in_time: '?keep_alive=1m',
};

/** Rows whose operations are judged one by one. */
const itemRows: ReadonlySet<string> = new Set([
  'bulk',
  'mget',
  'msearch',
  'msearch_template',
  'mtermvectors',
]);

/** Every row that names indices with a right on indices. */
const rows = routeTable.filter(
  ({ name, privilege }) => indexNamingOf(name) !== undefined && privilege.startsWith('indices:'),
);

function pathOf({ name, paths }: Route, expression: string): string {
  const param = indexNamingOf(name)?.param ?? 'index';
  const pattern = paths.find((path) => path.includes(`{${param}}`))!;
  const path = pattern.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(key === param ? expression : otherValues[key]!),
  );
  return `${path}${queries[name] ?? ''}`;
}

/** Whether the answer, or its one item, says that the caller may not. */
function isRefused(row: Route, answer: TestAnswer): boolean {
  if (itemRows.has(row.name)) return answer.status === 200 && answer.text.includes('security_exception');
  return answer.status === 403 && (row.methods[0] === 'HEAD' || answer.text.includes('security_exception'));
}

/**
 * What a caller with all rights on `a*` and no others reaches, over any backend. `app` may be asked once the suite runs;
 * its gate knows `Authorization: a` and `Authorization: all`.
 */
export function accessSuite(app: () => TestApp): void {
  const call = (as: 'a' | 'all', method: string, path: string, options: TestCall = {}): Promise<TestAnswer> =>
    app().call(method, path, { ...options, headers: { ...options.headers, authorization: as } });
  const count = async (path: string, as: 'a' | 'all' = 'a'): Promise<unknown> =>
    (await call(as, 'GET', path)).json().count;

  beforeAll(async () => {
    for (const name of ['a-1', 'a-2', 'secret', 'other']) {
      const settings = { number_of_replicas: 0 };
      expect((await call('all', 'PUT', `/${name}`, { body: { settings } })).status).toBe(200);
      for (const id of ['1', '2']) {
        await call('all', 'PUT', `/${name}/_doc/${id}?refresh=true`, { body: { n: 1, word: `${name}word` } });
      }
    }
    const actions = [
      { add: { index: 'secret', alias: 'a-x' } },
      { add: { index: 'a-1', alias: 'a-own', filter: { ids: { values: ['1'] } } } },
      { add: { indices: ['a-2', 'secret'], alias: 'a-both' } },
      { add: { index: 'a-2', alias: 'a-writes', is_write_index: true } },
      { add: { index: 'secret', alias: 'a-writes' } },
      { add: { index: 'a-1', alias: 'foreign' } },
    ];
    expect((await call('all', 'POST', '/_aliases', { body: { actions } })).status).toBe(200);
  });

  test('every row refuses an index by its name, also one that is not there, and behind an alias', async () => {
    for (const row of rows) {
      const method = row.methods[0]!;
      for (const name of ['secret', 'missing', 'a-x', 'a-1,secret', '*,secret']) {
        // Making an index under the name of an alias is not about what is behind it.
        if (row.name === 'indices.create' && name === 'a-x') continue;
        if (indexNamingOf(row.name)?.target !== 'many' && name.includes(',')) continue;
        const answer = await call('a', method, pathOf(row, name), bodies[row.name]);
        expect([row.name, name, answer.status, answer.text, isRefused(row, answer)]).toEqual([
          row.name,
          name,
          answer.status,
          answer.text,
          true,
        ]);
      }
    }
    expect((await call('all', 'GET', '/secret/_settings?flat_settings')).text).not.toContain('blocks');
    expect(await count('/secret/_count', 'all')).toBe(2);
  });

  test('every row lets the caller do to his own what his role says', async () => {
    const destroying = new Set(['indices.delete', 'indices.close', 'indices.add_block', 'delete']);
    await call('all', 'PUT', '/a-3', { body: { settings: { number_of_replicas: 0 } } });
    for (const row of rows.filter(({ name }) => !destroying.has(name))) {
      const name = row.name === 'indices.create' ? `a-made-${row.methods[0]}`.toLowerCase() : 'a-3';
      const answer = await call('a', row.methods[0]!, pathOf(row, name), bodies[row.name]);
      expect([row.name, answer.text.includes('security_exception'), answer.status === 403]).toEqual([
        row.name,
        false,
        false,
      ]);
    }
    for (const made of ['a-made-put', 'a-3']) await call('all', 'DELETE', `/${made}`);
  });

  test('patterns and silence mean what the caller may use, and nothing of the rest is shown', async () => {
    const reads = rows.filter(({ name, methods }) => {
      const { target, unnamed } = indexNamingOf(name)!;
      return target === 'many' && unnamed !== 'none' && methods[0] === 'GET' && !itemRows.has(name);
    });
    expect(reads.length).toBeGreaterThan(15);
    for (const row of reads) {
      const param = indexNamingOf(row.name)!.param;
      const unnamed = row.paths.find((path) => !path.includes(`{${param}}`) && !path.includes('{'));
      const named = ['*', '_all', 's*', '*,-a-1', '*,-secret'].map((name) => pathOf(row, name));
      for (const path of [...named, ...(unnamed === undefined ? [] : [unnamed])]) {
        const answer = await call(
          'a',
          'GET',
          row.name === 'field_caps' && !path.includes('?') ? `${path}?fields=*` : path,
        );
        expect([path, answer.status, /secret|"other"/.test(answer.text)]).toEqual([
          path,
          answer.status,
          false,
        ]);
      }
    }
    expect(await count('/_count')).toBe(4);
    expect(await count('/*/_count')).toBe(4);
    expect(await count('/*,-a-1/_count')).toBe(2);
    expect(await count('/s*/_count')).toBe(0);
    expect((await call('a', 'GET', '/s*/_count?allow_no_indices=false')).status).toBe(404);
    const found = await call('a', 'GET', '/*/_search?q=word:secretword');
    expect(found.json<{ hits: { hits: unknown[] } }>().hits.hits).toEqual([]);
  });

  test('an alias counts as its indices, keeps its filter, and is narrowed under a pattern', async () => {
    expect(await count('/a-own/_count')).toBe(1);
    expect(await count('/foreign/_count')).toBe(2);
    expect(await count('/a-ow*/_count')).toBe(1);
    expect(await count('/a-bot*/_count')).toBe(2);
    expect((await call('a', 'GET', '/a-both/_count')).status).toBe(403);
    expect((await call('a', 'GET', '/a-x/_doc/1')).status).toBe(403);
  });

  test('a write by an alias is judged by the index that it goes to', async () => {
    const own = await call('a', 'PUT', '/a-writes/_doc/9?refresh=true', { body: { n: 9 } });
    expect([own.status, own.json()._index]).toEqual([201, 'a-2']);
    expect((await call('a', 'DELETE', '/a-2/_doc/9?refresh=true')).status).toBe(200);
    expect((await call('a', 'PUT', '/a-x/_doc/9', { body: { n: 9 } })).status).toBe(403);
    expect((await call('a', 'PUT', '/elsewhere/_doc/9', { body: { n: 9 } })).status).toBe(403);
  });

  test('date math is worked out before a name is judged; another cluster is refused', async () => {
    const escaped = (name: string): string => encodeURIComponent(name);
    expect((await call('a', 'GET', `/${escaped('<secret>')}/_count`)).status).toBe(403);
    expect((await call('a', 'GET', `/${escaped('<a-1>')}/_count`)).json().count).toBe(2);
    expect((await call('a', 'GET', `/${escaped('<a-{now/d}>')}/_count`)).status).toBe(404);
    const far = await call('all', 'GET', '/far:a-1/_search');
    expect([far.status, far.text]).toEqual([400, expect.stringContaining('calls do not cross clusters')]);
  });

  test('operations of a bulk are judged one by one and told in their place', async () => {
    const lines = [
      { index: { _index: 'a-1', _id: '8' } },
      { n: 8 },
      { index: { _index: 'secret', _id: '8' } },
      { n: 8 },
      { delete: { _index: 'a-x', _id: '1' } },
      { update: { _index: 'a-both', _id: '1' } },
      { doc: { n: 3 } },
      { delete: { _index: 'a-1', _id: '8' } },
      { create: { _index: '.sextant-security', _id: '1' } },
      { n: 8 },
    ];
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const answer = await call('a', 'POST', '/_bulk', { body, headers: lined });
    const { items, errors } = answer.json<{
      items: Record<string, { status: number; _index: string }>[];
      errors: boolean;
    }>();
    const shown = items.map((item) =>
      Object.entries(item).map(([kind, { status, _index }]) => [kind, _index, status]),
    );
    expect([answer.status, errors, shown.flat()]).toEqual([
      200,
      true,
      [
        ['index', 'a-1', 201],
        ['index', 'secret', 403],
        ['delete', 'a-x', 403],
        ['update', 'a-both', 400],
        ['delete', 'a-1', 200],
        ['create', '.sextant-security', 403],
      ],
    ]);
    const alone = await call('a', 'POST', '/secret/_bulk', {
      body: '{"delete":{"_id":"1"}}\n',
      headers: lined,
    });
    expect(alone.json()).toMatchObject({ errors: true, items: [{ delete: { status: 403 } }] });
    expect((await call('all', 'GET', '/secret/_doc/1')).status).toBe(200);
    const narrow = await call('a', 'POST', '/_bulk?filter_path=items.*.status', { body, headers: lined });
    expect(narrow.json()).toEqual({
      items: [201, 403, 403, 400, 200, 403].map((status, i) => ({
        [Object.keys(items[i]!)[0]!]: { status },
      })),
    });
  });

  test('documents of a multi get and searches of a multi search are judged one by one', async () => {
    const docs = ['secret', 'a-1', 'a-x', 'a-both', '.sextant-security', '<a-2>', 'a-1'].map((_index) => ({
      _index,
      _id: '1',
    }));
    const got = (await call('a', 'POST', '/_mget', { body: { docs } })).json<{
      docs: { found?: boolean; error?: { type: string } }[];
    }>();
    expect(got.docs.map((doc) => doc.error?.type ?? doc.found)).toEqual([
      'security_exception',
      true,
      'security_exception',
      'security_exception',
      'security_exception',
      true,
      true,
    ]);
    const none = await call('a', 'POST', '/secret/_mget', { body: { ids: ['1', '2'] } });
    expect(none.text).not.toContain('secretword');
    const headers = [
      { index: 'secret' },
      { index: 'a-1' },
      {},
      { index: ['a-x', 'a-1'] },
      { index: '.sextant-security' },
      { index: 's*' },
    ];
    const body = headers.map((header) => `${JSON.stringify(header)}\n{"track_total_hits":true}\n`).join('');
    const found = (await call('a', 'POST', '/_msearch', { body, headers: lined })).json<{
      responses: { status: number; hits?: { total: { value: number } } }[];
    }>();
    expect(found.responses.map(({ status, hits }) => [status, hits?.total.value])).toEqual([
      [403, undefined],
      [200, 2],
      [200, 4],
      [403, undefined],
      [403, undefined],
      [200, 0],
    ]);
  });

  test('one action of aliases that is not allowed refuses all of them', async () => {
    for (const action of [
      { add: { index: 'secret', alias: 'a-new' } },
      { add: { indices: ['a-1', 'secret'], alias: 'a-new' } },
      { remove: { index: 'secret', alias: 'a-x' } },
      { remove_index: { index: 'secret' } },
      { add: { index: 'a-1', alias: '.sextant-security' } },
      { add: { index: '.sextant-security', alias: 'a-new' } },
    ]) {
      const actions = [{ add: { index: 'a-1', alias: 'a-new' } }, action];
      const answer = await call('a', 'POST', '/_aliases', { body: { actions } });
      expect([action, answer.status]).toEqual([action, 403]);
    }
    expect((await call('all', 'GET', '/_alias/a-new')).status).toBe(404);
    const all = await call('a', 'POST', '/_aliases', {
      body: { actions: [{ add: { index: '*', alias: 'a-new' } }] },
    });
    expect(all.status).toBe(200);
    const named = (await call('all', 'GET', '/_alias/a-new')).json();
    expect(Object.keys(named).sort()).toEqual(['a-1', 'a-2']);
    expect((await call('a', 'PUT', '/a-1/_alias/a-hop', { body: { index: 'secret' } })).status).toBe(403);
    expect((await call('a', 'DELETE', '/*/_alias/a-new')).status).toBe(200);
  });

  test('an alias is judged by its own name too, whoever may use the index', async () => {
    const change = (kind: string, names: object): [string, string, TestCall] => [
      'POST',
      '/_aliases',
      { body: { actions: [{ [kind]: { index: 'a-1', ...names } }] } },
    ];
    const refused: readonly (readonly [string, string, TestCall?])[] = [
      ['PUT', '/a-1/_alias/b-new'],
      ['PUT', '/a-1/_alias/a-new', { body: { alias: 'b-new' } }],
      ['PUT', '/a-1/_alias', { body: { alias: 'b-new' } }],
      change('add', { alias: 'b-new' }),
      change('add', { aliases: ['a-new', 'b-new'] }),
      ['PUT', '/a-4', { body: { aliases: { 'a-new': {}, 'b-new': {} } } }],
      ['DELETE', '/a-1/_alias/foreign'],
      ['DELETE', '/a-1/_alias/a-own,foreign'],
      ['DELETE', '/a-1/_alias/f*'],
      ['DELETE', '/a-1/_alias/_all'],
      change('remove', { alias: 'foreign' }),
      change('remove', { aliases: ['a-own', '*'] }),
    ];
    for (const [method, path, options] of refused) {
      const answer = await call('a', method, path, options);
      expect([path, options, answer.status, answer.text]).toEqual([
        path,
        options,
        403,
        expect.stringContaining('no permissions for [indices:admin/aliases]'),
      ]);
    }
    const kept = (await call('all', 'GET', '/a-1/_alias')).json<{ 'a-1': { aliases: object } }>();
    expect(Object.keys(kept['a-1'].aliases).sort()).toEqual(['a-own', 'foreign']);
    expect((await call('all', 'HEAD', '/a-4')).status).toBe(404);
    const made = await call('a', 'PUT', '/a-4', { body: { aliases: { 'a-new': {} } } });
    expect([made.status, (await call('a', 'DELETE', '/a-4/_alias/a-n*')).status]).toEqual([200, 200]);
    await call('all', 'DELETE', '/a-4');
  });
}
