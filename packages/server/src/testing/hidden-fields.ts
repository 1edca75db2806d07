import { SeededRandom } from '@sextant/base/testing';
import { expect } from 'vitest';
import type { TestAnswer } from './http-client.ts';
import { type TestApp, testApp } from './test-app.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
let app: TestApp;

export function as(user: string, method: string, path: string, body?: object | string): Promise<TestAnswer> {
  const word = user === 'admin' ? password : strong;
  const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
  return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
}

export const admin = (method: string, path: string, body?: object | string) =>
  as('admin', method, path, body);

const shownFields = {
  tag: { type: 'keyword' },
  n: { type: 'long' },
  text: { type: 'text', fields: { raw: { type: 'keyword' } } },
  obj: { properties: { seen: { type: 'keyword' } } },
  parts: { type: 'nested', properties: { k: { type: 'keyword' } } },
};
const allFields = {
  ...shownFields,
  secret: {
    type: 'text',
    fielddata: true,
    fields: { raw: { type: 'keyword' } },
    copy_to: ['everything', 'stored'],
  },
  everything: { type: 'text' },
  stored: { type: 'text', store: true },
  secretn: { type: 'long', store: true },
  nick: { type: 'alias', path: 'secretn' },
  flat: { type: 'flat_object' },
  when: { type: 'date', ignore_malformed: true },
  obj: { properties: { seen: { type: 'keyword' }, hidden: { type: 'keyword' } } },
  parts: { type: 'nested', properties: { k: { type: 'keyword' }, v: { type: 'long' } } },
  deep: { properties: { all: { type: 'nested', properties: { x: { type: 'keyword' } } } } },
};
const patterns = ['~secret*', '~obj.hidden', '~parts.v', '~deep', '~flat.low', '~when', '~free'];
const settings = { number_of_shards: 1, number_of_replicas: 0 };

/** The same documents with all fields, and with those alone that `ann` may see. */
async function fill(): Promise<void> {
  const random = new SeededRandom(7);
  await admin('PUT', '/all', { settings, mappings: { dynamic: 'false', properties: allFields } });
  await admin('PUT', '/seen', { settings, mappings: { dynamic: 'false', properties: shownFields } });
  for (let round = 0; round < 4; round++) {
    const lines = { all: '', seen: '' };
    for (let i = 0; i < 50; i++) {
      const n = round * 50 + i;
      const head = `${JSON.stringify({ index: { _id: String(n) } })}\n`;
      const parts = Array.from({ length: random.below(3) }, () => ({ k: `k${random.below(3)}` }));
      const seen = {
        tag: `t${random.below(6)}`,
        n,
        text: `word${random.below(5)} word${random.below(5)}`,
        obj: { seen: `s${random.below(4)}` },
        parts,
        flat: { high: 'up' },
      };
      const all = {
        ...seen,
        secret: `hush${random.below(5)} classified`,
        secretn: random.below(100),
        'secrets.dotted': 'classified',
        obj: { ...seen.obj, hidden: `classified${random.below(3)}` },
        parts: parts.map((part) => ({ ...part, v: random.below(9) })),
        deep: { all: [{ x: 'classified' }] },
        flat: { high: 'up', low: 'classified' },
        when: 'classified',
        free: { any: 'classified' },
      };
      lines.all += `${head}${JSON.stringify(all)}\n`;
      lines.seen += `${head}${JSON.stringify(seen)}\n`;
    }
    for (const index of ['all', 'seen'] as const) {
      const answer = await admin('POST', `/${index}/_bulk?refresh=true`, lines[index]);
      expect(answer.json().errors).toBe(false);
    }
  }
}

export async function give(user: string, role: object): Promise<void> {
  expect((await admin('PUT', `/_security/role/${user}-role`, role)).status).toBe(201);
  const account = { password: strong, roles: [`${user}-role`] };
  expect((await admin('PUT', `/_security/user/${user}`, account)).status).toBe(201);
}

/** A service with the documents, and with `ann` and `ida`, from whom fields of `all` are hidden. */
export async function hiddenFieldsApp(): Promise<TestApp> {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
  await fill();
  const privileges = ['*'];
  await give('ann', {
    cluster: ['*'],
    indices: [{ names: ['all', 'own-\u0024{user.name}'], field_security: patterns, privileges }],
  });
  const some = ['tag', 'text', 'obj.s*'];
  await give('ida', { cluster: ['*'], indices: [{ names: ['all'], field_security: some, privileges }] });
  return app;
}
