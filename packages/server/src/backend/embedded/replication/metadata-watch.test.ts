import { FakeClock } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { replicatedClusters, started } from '../../../testing/replication/two-clusters.ts';
import { leaderActions } from './leader-actions.ts';
import { MetadataWatch } from './metadata-watch.ts';

const { two, close } = replicatedClusters();
afterEach(close);

const never = new AbortController().signal;
const minute = () => 60_000;

/** Whether it is due after so much time. */
async function dueAfter(watch: MetadataWatch, clock: FakeClock, ms: number): Promise<boolean> {
  let isDue = false;
  void watch.untilDue(minute, never).then(() => {
    isDue = true;
  });
  await Promise.resolve();
  clock.advance(ms);
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return isDue;
}

test('metadata of which nothing is heard are due after the interval', async () => {
  const clock = new FakeClock();
  const watch = new MetadataWatch(clock);
  watch.took('1');
  expect(await dueAfter(watch, clock, 59_000)).toBe(false);
  expect(await dueAfter(new MetadataWatch(clock), clock, 60_000)).toBe(true);
});

test('metadata that the leader says to be the same are not due, others at once, and once', async () => {
  const clock = new FakeClock();
  const watch = new MetadataWatch(clock);
  watch.took('1');
  clock.advance(55_000);
  watch.told('1', '1');
  expect(await dueAfter(watch, clock, 60_000)).toBe(false);
  const due = watch.untilDue(minute, never);
  watch.told('2', '0');
  watch.told('2', '1');
  await due;
  expect(await dueAfter(watch, clock, 1)).toBe(false);
});

test('an index to which nothing happens is asked for its metadata no more, and a change is seen with the next answer', async () => {
  const { l, f, leader, follower, link } = await two();
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  const asked = (action: string) => link.asked.filter((each) => each === action).length;
  const waits = async (count: number): Promise<void> => {
    const wanted = asked(leaderActions.wait) + count;
    await vi.waitFor(() => {
      for (const { clock } of [leader, follower]) clock.advance(5000);
      expect(asked(leaderActions.wait)).toBeGreaterThanOrEqual(wanted);
    }, 8000);
  };
  await waits(3);
  const before = asked(leaderActions.validate);
  await waits(10);
  expect(asked(leaderActions.validate) - before).toBeLessThanOrEqual(1);
  await l('PUT', '/l/_mapping', { properties: { later: { type: 'ip' } } });
  await l('PUT', '/l/_settings', { index: { max_result_window: 77 } });
  await waits(2);
  await vi.waitFor(async () => {
    const { body } = await f('GET', '/f');
    expect(body.f.mappings).toMatchObject({ properties: { later: { type: 'ip' } } });
    expect(body.f.settings.index.max_result_window).toBe('77');
  });
});
