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
