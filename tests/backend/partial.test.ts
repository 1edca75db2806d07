import { SeededRandom } from '@sextant/base/testing';
import type { TestApp } from '@sextant/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { emptyCluster } from '../support/cluster.ts';
import {
  type Any,
  type Ask,
  comparable,
  fillPartial,
  leaks,
  randomSearch,
  securedApp,
  users,
} from './partial-suite.ts';

const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;
/** More of them, with a seed that nobody tried, for a longer proof. */
const rounds = Number(process.env.SEXTANT_PARTIAL_ROUNDS ?? 100);
const seed = Number(process.env.SEXTANT_PARTIAL_SEED ?? 20_261_126);

const apps: TestApp[] = [];
let embedded: Ask;
let ask: Ask;

describe.skipIf(cluster === undefined)(
  'parts of an index over OpenSearch (needs SEXTANT_TEST_OPENSEARCH_URL)',
  () => {
    beforeAll(async () => {
      await emptyCluster(clientOf(cluster!));
      const [here, there] = [await securedApp(), await securedApp(cluster!)];
      apps.push(here.app, there.app);
      embedded = here.ask;
      ask = there.ask;
      await fillPartial(embedded);
      await fillPartial(ask);
    }, 120_000);
    afterAll(async () => {
      for (const app of apps) await app.close();
      await emptyCluster(clientOf(cluster!));
    });

    test(
      'whatever is asked, the answer is that of the embedded engine, and tells of nothing hidden',
      async () => {
        const random = new SeededRandom(seed);
        let same = 0;
        for (let round = 0; round < rounds; round++) {
          const user = Object.values(users)[random.below(3)]!;
          const body = randomSearch(random);
          const text = JSON.stringify(body);
          // OpenSearch counts the terms of all found documents there, also of deleted ones, in each of the filters.
          if (text.includes('"missing"') && text.includes('"filters"')) continue;
          const path = random.below(4) === 0 ? '/other/_search' : '/all/_search';
          const [expected, found] = [
            await embedded(user, 'POST', path, body),
            await ask(user, 'POST', path, body),
          ];
          if (path.startsWith('/all'))
            expect([seed, round, user, body, leaks(user, found.text)]).toEqual([
              seed,
              round,
              user,
              body,
              undefined,
            ]);
          // What is refused here alone is refused by name.
          if (found.status === 403) {
            expect([seed, round, found.text]).toEqual([
              seed,
              round,
              expect.stringContaining('security_exception'),
            ]);
            continue;
          }
          same++;
          expect([seed, round, user, path, body, comparable(found)]).toEqual([
            seed,
            round,
            user,
            path,
            body,
            comparable(expected),
          ]);
        }
        expect(same).toBeGreaterThan(rounds / 2);
      },
      Math.max(120_000, rounds * 500),
    );

    test('documents by id show what is seen of them, and what is hidden is not there', async () => {
      type Hit = { _id: string; _index: string };
      const all = (await ask('admin', 'POST', '/all/_search', { size: 300 })).json<{
        hits: { hits: Hit[] };
      }>().hits.hits;
      for (const user of Object.values(users)) {
        for (const { _id } of all.slice(0, 12)) {
          for (const path of [
            `/all/_doc/${_id}`,
            `/all/_source/${_id}`,
            `/all/_doc/${_id}?_source=false`,
            `/all/_doc/${_id}?stored_fields=secretn`,
            '/all/_doc/none',
            '/all/_source/none',
          ]) {
            const [expected, found] = [await embedded(user, 'GET', path), await ask(user, 'GET', path)];
            expect([user, path, leaks(user, found.text), comparable(found)]).toEqual([
              user,
              path,
              undefined,
              comparable(expected),
            ]);
            expect((await ask(user, 'HEAD', path)).status).toBe(found.status);
          }
        }
        const ids = [...all.map((hit) => hit._id), 'none'];
        const [expected, found] = [
          await embedded(user, 'POST', '/all/_mget', { ids }),
          await ask(user, 'POST', '/all/_mget', { ids }),
        ];
        expect([user, leaks(user, found.text), comparable(found)]).toEqual([
          user,
          undefined,
          comparable(expected),
        ]);
        expect(found.text).toContain('"found":true');
      }
      expect((await ask(users.dls, 'GET', '/all/_doc/none?version=3')).status).toBe(404);
      const hidden = (await ask('admin', 'POST', '/all/_search', { query: { term: { team: 'y' } } })).json<{
        hits: { hits: Hit[] };
      }>().hits.hits[0]!._id;
      expect((await ask(users.dls, 'GET', `/all/_doc/${hidden}?version=77`)).status).toBe(404);
      const versions = { docs: [{ _id: hidden, version: 77 }] };
      expect((await ask(users.dls, 'POST', '/all/_mget', versions)).text).toContain('security_exception');
      expect(
        (await ask('admin', 'PUT', '/all/_doc/moving?refresh=true', { team: 'x', text: 'first' })).status,
      ).toBe(201);
      await ask('admin', 'PUT', '/all/_doc/moving', { team: 'y', text: 'onlyy' });
      expect((await ask(users.dls, 'GET', '/all/_doc/moving')).text).not.toContain('onlyy');
      await ask('admin', 'DELETE', '/all/_doc/moving?refresh=true');
    });

    test('counts, scrolls, points in time, several searches, templates and searches by parameters tell no more', async () => {
      type Page = { _scroll_id: string; hits: { total: { value: number }; hits: unknown[] } };
      const query = { term: { team: 'x' } };
      const visible = (await ask('admin', 'POST', '/all/_count', { query })).json<{ count: number }>().count;
      const whole = (await ask('admin', 'POST', '/all/_count')).json<{ count: number }>().count;
      for (const user of Object.values(users)) {
        const total = user === users.fls ? whole : visible;
        const quiet = async (method: string, path: string, body?: object | string) => {
          const answer = await ask(user, method, path, body);
          expect([
            user,
            path,
            answer.status,
            leaks(user, answer.text),
            answer.status === 200 ? answer.text.includes('not-there') : answer.text,
          ]).toEqual([user, path, 200, undefined, false]);
          return answer;
        };
        expect((await quiet('GET', '/all/_count')).json().count).toBe(total);
        expect(
          (
            await quiet('GET', '/all/_count?q=*:*'.replace('?q=*:*', user === users.dls ? '?q=*:*' : ''))
          ).json().count,
        ).toBe(total);
        expect((await quiet('GET', '/_cat/count/all?h=count')).text.trim()).toBe(String(total));
        await quiet(
          'GET',
          '/all/_search?size=300&sort=n:desc&docvalue_fields=n,secretn,nick&stored_fields=secretn',
        );
        await quiet('POST', '/a*/_search', {
          size: 300,
          fields: ['t*', 'secret*', 'nick', 'mask*', 'obj.*', 'parts.*'],
          highlight: { fields: { '*': {} }, require_field_match: false },
          query: { match: { text: 'word1 word2' } },
        });
        let page = (await quiet('POST', '/all/_search?scroll=1m', { size: 20, sort: ['n'] })).json<Page>();
        let count = 0;
        const scroll = page._scroll_id;
        while (page.hits.hits.length > 0) {
          count += page.hits.hits.length;
          page = (
            await quiet('POST', '/_search/scroll', { scroll_id: page._scroll_id, scroll: '1m' })
          ).json<Page>();
        }
        expect(count).toBe(total);
        await quiet('DELETE', '/_search/scroll', { scroll_id: scroll });
        const pit = (await quiet('POST', '/all/_search/point_in_time?keep_alive=1m')).json<{
          pit_id: string;
        }>();
        const inPit = await quiet('POST', '/_search', {
          size: 300,
          track_total_hits: true,
          pit: { id: pit.pit_id },
        });
        expect(inPit.json<Page>().hits.total.value).toBe(total);
        await quiet('DELETE', '/_search/point_in_time', { pit_id: [pit.pit_id] });
        const lines =
          '{"index":"all"}\n{"size":300,"track_total_hits":true}\n{"index":"other"}\n{"size":0}\n{"index":"a*"}\n{"track_total_hits":true,"aggs":{"g":{"global":{},"aggs":{"t":{"terms":{"field":"team"}}}}}}\n';
        const several = (await ask(user, 'POST', '/_msearch', lines)).json<{ responses: Page[] }>().responses;
        expect([several[0], several[2]].map((one) => one?.hits.total.value)).toEqual([total, total]);
        expect([leaks(user, JSON.stringify([several[0], several[2]]))]).toEqual([undefined]);
        await quiet('POST', '/all/_search/template', { source: { size: 300, query: { match_all: {} } } });
        const inner = { nested: { path: 'parts', query: { match_all: {} }, inner_hits: { size: 9 } } };
        await quiet('POST', '/all/_search', { query: inner, size: 50 });
        const both = (await ask(user, 'POST', '/all,other/_search', { track_total_hits: true })).json<Page>();
        const others = (await ask('admin', 'POST', '/other/_count')).json<{ count: number }>().count;
        expect(both.hits.total.value).toBe(total + others);
      }
    });

    test('with a scroll that somebody began who sees more nobody gets on', async () => {
      const begun = await ask('admin', 'POST', '/all/_search?scroll=1m', { size: 5 });
      const { _scroll_id: id } = begun.json<{ _scroll_id: string }>();
      for (const user of Object.values(users)) {
        for (const given of [id, `${'a'.repeat(43)}.${id}`]) {
          const answer = await ask(user, 'POST', '/_search/scroll', { scroll_id: given, scroll: '1m' });
          expect([user, answer.status, answer.text.includes('hits')]).toEqual([user, 403, false]);
          expect((await ask(user, 'GET', `/_search/scroll?scroll_id=${given}`)).status).toBe(403);
        }
      }
      const own = await ask(users.dls, 'POST', '/all/_search?scroll=1m', { size: 5 });
      const { _scroll_id: sealed } = own.json<{ _scroll_id: string }>();
      expect((await ask(users.both, 'POST', '/_search/scroll', { scroll_id: sealed })).status).toBe(403);
      expect((await ask('admin', 'POST', '/_search/scroll', { scroll_id: sealed })).status).toBe(200);
    });

    test('what would tell of hidden documents or fields in another way is refused by name', async () => {
      const lookup = { terms: { tag: { index: 'all', id: '1', path: 'tag' } } };
      const bodies: readonly [string, Any][] = [
        ['suggest', { suggest: { s: { text: 'onlyz', term: { field: 'text' } } } }],
        ['explain', { explain: true }],
        ['profile', { profile: true }],
        ['min_doc_count: 0', { aggs: { a: { terms: { field: 'team', min_doc_count: 0 } } } }],
        ['significant_terms', { aggs: { a: { significant_terms: { field: 'team' } } } }],
        ['lookup', { query: lookup }],
        ['lookup', { post_filter: lookup }],
        ['wrapper', { query: { wrapper: { query: Buffer.from('{"match_all":{}}').toString('base64') } } }],
        ['more_like_this', { query: { more_like_this: { like: 'x', fields: ['text'] } } }],
        ['no_such', { query: { bool: { must: [{ no_such: {} }] } } }],
        ['children', { aggs: { a: { children: { type: 'child' } } } }],
        ['derived', { derived: {} }],
        ['ext', { ext: {} }],
      ];
      const ofDocuments: readonly [string, Any][] = [
        ['rank_feature without a pivot', { query: { rank_feature: { field: 'rank' } } }],
        ['script', { query: { script: { script: 'true' } } }],
        ['script', { query: { intervals: { text: { match: { query: 'x', filter: { script: 'true' } } } } } }],
      ];
      const ofFields: readonly [string, Any][] = [
        ['script', { query: { script: { script: 'true' } } }],
        ['script', { aggs: { a: { terms: { script: 'params._source.secret' } } } }],
        ['script', { sort: [{ _script: { type: 'number', script: "doc['secretn'].value" } }] }],
        ['script_fields', { script_fields: { a: { script: 'params._source.secret' } } }],
        ['scripted_metric', { aggs: { a: { scripted_metric: {} } } }],
        ['query_string', { query: { query_string: { query: 'secret:*' } } }],
        ['multi_match without fields', { query: { multi_match: { query: 'hush1' } } }],
        ['secret*', { query: { multi_match: { query: 'hush1', fields: ['secret*'] } } }],
        ['exists: obj', { query: { exists: { field: 'obj' } } }],
        ['use_field', { query: { intervals: { text: { match: { query: 'x', use_field: 'secret' } } } } }],
      ];
      for (const user of Object.values(users)) {
        const own = [
          ...bodies,
          ...(user === users.fls ? [] : ofDocuments),
          ...(user === users.dls ? [] : ofFields),
        ];
        for (const [name, body] of own) {
          const answer = await ask(user, 'POST', '/all/_search', body);
          expect([user, body, answer.status, answer.text]).toEqual([
            user,
            body,
            403,
            expect.stringContaining(`[${name}]`),
          ]);
          const lines = `{"index":"all"}\n${JSON.stringify(body)}\n`;
          expect((await ask(user, 'POST', '/_msearch', lines)).text).toContain('security_exception');
        }
        const others: readonly [string, string, object?][] = [
          ['POST', '/all/_update/1?_source=true', { doc: { n: 1 } }],
          ['GET', '/all/_explain/1', { query: { match_all: {} } }],
          ['GET', '/all/_termvectors/1'],
          [
            'POST',
            '/all/_rank_eval',
            { requests: [{ id: 'a', request: {}, ratings: [] }], metric: { dcg: {} } },
          ],
          ['GET', '/all/_validate/query?rewrite=true', { query: { prefix: { team: 'y' } } }],
          ['POST', '/all/_update_by_query', {}],
          ['PUT', '/all/_clone/copy'],
          ['POST', '/_reindex', { source: { index: 'all' }, dest: { index: 'copy' } }],
          ['GET', '/all/_search?suggest_field=text&suggest_text=x'],
          ['GET', '/all/_search?search_pipeline=x'],
          ['PUT', '/all/_mapping', { derived: { d: { type: 'keyword', script: "emit('x')" } } }],
          ['PUT', '/all/_alias/copy', { filter: { prefix: { secret: 'x' } } }],
          [
            'POST',
            '/_aliases',
            { actions: [{ add: { index: 'a*', alias: 'copy', filter: { term: { n: 1 } } } }] },
          ],
        ];
        for (const [method, path, body] of others) {
          const answer = await ask(user, method, path, body);
          expect([user, path, answer.status, answer.text]).toEqual([
            user,
            path,
            403,
            expect.stringContaining('security_exception'),
          ]);
        }
        const filter = { term: { team: { index: 'all', id: '1', path: 'team' } } };
        expect((await ask(user, 'POST', '/other/_search', { query: { terms: filter.term } })).status).toBe(
          403,
        );
      }
    });

    test('what is joined, sorted by an unseen name, or deleted by query, is so among the seen documents', async () => {
      await ask('admin', 'PUT', '/all/_doc/p1?routing=1', { team: 'x', tag: 'p', joined: 'parent' });
      await ask('admin', 'PUT', '/all/_doc/c1?routing=1', {
        team: 'y',
        tag: 'c',
        joined: { name: 'child', parent: 'p1' },
      });
      await ask('admin', 'PUT', '/all/_doc/p2?routing=1', { team: 'x', tag: 'p', joined: 'parent' });
      await ask('admin', 'PUT', '/all/_doc/c2?routing=1&refresh=true', {
        team: 'x',
        tag: 'c',
        joined: { name: 'child', parent: 'p2' },
      });
      const children = { has_child: { type: 'child', query: { match_all: {} }, inner_hits: {} } };
      const found = await ask(users.dls, 'POST', '/all/_search', { query: children });
      expect(found.json()).toMatchObject({ hits: { hits: [{ _id: 'p2' }] } });
      expect(found.text).not.toContain('"c1"');
      expect((await ask('admin', 'POST', '/all/_count', { query: children })).json().count).toBe(2);
      const sorted = await ask(users.fls, 'POST', '/all/_search', { sort: ['secretn'] });
      expect([sorted.status, sorted.text]).toEqual([
        400,
        expect.stringContaining('No mapping found for [secretn]'),
      ]);
      const deleted = await ask(users.dls, 'POST', '/all/_delete_by_query?refresh=true', {
        query: { terms: { tag: ['c', 'p'] } },
      });
      expect(deleted.json()).toMatchObject({ deleted: 3 });
      expect((await ask('admin', 'GET', '/all/_doc/c1?routing=1')).status).toBe(200);
      await ask('admin', 'DELETE', '/all/_doc/c1?routing=1&refresh=true');
    });
  },
);
