import { Writable } from 'node:stream';
import type { Channel } from '@sextant/base';
import { channelPair, FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { serveSlowLog } from './serve-slow-log.ts';
import type { SlowEntry } from './slow-entry.ts';
import { SlowLogThread } from './slow-log-thread.ts';

function searched(at: number, source = '{"size":1}'): SlowEntry {
  return {
    kind: 'searched',
    at,
    index: 'a',
    shard: 0,
    queryLevel: 'WARN',
    queryNanos: 8_200_000,
    fetchLevel: 'INFO',
    fetchNanos: 381_000,
    totalHits: '1',
    totalShards: 1,
    stats: [],
    opaqueId: undefined,
    source,
  };
}

/** Threads that are begun one after the other; `fails`: their disk does; `cannotStart`: so many times. */
function threads({ fails = false, cannotStart = 0 } = {}) {
  const clock = new FakeClock();
  const files = new Map<string, string>();
  const problems: string[] = [];
  const others: Channel[] = [];
  const open = ({ name }: { readonly name: string }): Writable =>
    new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, _encoding, done) => {
        files.set(name, `${files.get(name) ?? ''}${chunk.toString()}`);
        done(fails ? new Error('no space') : null);
      },
    });
  const thread = new SlowLogThread({
    start: () => {
      if (cannotStart-- > 0) throw new Error('no thread');
      const [here, there] = channelPair();
      others.push(there);
      serveSlowLog(there, { directory: '/logs', clock, open });
      return here;
    },
    place: () => ({ clusterName: 'c', nodeName: 'node-1' }),
    clock,
    onProblem: (file, reason) => problems.push(`${file ?? 'thread'}: ${reason}`),
  });
  const linesOf = (name: string): string[] =>
    (files.get(name) ?? '').split('\n').filter((line) => line !== '');
  return { clock, thread, others, problems, linesOf };
}

const searchLog = 'c_index_search_slowlog.log';

test('what was slow is written by a thread that is begun when it comes, with its own time and in its order', async () => {
  const { clock, thread, others, linesOf } = threads();
  thread.take(searched(clock.now()));
  thread.take(searched(clock.now() + 5, '{"size":2}'));
  expect(others).toEqual([]);
  clock.advance(100);
  expect(others).toHaveLength(1);
  await thread.close();
  const lines = linesOf(searchLog);
  expect(lines.map((line) => /\[i\.s\.s\.(\w+) +\].*size":(\d)/.exec(line)?.slice(1).join(' '))).toEqual([
    'query 1',
    'fetch 1',
    'query 2',
    'fetch 2',
  ]);
  const timeOf = (line: string): number => Date.parse(`${line.slice(1, 24).replace(',', '.')}Z`);
  expect(timeOf(lines[2]!) - timeOf(lines[0]!)).toBe(5);
  expect(linesOf('c_index_search_slowlog.json')).toHaveLength(4);
});

test('the end writes what was gathered, and takes nothing more', async () => {
  const { thread, linesOf } = threads();
  thread.take(searched(0));
  const closed = thread.close();
  thread.take(searched(0));
  await closed;
  expect(linesOf(searchLog)).toHaveLength(2);
});

test('what a thread does not keep up with is dropped, and told', async () => {
  const { clock, thread, linesOf } = threads();
  const large = 'x'.repeat(1_000_000);
  for (let i = 0; i < 9; i++) thread.take(searched(0, large));
  clock.advance(1000);
  thread.take(searched(0, 'after'));
  await thread.close();
  const text = linesOf(searchLog).join('\n');
  expect(text).toMatch(/5 lines were dropped[\s\S]*source\[after\]/);
});

test('a thread that ends is told, and begun again after half a minute', async () => {
  const { clock, thread, others, problems, linesOf } = threads();
  thread.take(searched(0, 'with it'));
  clock.advance(100);
  // Before it has answered.
  await others[0]!.end();
  clock.advance(1);
  expect(problems).toEqual(['thread: it ended']);
  thread.take(searched(0, 'lost'));
  clock.advance(100);
  expect(others).toHaveLength(1);
  clock.advance(30_000);
  thread.take(searched(0, 'again'));
  clock.advance(100);
  await thread.close();
  expect(others).toHaveLength(2);
  const text = linesOf(searchLog).join('\n');
  expect(text).toMatch(/2 lines were dropped/);
  expect(text).toMatch(/source\[again\]/);
  expect(text).not.toMatch(/source\[lost\]/);
});

test('a file that cannot be written is told once', async () => {
  const { clock, thread, problems } = threads({ fails: true });
  const told = ['c_index_search_slowlog.json: no space', 'c_index_search_slowlog.log: no space'];
  thread.take(searched(0));
  clock.advance(100);
  await expect.poll(() => problems.toSorted()).toEqual(told);
  thread.take(searched(0));
  clock.advance(100);
  await thread.close();
  expect(problems.toSorted()).toEqual(told);
});

test('a thread that cannot be begun is told, and does not fail what was slow', async () => {
  const { clock, thread, problems, linesOf } = threads({ cannotStart: 1 });
  thread.take(searched(0, 'x'.repeat(70_000)));
  expect(problems).toEqual(['thread: no thread']);
  clock.advance(30_000);
  thread.take(searched(0, 'again'));
  await thread.close();
  expect(linesOf(searchLog).join('\n')).toMatch(/1 lines were dropped[\s\S]*source\[again\]/);
});

test('what was dropped last is told at the end', async () => {
  const { thread, linesOf } = threads();
  const large = 'x'.repeat(1_000_000);
  for (let i = 0; i < 9; i++) thread.take(searched(0, large));
  await thread.close();
  expect(linesOf(searchLog).at(-1)).toMatch(/5 lines were dropped/);
});
