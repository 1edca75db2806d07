import type { TestApp } from '@sextant/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { emptyCluster } from '../support/cluster.ts';
import { type Any, type Ask, securedApp } from './partial-suite.ts';

const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;

type Page = {
  readonly _scroll_id: string;
  readonly pit_id: string;
  readonly hits: { readonly hits: readonly { readonly _source: Any }[] };
};

let app: TestApp | undefined;
let ask: Ask;

/** The id with each of the small numbers in it replaced: they say which context of the cluster is meant. */
function forged(id: string): string[] {
  const at = id.lastIndexOf('.') + 1;
  const bytes = Buffer.from(id.slice(at), 'base64url');
  const found: string[] = [];
  for (let place = 0; place + 8 <= bytes.length; place++) {
    const number = bytes.readBigInt64BE(place);
    if (number < 1n || number > 100_000n) continue;
    for (let other = number - 3n; other <= number + 3n; other++) {
      const changed = Buffer.from(bytes);
      changed.writeBigInt64BE(other, place);
      const text = changed.toString('base64url');
      if (other !== number) found.push(id.slice(0, at) + text.padEnd(id.length - at, '='));
    }
  }
  return [...found, ...found.map((one) => one.slice(at))];
}

describe.skipIf(cluster === undefined)(
  'ids of scrolls and points in time over OpenSearch (needs SEXTANT_TEST_OPENSEARCH_URL)',
  () => {
    beforeAll(async () => {
      await emptyCluster(clientOf(cluster!));
      ({ app, ask } = await securedApp(cluster));
      for (const index of ['open', 'shut']) {
        for (const id of ['1', '2', '3']) {
          await ask('admin', 'PUT', `/${index}/_doc/${id}?refresh=true`, { of: index });
        }
      }
      const indices = [{ names: ['open'], privileges: ['*'] }];
      await ask('admin', 'PUT', '/_security/role/olga', { cluster: ['*'], indices });
      const account = { password: 'Str0ng-Enough-Phrase!', roles: ['olga'] };
      expect((await ask('admin', 'PUT', '/_security/user/olga', account)).status).toBe(201);
    }, 60_000);
    afterAll(async () => {
      await app?.close();
      await emptyCluster(clientOf(cluster!));
    });

    test('an id that names an open index and the number of a context of another index leads nowhere', async () => {
      const shut = await ask('admin', 'POST', '/shut/_search?scroll=1m', { size: 1 });
      const own = await ask('olga', 'POST', '/open/_search?scroll=1m', { size: 1 });
      await ask('admin', 'POST', '/shut/_search/point_in_time?keep_alive=1m');
      const pit = await ask('olga', 'POST', '/open/_search/point_in_time?keep_alive=1m');
      await ask('admin', 'POST', '/shut/_search/point_in_time?keep_alive=1m');
      const ids = forged(own.json<Page>()._scroll_id);
      expect(ids.length).toBeGreaterThan(5);
      for (const id of [...ids, shut.json<Page>()._scroll_id]) {
        const answer = await ask('olga', 'POST', '/_search/scroll', { scroll_id: id });
        expect(answer.text).toMatch(/security_exception|Cannot parse/);
        const ended = await ask('olga', 'DELETE', '/_search/scroll', { scroll_id: [id] });
        expect(ended.text).toMatch(/security_exception|Cannot parse/);
      }
      const pits = forged(pit.json<Page>().pit_id);
      expect(pits.length).toBeGreaterThan(5);
      for (const id of pits) {
        const answer = await ask('olga', 'POST', '/_search', { pit: { id } });
        expect(answer.text).toMatch(/security_exception|invalid id/);
        const lines = `{}\n${JSON.stringify({ pit: { id } })}\n`;
        expect((await ask('olga', 'POST', '/_msearch', lines)).text).not.toContain('"hits"');
        for (const [method, path] of [
          ['GET', '/_cat/pit_segments'],
          ['DELETE', '/_search/point_in_time'],
        ] as const) {
          const refused = await ask('olga', method, path, { pit_id: [id] });
          expect([method, refused.text]).toEqual([
            method,
            expect.stringMatching(/security_exception|invalid id/),
          ]);
        }
      }
    });

    test('with the ids that he was given the caller gets on, and the administrator too', async () => {
      for (const user of ['olga', 'admin']) {
        let page = (await ask('olga', 'POST', '/open/_search?scroll=1m', { size: 1 })).json<Page>();
        for (let left = 2; left > 0; left--) {
          page = (
            await ask(user, 'POST', '/_search/scroll', { scroll_id: page._scroll_id, scroll: '1m' })
          ).json();
          expect(page.hits.hits).toMatchObject([{ _source: { of: 'open' } }]);
        }
        const { pit_id: id } = (
          await ask('olga', 'POST', '/open/_search/point_in_time?keep_alive=1m')
        ).json<Page>();
        const pinned = (await ask(user, 'POST', '/_search', { pit: { id } })).json<Page>();
        expect(pinned.hits.hits).toHaveLength(3);
        const again = (await ask(user, 'POST', '/_search', { pit: { id: pinned.pit_id } })).json<Page>();
        expect(again.hits.hits).toHaveLength(3);
        const lines = `{}\n${JSON.stringify({ pit: { id } })}\n`;
        const several = (await ask(user, 'POST', '/_msearch', lines)).json<{ responses: Page[] }>();
        expect(several.responses[0]?.hits.hits).toHaveLength(3);
        expect((await ask(user, 'GET', '/_cat/pit_segments', { pit_id: [id] })).text).toContain('open');
        const { pits } = (await ask('olga', 'GET', '/_search/point_in_time/_all')).json<{ pits: Page[] }>();
        for (const pit of pits) {
          expect((await ask('olga', 'POST', '/_search', { pit: { id: pit.pit_id } })).status).toBe(200);
        }
        const ended = await ask(user, 'DELETE', '/_search/point_in_time', { pit_id: [id] });
        expect(ended.json()).toMatchObject({ pits: [{ successful: true }] });
        expect((await ask(user, 'DELETE', `/_search/scroll/${page._scroll_id}`)).status).toBe(200);
      }
      const opened = (await ask('olga', 'POST', '/open/_pit?keep_alive=1m')).json<{ id: string }>();
      expect((await ask('olga', 'POST', '/_search', { pit: { id: opened.id } })).status).toBe(200);
      expect((await ask('olga', 'DELETE', '/_pit', { id: opened.id })).json()).toMatchObject({
        num_freed: 1,
      });
    });
  },
);
