import { connect } from 'node:net';
import { FakeClock } from '@sextant/base/testing';
import { describe, expect, it, vi } from 'vitest';
import { scriptedService } from '../testing/scripted-service.ts';
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

describe('the service', () => {
  it('tells the poll of the beginning and the end of each request, also of one whose caller goes away', async () => {
    const [begin, end] = [vi.spyOn(BusyPoll.prototype, 'begin'), vi.spyOn(BusyPoll.prototype, 'end')];
    const { call, url, close } = await scriptedService({
      search: async ({ body }) => ({ kind: 'json', status: 200, body: { got: String(await body.json()) } }),
    });
    try {
      await call('GET', '/');
      await call('GET', '/nothing/is/here');
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(
        'POST /a/_search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"a":',
      );
      await vi.waitFor(() => expect(begin).toHaveBeenCalledTimes(3));
      expect(end).toHaveBeenCalledTimes(2);
      socket.destroy();
      await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(3));
    } finally {
      await close();
      vi.restoreAllMocks();
    }
  });
});
