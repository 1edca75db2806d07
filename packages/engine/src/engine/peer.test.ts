import { channelPair } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { Peer } from './peer.ts';

/** A side that tells before it answers, and what the other side hears of it, in order. */
function pair(tells: (peer: Peer) => void): {
  readonly heard: unknown[];
  readonly messages: number[];
  ask(): Promise<unknown>;
} {
  const [here, there] = channelPair();
  const heard: unknown[] = [];
  const messages: number[] = [];
  here.onMessage(() => messages.push(heard.length));
  const asking = new Peer(here, 'other', { note: (value: unknown) => void heard.push(value) });
  const answering = new Peer(there, 'engine', {
    ask: () => {
      tells(answering);
      return 'answer';
    },
  });
  return { heard, messages, ask: () => asking.call('ask', []).then((value) => heard.push(value)) };
}

test('what is told together arrives in order and before the answer, in one message', async () => {
  const { heard, messages, ask } = pair((peer) => {
    for (let i = 0; i < 3; i++) peer.tellTogether('note', [i]);
    peer.tell('note', ['alone']);
    peer.tellTogether('note', ['last']);
  });
  await ask();
  expect(heard).toEqual([0, 1, 2, 'alone', 'last', 'answer']);
  expect(messages).toHaveLength(4);
});

test('very much that is told together comes in several messages', async () => {
  const { heard, messages, ask } = pair((peer) => {
    for (let i = 0; i < 600; i++) peer.tellTogether('note', [i]);
  });
  await ask();
  expect(heard).toEqual([...Array.from({ length: 600 }, (_, i) => i), 'answer']);
  expect(messages).toHaveLength(4);
});

test('what is told without any call goes out by itself', async () => {
  const [here, there] = channelPair();
  const heard: unknown[] = [];
  void new Peer(here, 'other', { note: (value: unknown) => void heard.push(value) });
  new Peer(there, 'engine', {}).tellTogether('note', [1]);
  await expect.poll(() => heard).toEqual([1]);
});

test('answers come to the calls that they are of, in whatever order, and numbers are given again', async () => {
  const [here, there] = channelPair();
  const waiting = new Map<string, (value: string) => void>();
  new Peer(there, 'engine', {
    ask: (name: string) => new Promise<string>((resolve) => waiting.set(name, resolve)),
  });
  const peer = new Peer(here, 'other', {});
  const answer = async (names: readonly string[]): Promise<void> => {
    await expect.poll(() => names.every((name) => waiting.has(name))).toBe(true);
    for (const name of names) waiting.get(name)!(`of ${name}`);
  };
  const first = ['a', 'b', 'c'].map((name) => peer.call('ask', [name]));
  await answer(['c', 'a']);
  expect([await first[2], await first[0]]).toEqual(['of c', 'of a']);
  const second = ['d', 'e', 'f'].map((name) => peer.call('ask', [name]));
  await answer(['f', 'b', 'e', 'd']);
  expect(await Promise.all([first[1], ...second])).toEqual(['of b', 'of d', 'of e', 'of f']);
});

test('what cannot be sent fails alone', async () => {
  const [here, there] = channelPair();
  new Peer(there, 'engine', { ask: (value: unknown) => value });
  const peer = new Peer(here, 'other', {});
  await expect(peer.call('ask', [() => {}])).rejects.toThrow('could not be cloned');
  expect(await Promise.all([1, 2].map((value) => peer.call('ask', [value])))).toEqual([1, 2]);
});
