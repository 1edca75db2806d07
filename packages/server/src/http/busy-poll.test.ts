import { FakeClock } from '@sextant/base/testing';
import { describe, expect, it } from 'vitest';
import { BusyPoll } from './busy-poll.ts';

/** A poll whose event loop turns by hand. */
function pollOf(maxMs: number) {
  const clock = new FakeClock();
  const waiting: (() => void)[] = [];
  const poll = new BusyPoll({ clock, nextTurn: (callback) => waiting.push(callback) }, maxMs);
  return {
    poll,
    clock,
    /** One turn of the event loop; false where it would have slept. */
    turn: (): boolean => {
      const callback = waiting.shift();
      callback?.();
      expect(waiting.length).toBeLessThanOrEqual(1);
      return callback !== undefined;
    },
    request: (): void => {
      poll.begin();
      poll.end();
    },
  };
}

describe('the poll between requests', () => {
  it('does not keep the event loop awake after a single request', () => {
    const { request, turn } = pollOf(0.2);
    request();
    expect(turn()).toBe(false);
  });

  it('keeps it awake for its time after a request that came at once after another', () => {
    const { request, turn, clock } = pollOf(0.2);
    request();
    clock.advance(0.1);
    request();
    expect(turn()).toBe(true);
    clock.advance(0.19);
    expect(turn()).toBe(true);
    clock.advance(0.02);
    expect(turn()).toBe(true);
    expect(turn()).toBe(false);
  });

  it('gives up where requests come later than it would have waited for them', () => {
    const { request, turn, clock } = pollOf(0.2);
    request();
    clock.advance(0.1);
    request();
    clock.advance(5);
    expect(turn()).toBe(true);
    request();
    expect(turn()).toBe(false);
  });

  it('ends as soon as a request is under way, and begins anew after its end', () => {
    const { poll, request, turn, clock } = pollOf(0.2);
    request();
    request();
    poll.begin();
    expect(turn()).toBe(true);
    expect(turn()).toBe(false);
    clock.advance(50);
    poll.end();
    expect(turn()).toBe(true);
  });

  it('does not begin while another request is under way', () => {
    const { poll, request, turn } = pollOf(0.2);
    request();
    poll.begin();
    request();
    expect(turn()).toBe(false);
    poll.end();
    expect(turn()).toBe(true);
  });

  it('turns once in a turn of the event loop however many requests there were', () => {
    const { request, turn } = pollOf(0.2);
    for (let at = 0; at < 10; at++) request();
    expect(turn()).toBe(true);
    expect(turn()).toBe(true);
  });

  it('ends where the clock stands still', () => {
    const { request, turn } = pollOf(0.2);
    request();
    request();
    let turns = 0;
    while (turn()) turns++;
    expect(turns).toBe(10_001);
  });

  it('never keeps it awake with no time', () => {
    const { request, turn } = pollOf(0);
    request();
    request();
    expect(turn()).toBe(false);
  });
});
