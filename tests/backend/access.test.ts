import { accessOf, type Gate, type TestApp, testApp } from '@sextant/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { emptyCluster } from '../support/cluster.ts';
import { accessSuite } from './access-suite.ts';

const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;

const everything = { description: '', cluster: ['*'], indices: [{ names: ['*'], privileges: ['*'] }] };
const roles = {
  all: everything,
  a: { ...everything, indices: [{ names: ['a*'], privileges: ['*'] }] },
};

/** Whoever asks has the role that he names. */
const gate: Gate = {
  authenticate: async ({ authorization = '' }) => ({
    id: authorization,
    username: authorization,
    roles: [authorization],
    kind: 'basic',
  }),
  access: (principal) => accessOf(principal, { defined: roles }),
};

let app: TestApp;

describe('embedded backend', () => {
  beforeAll(async () => {
    app = await testApp({ gate });
  });
  afterAll(() => app.close());

  accessSuite(() => app);

  test('a second write index is refused without names of indices that the caller may not see', async () => {
    const add = (as: string, index: string) => {
      const actions = [{ add: { index, alias: 'a-split', is_write_index: true } }];
      return app.call('POST', '/_aliases', { body: { actions }, headers: { authorization: as } });
    };
    expect((await add('all', 'secret')).status).toBe(200);
    const answer = await add('a', 'a-1');
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('write index [a-1]')]);
    expect((await add('all', 'a-1')).text).toContain('write index [a-1,secret]');
  });
});

describe.skipIf(cluster === undefined)('opensearch backend (needs SEXTANT_TEST_OPENSEARCH_URL)', () => {
  beforeAll(async () => {
    await emptyCluster(clientOf(cluster!));
    app = await testApp({ gate, openSearchUrl: cluster! });
  });
  afterAll(async () => {
    await app.close();
    await emptyCluster(clientOf(cluster!));
  });

  accessSuite(() => app);

  test('a search that looks up documents of another index needs the right to read there', async () => {
    const ask = async (as: string, index: string): Promise<number> => {
      const query = { terms: { word: { index, id: '1', path: 'word' } } };
      return (await app.call('POST', '/a-1/_search', { body: { query }, headers: { authorization: as } }))
        .status;
    };
    expect(await ask('a', 'a-2')).toBe(200);
    expect(await ask('a', 'secret')).toBe(403);
    expect(await ask('a', 'a-x')).toBe(403);
    expect(await ask('all', 'secret')).toBe(200);
    expect(await ask('all', '.sextant-security')).toBe(403);
  });
});
