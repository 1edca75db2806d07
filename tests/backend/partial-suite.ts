import { SeededRandom } from '@sextant/base/testing';
import { type TestAnswer, type TestApp, testApp } from '@sextant/server/testing';
import { expect } from 'vitest';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';

/** In texts of hidden documents. */
const canary = 'canary';

export type Ask = (user: string, method: string, path: string, body?: object | string) => Promise<TestAnswer>;
export type Any = Readonly<Record<string, unknown>>;

/** A service with accounts, over a cluster where one is given. */
export async function securedApp(
  openSearchUrl?: string,
): Promise<{ readonly app: TestApp; readonly ask: Ask }> {
  const settings = { 'security.enabled': 'true', 'security.admin_password': password };
  const app = await testApp({ settings, ...(openSearchUrl === undefined ? {} : { openSearchUrl }) });
  const ask: Ask = (user, method, path, body) => {
    const word = user === 'admin' ? password : strong;
    const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
    return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
  };
  return { app, ask };
}

const mappings = {
  dynamic: 'false',
  properties: {
    team: { type: 'keyword' },
    tag: { type: 'keyword' },
    n: { type: 'long' },
    text: { type: 'text', fields: { raw: { type: 'keyword' } } },
    when: { type: 'date' },
    rank: { type: 'rank_feature' },
    secret: { type: 'text', fields: { raw: { type: 'keyword' } }, copy_to: 'everything' },
    everything: { type: 'text' },
    secretn: { type: 'long', store: true },
    nick: { type: 'alias', path: 'secretn' },
    masked: { type: 'keyword' },
    obj: { properties: { seen: { type: 'keyword' }, hidden: { type: 'keyword' } } },
    parts: {
      type: 'nested',
      properties: { k: { type: 'keyword' }, v: { type: 'long' }, hidden: { type: 'keyword' } },
    },
    joined: { type: 'join', relations: { parent: 'child' } },
  },
};
const teams = ['x', 'y', 'z'];

export interface Users {
  /** Who sees the documents of team x. */
  readonly dls: string;
  readonly fls: string;
  readonly both: string;
}
export const users: Users = { dls: 'dora', fls: 'flo', both: 'bob' };
const hiddenFields = ['~secret*', '~obj.hidden', '~parts.hidden'];

/** The same documents in `all`; in `other` there are some more, of which everybody sees all. */
export async function fillPartial(ask: Ask): Promise<void> {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  for (const index of ['all', 'other']) {
    expect((await ask('admin', 'PUT', `/${index}`, { settings, mappings })).status).toBe(200);
  }
  const random = new SeededRandom(7);
  for (let round = 0; round < 3; round++) {
    const lines = { all: '', other: '' };
    for (let i = 0; i < 60; i++) {
      const n = round * 60 + i;
      const index = random.below(5) === 0 ? 'other' : 'all';
      lines[index] +=
        `${JSON.stringify({ index: { _id: String(n) } })}\n${JSON.stringify(document(random, n))}\n`;
    }
    for (const index of ['all', 'other'] as const) {
      const answer = await ask('admin', 'POST', `/${index}/_bulk?refresh=true`, lines[index]);
      expect([answer.text, answer.json().errors]).toEqual([answer.text, false]);
    }
  }
  const query = '{"term":{"team":"x"}}';
  const roles = {
    [users.dls]: { query },
    [users.fls]: { field_security: hiddenFields, field_mask: ['masked'] },
    [users.both]: { query, field_security: hiddenFields, field_mask: ['masked'] },
  };
  for (const [user, parts] of Object.entries(roles)) {
    const indices = [
      { names: ['all'], privileges: ['*'], ...parts },
      { names: ['other', 'copy'], privileges: ['*'] },
    ];
    expect((await ask('admin', 'PUT', `/_security/role/${user}`, { cluster: ['*'], indices })).status).toBe(
      201,
    );
    const account = { password: strong, roles: [user] };
    expect((await ask('admin', 'PUT', `/_security/user/${user}`, account)).status).toBe(201);
  }
}

function document(random: SeededRandom, n: number): Any {
  const team = teams[random.below(3)]!;
  const hidden = team === 'x' ? '' : canary;
  return {
    team,
    tag: `t${random.below(8)}`,
    n,
    text: `word${random.below(5)} word${random.below(5)} only${team}`,
    when: 1_700_000_000_000 + n * 3_600_000,
    note: `of ${team} ${hidden}`,
    rank: 1 + random.below(9),
    secret: `secretcanary hush${random.below(5)}`,
    secretn: 900_000 + random.below(100),
    'secrets.dotted': 'secretcanary',
    masked: `maskcanary${random.below(4)}`,
    obj: { seen: `s${random.below(4)}`, hidden: `secretcanary${random.below(3)}` },
    parts: Array.from({ length: random.below(3) }, () => ({
      k: `${team}${random.below(3)}`,
      v: random.below(50),
      hidden: 'secretcanary',
    })),
  };
}

/** Whether the answer tells of what is hidden from the user. */
export function leaks(user: string, text: string): string | undefined {
  const ofDocuments = /only[yz]|of [yz] canary|"team":"[yz]"|"key":"[yz]\d?"/;
  const ofFields = /secretcanary|maskcanary|hush\d|(?<!\d)9000\d\d(?!\d)/;
  const found = user === users.fls ? [] : [ofDocuments.exec(text)?.[0]];
  if (user !== users.dls) found.push(ofFields.exec(text)?.[0]);
  return found.find((each) => each !== undefined);
}

const fieldNames = ['tag', 'n', 'team', 'when', 'text.raw', 'obj.seen', 'missing'];
const hiddenNames = ['secret', 'secret.raw', 'secretn', 'nick', 'everything', 'obj.hidden', 'parts.hidden'];

function anyField(random: SeededRandom): string {
  const names = random.below(3) === 0 ? hiddenNames : fieldNames;
  return names[random.below(names.length)]!;
}

function randomQuery(random: SeededRandom, depth = 0): Any {
  const below = () => randomQuery(random, depth + 1);
  switch (random.below(depth > 2 ? 11 : 15)) {
    case 0:
      return { match_all: {} };
    case 1:
      return { term: { tag: `t${random.below(9)}` } };
    case 2:
      return { range: { n: { gte: random.below(180), lt: random.below(250) } } };
    case 3:
      return { match: { text: `word${random.below(6)} only${teams[random.below(3)]}` } };
    case 4:
      return { term: { team: teams[random.below(3)]! } };
    case 5:
      return { nested: { path: 'parts', query: { range: { 'parts.v': { gte: random.below(50) } } } } };
    case 6:
      return { ids: { values: Array.from({ length: 5 }, () => String(random.below(180))) } };
    case 7:
      return { exists: { field: anyField(random) } };
    case 8:
      return { prefix: { [['secret.raw', 'obj.hidden', 'masked', 'tag'][random.below(4)]!]: 'secretc' } };
    case 9:
      return { match: { [['secret', 'everything', 'text'][random.below(3)]!]: `hush${random.below(5)}` } };
    case 10:
      return { range: { [['secretn', 'nick'][random.below(2)]!]: { gte: 900_000 + random.below(100) } } };
    case 11:
      return { bool: { must_not: [below()] } };
    case 12:
      return { bool: { should: [below(), below()], minimum_should_match: 1 } };
    case 13:
      return { constant_score: { filter: below() } };
    default:
      return { bool: { must: [below()], filter: [below()] } };
  }
}

const leaves = new Set(['cardinality', 'stats', 'value_count', 'top_hits', 'composite', 'max']);

function randomAggregation(random: SeededRandom, depth = 0): Any {
  const any = anyField(random);
  const own = [
    { global: {} },
    { terms: { field: 'tag', size: 3 } },
    { terms: { field: ['team', 'secret.raw', 'obj.hidden', 'obj.seen'][random.below(4)]! } },
    { cardinality: { field: ['secret', 'everything'].includes(any) ? 'tag' : any } },
    { stats: { field: ['n', 'secretn'][random.below(2)]! } },
    { max: { field: ['n', 'nick'][random.below(2)]! } },
    { value_count: { field: 'tag' } },
    { histogram: { field: 'n', interval: 50 } },
    { date_histogram: { field: 'when', calendar_interval: 'day' } },
    { filter: randomQuery(random, 2) },
    { filters: { filters: { a: randomQuery(random, 2), b: { match_all: {} } } } },
    { missing: { field: depth === 0 && random.below(2) === 0 ? 'obj.hidden' : 'tag' } },
    { nested: { path: 'parts' } },
    { composite: { sources: [{ team: { terms: { field: 'team' } } }] } },
    { top_hits: { size: 3, sort: [{ n: 'desc' }] } },
  ][random.below(15)]! as Any;
  const [kind = ''] = Object.keys(own);
  if (kind === 'global' && depth > 0) return randomAggregation(random, depth);
  if (kind === 'composite' && depth > 0) return randomAggregation(random, depth);
  if (leaves.has(kind) || depth > 1) return own;
  const below = kind === 'nested' ? { stats: { field: 'parts.v' } } : randomAggregation(random, depth + 1);
  return { ...own, aggs: { below } };
}

export function randomSearch(random: SeededRandom): Any {
  const sorts = [['n'], ['tag', 'n'], [{ n: 'desc' }], [{ 'obj.seen': 'asc' }, 'n']];
  return {
    size: random.below(30),
    track_total_hits: true,
    query: { constant_score: { filter: randomQuery(random) } },
    sort: sorts[random.below(sorts.length)],
    aggs: { one: randomAggregation(random), two: randomAggregation(random) },
    ...(random.below(4) === 0 ? { post_filter: randomQuery(random, 1) } : {}),
    ...(random.below(4) === 0 ? { docvalue_fields: ['n', 'tag', 'secretn', 'nick', 'obj.*'] } : {}),
    ...(random.below(4) === 0 ? { _source: ['tag', 'secret', 'obj', 'parts'] } : {}),
    ...(random.below(6) === 0
      ? { collapse: { field: 'tag', inner_hits: { name: 'same', size: 2, sort: ['n'] } } }
      : {}),
  };
}

/** What does not depend on who keeps the documents. */
export function comparable(answer: TestAnswer): unknown {
  const text = answer.text
    .replaceAll(/"took":\d+/g, '"took":0')
    // The cluster adds it to filters that it has simplified.
    .replaceAll('"meta":{},', '')
    .replaceAll('"terminated_early":true,', '')
    .replaceAll(/"_seq_no":\d+,?/g, '')
    .replaceAll(/"_primary_term":\d+,?/g, '');
  return [answer.status, answer.status >= 400 ? 'error' : JSON.parse(text)];
}
