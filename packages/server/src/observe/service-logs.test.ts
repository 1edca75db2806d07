import { channelPair, FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { Settings } from '../config/settings.ts';
import { serviceLogs } from './service-logs.ts';

/** `answers`: the thread of the slow logs does. */
function slow(answers: boolean) {
  const clock = new FakeClock();
  const settings = Settings.of([{ name: 'path.logs', value: '/logs', origin: 'test' }]);
  const startSlowLog = () => {
    const [here, there] = channelPair();
    if (answers) there.onMessage(() => there.post({ kind: 'closed' }));
    return here;
  };
  const logs = serviceLogs({ settings, nodeName: 'n', clock, write: () => {}, startSlowLog });
  logs.slowSink!.take({
    kind: 'searched',
    at: 0,
    index: 'a',
    shard: 0,
    queryLevel: 'WARN',
    queryNanos: 1,
    fetchLevel: undefined,
    fetchNanos: 1,
    totalHits: '1',
    totalShards: 1,
    stats: [],
    opaqueId: undefined,
    source: '{}',
  });
  return { clock, logs };
}

test('the end waits for the files for as long as it may, and tells where they do not answer', async () => {
  const { clock, logs } = slow(false);
  const closed = logs.close(1_000);
  clock.advance(1_000);
  expect(await closed).toBe(false);
  expect(await slow(true).logs.close(1_000)).toBe(true);
});
