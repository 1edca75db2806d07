import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type Call,
  replicatedClusters,
  twoShards as settings,
  started,
  statusOf,
  write,
} from '../../../testing/replication/two-clusters.ts';

/**
 * Every state in which an index can be, and everything that can happen to it there: what the state is then, and what the
 * call is answered. The table is compared with that of docs/operating/replication.md.
 */
const { two, close } = replicatedClusters();
afterEach(close);

type Two = Awaited<ReturnType<typeof two>>;

const chunk = 'indices:data/read/plugins/replication/file_chunk';
const settled = 8000;

async function until(f: Call, status: string, { follower }: Pick<Two, 'follower'>): Promise<void> {
  await vi.waitFor(async () => {
    follower.clock.advance(1000);
    expect((await statusOf(f)).status).toBe(status);
  }, settled);
}

/** How an index comes into each state. */
const states = {
  NONE: async () => {},
  BOOTSTRAPPING: async ({ f, link }: Two) => {
    link.cutAfter(chunk);
    await f('PUT', '/_replication/f/_start', started);
    await vi.waitFor(() => expect(link.isCut).toBe(true));
  },
  SYNCING: async (two: Two) => {
    await two.f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
    await until(two.f, 'SYNCING', two);
  },
  PAUSED: async (two: Two) => {
    await states.SYNCING(two);
    await two.f('POST', '/_replication/f/_pause');
  },
  AUTO_PAUSED: async (two: Two) => {
    await states.SYNCING(two);
    await two.l('POST', '/l/_close');
    await until(two.f, 'PAUSED', two);
    await two.l('POST', '/l/_open');
  },
  FAILED: async (two: Two) => {
    await states.BOOTSTRAPPING(two);
    await two.l('DELETE', '/l');
    two.link.isCut = false;
    await until(two.f, 'FAILED', two);
    await two.l('PUT', '/l', { settings });
  },
} as const;

type State = keyof typeof states;

const call =
  (method: string, path: string, body?: object) =>
  async ({ f }: Two): Promise<string> => {
    const { status } = await f(method, `/_replication/f/${path}`, body);
    return status === 200 ? '' : `${status}`;
  };

/** What can happen; answers what the call is answered where it is refused. */
const events = {
  start: call('PUT', '_start', started),
  pause: call('POST', '_pause'),
  resume: call('POST', '_resume', {}),
  'force resume': call('POST', '_resume', { force_resume: true }),
  stop: call('POST', '_stop', {}),
  update: call('PUT', '_update', { settings: { 'index.refresh_interval': '3s' } }),
  'leader closed': async ({ l }: Two) => void (await l('POST', '/l/_close')),
  'leader deleted': async ({ l }: Two) => void (await l('DELETE', '/l')),
  'leader made anew': async ({ l }: Two) => {
    await l('DELETE', '/l');
    await l('PUT', '/l', { settings });
  },
  'lease gone': async ({ l, leader }: Two) => {
    leader.clock.advance(13 * 3_600_000);
    await l('PUT', '/l/_doc/1', { n: 1 });
  },
  'document refused': async ({ l, f }: Two) => {
    await f('PUT', '/_replication/f/_update', { 'index.mapping.nested_objects.limit': 1 });
    await l('PUT', '/l/_mapping', { properties: { items: { type: 'nested' } } });
    await l('PUT', '/l/_doc/1', { items: [{ a: 1 }, { a: 2 }, { a: 3 }] });
  },
  'link cut': async ({ link }: Two) => {
    link.isCut = true;
  },
  restart: async () => {},
} as const;

type Event = keyof typeof events;

/** State after the event, and the status of a refused call. A state that is not named: nothing changes, nothing is refused. */
const table: Readonly<Record<State, Readonly<Partial<Record<Event, string>>>>> = {
  NONE: {
    start: 'SYNCING',
    pause: 'NONE 400',
    resume: 'NONE 400',
    'force resume': 'NONE 400',
    stop: 'NONE 400',
    update: 'NONE 400',
  },
  BOOTSTRAPPING: {
    // The leader is asked first, which cannot be reached now.
    start: 'SYNCING 503',
    pause: 'SYNCING 500',
    resume: 'SYNCING 400',
    'force resume': 'SYNCING 400',
    stop: 'NONE',
    update: 'SYNCING',
    'leader closed': 'FAILED',
    'leader deleted': 'FAILED',
    'leader made anew': 'FAILED',
    'lease gone': 'SYNCING',
    'document refused': 'PAUSED',
    'link cut': 'BOOTSTRAPPING',
    restart: 'SYNCING',
  },
  SYNCING: {
    start: 'SYNCING 400',
    pause: 'PAUSED',
    resume: 'SYNCING 400',
    'force resume': 'SYNCING 400',
    stop: 'NONE',
    'leader closed': 'PAUSED',
    'leader deleted': 'PAUSED',
    'leader made anew': 'PAUSED',
    'lease gone': 'PAUSED',
    'document refused': 'PAUSED',
  },
  PAUSED: {
    start: 'PAUSED 400',
    pause: 'PAUSED 400',
    resume: 'SYNCING',
    'force resume': 'SYNCING',
    stop: 'NONE',
  },
  AUTO_PAUSED: {
    start: 'PAUSED 400',
    pause: 'PAUSED 400',
    resume: 'SYNCING',
    'force resume': 'SYNCING',
    stop: 'NONE',
  },
  FAILED: {
    start: 'FAILED 400',
    pause: 'FAILED 500',
    resume: 'FAILED 400',
    'force resume': 'FAILED 400',
    stop: 'NONE',
    update: 'FAILED 500',
  },
};

const shownAs = { NONE: 'REPLICATION NOT IN PROGRESS', AUTO_PAUSED: 'PAUSED' } as Readonly<
  Record<string, string>
>;

const rows = Object.keys(states).flatMap((state) =>
  Object.keys(events).map((event) => [state as State, event as Event] as const),
);

test.each(rows)('an index that is %s and meets [%s] is then as the table says', async (state, event) => {
  const pair = await two(new MemoryDisk());
  const { l, link } = pair;
  await l('PUT', '/l', { settings });
  await write(l, 0, 10);
  await states[state](pair);
  const refused = (await events[event](pair)) ?? '';
  if (event !== 'link cut') link.isCut = false;
  const now = event === 'restart' ? { ...pair, ...(await pair.again()) } : pair;
  const [then, status = ''] = (table[state][event] ?? (shownAs[state] === 'PAUSED' ? 'PAUSED' : state)).split(
    ' ',
  );
  expect(refused, 'refused').toBe(status);
  await until(now.f, shownAs[then!] ?? then!, now);
});

/** From each state a call leads to SYNCING, or to none and from there to SYNCING. */
test('no state is a dead end, and the calls that lead out of it are documented', () => {
  const calls = ['start', 'resume', 'force resume', 'stop'] as const;
  const document = readFileSync(
    join(import.meta.dirname, '../../../../../../docs/operating/replication.md'),
    'utf8',
  );
  const documented = (status: string): string =>
    document
      .split('\n')
      .filter((line) => line.startsWith(`| \`${status}\``))
      .join('\n');
  for (const [state, row] of Object.entries(table)) {
    const out = calls.filter((each) => row[each] === 'SYNCING' || row[each] === 'NONE');
    expect(out, state).not.toEqual([]);
    const text = documented(shownAs[state] ?? state);
    expect(text, `${state} in docs/operating/replication.md`).not.toBe('');
    if (state === 'NONE' || state === 'SYNCING') continue;
    for (const each of out) {
      const words = each === 'force resume' ? 'force_resume' : `_${each}`;
      expect(text, `${each} of ${state}`).toContain(words);
    }
  }
  const reached = new Set(
    Object.values(table).flatMap((row) => Object.values(row).map((to) => to.split(' ')[0])),
  );
  for (const status of reached) expect(documented(shownAs[status!] ?? status!), status).not.toBe('');
});
