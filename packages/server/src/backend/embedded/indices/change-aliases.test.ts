import type { Channel } from '@sextant/base';
import { channelPair, FakeClock, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { serveMerger, serveWriter } from '@sextant/engine';
import { expect, test } from 'vitest';
import { accessOf, testApp } from '../../../testing/index.ts';

test('aliases that are added to one index at the same time are all kept', async () => {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  const app = await testApp({
    disk,
    threads: {
      writer: () => {
        const [here, there] = channelPair();
        serveWriter(slow(there), { disk, directory: '/data', clock, random: new SeededRandom(2) });
        return here;
      },
      merger: () => {
        const [here, there] = channelPair();
        serveMerger(there, { disk, clock });
        return here;
      },
    },
  });
  await app.call('PUT', '/i');
  const names = ['a', 'b', 'c', 'd', 'e'];
  const wrong = app.call('DELETE', '/i/_alias/none');
  const added = await Promise.all(names.map((name) => app.call('PUT', `/i/_alias/${name}`)));
  expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await wrong).status).toBe(404);
  const { i } = (await app.call('GET', '/i/_alias')).json<{ i: { aliases: Record<string, unknown> } }>();
  expect(Object.keys(i.aliases).sort()).toEqual(names);
  await app.close();
});

/** What arrives comes some turns of the event loop later. */
function slow(inner: Channel): Channel {
  return {
    post: (...sent) => inner.post(...sent),
    onEnd: (listener) => inner.onEnd(listener),
    end: () => inner.end(),
    onMessage: (listener) => inner.onMessage((message) => later(20, () => listener(message))),
  };
}

function later(turns: number, action: () => void): void {
  if (turns === 0) action();
  else setImmediate(() => later(turns - 1, action));
}

test('of several errors that of the first action is told', async () => {
  const app = await testApp();
  for (const index of ['/first', '/second']) await app.call('PUT', index);
  const unmet = { remove: { index: 'first', alias: 'nope', must_exist: true } };
  const missing = { remove_index: { index: 'missing' } };
  const told = async (...actions: object[]): Promise<string> =>
    (await app.call('POST', '/_aliases', { body: { actions } })).json<{ error: { type: string } }>().error
      .type;
  expect(await told(unmet, missing)).toBe('aliases_not_found_exception');
  expect(await told(missing, unmet)).toBe('index_not_found_exception');
  // What is named is looked for before names are judged.
  const odd = { add: { index: 'first', alias: 'odd#' } };
  expect(await told(odd, missing)).toBe('index_not_found_exception');
  expect(await told(odd, unmet)).toBe('aliases_not_found_exception');
  expect(await told({ add: { index: 'first', alias: 'a' } }, odd)).toBe('invalid_alias_name_exception');
  const oddForAll = { add: { indices: ['first', 'second'], alias: 'odd#' } };
  expect(await told(oddForAll, { remove_index: { index: 'second' } })).toBe('invalid_alias_name_exception');
  await app.close();
});

test('an alias is hidden on all of its indices or on none', async () => {
  const app = await testApp();
  for (const index of ['/one', '/two']) await app.call('PUT', index);
  const add = (index: string, isHidden: boolean) => ({ add: { index, alias: 'a', is_hidden: isHidden } });
  const told = async (...actions: object[]) => {
    const { status, text } = await app.call('POST', '/_aliases', { body: { actions } });
    return [status, text] as const;
  };
  expect(await told(add('one', true))).toEqual([200, expect.anything()]);
  const reason =
    'alias [a] has is_hidden set to true on indices [one] but does not have is_hidden set to true on indices';
  expect(await told(add('two', false))).toEqual([500, expect.stringContaining(`${reason} [two]`)]);
  const made = await app.call('PUT', '/three', { body: { aliases: { a: {} } } });
  expect([made.status, made.text]).toEqual([500, expect.stringContaining(`${reason} [three]`)]);
  expect((await told(add('two', false), add('one', false)))[0]).toBe(200);
  await app.close();
});

test('an alias may have the name of a member of every object', async () => {
  const app = await testApp();
  for (const index of ['/one', '/two']) await app.call('PUT', index);
  for (const alias of ['constructor', 'toString']) {
    const actions = `{"actions":[{"add":{"index":"one","alias":"${alias}","is_hidden":true}}]}`;
    const { status, text } = await app.call('POST', '/_aliases', { body: actions });
    expect([alias, status, text]).toEqual([alias, 200, '{"acknowledged":true}']);
  }
  await app.close();
});

test('names of indices that a caller may not see are told by no alias that is hidden or written elsewhere', async () => {
  const role = { description: '', cluster: ['*'], indices: [{ names: ['*'], privileges: ['*'] }] };
  const held = { role };
  const app = await testApp({
    gate: {
      authenticate: async () => ({ id: 'a', username: 'a', roles: ['a'], kind: 'basic' }),
      access: (principal) => accessOf(principal, { defined: { a: held.role } }),
    },
  });
  await app.call('PUT', '/secret', {
    body: { aliases: { mine: { is_hidden: true, is_write_index: true } } },
  });
  await app.call('PUT', '/mine-1');
  held.role = { ...role, indices: [{ names: ['mine*'], privileges: ['*'] }] };
  const writes = { is_hidden: true, is_write_index: true };
  const refusals = [
    await app.call('PUT', '/mine-1/_alias/mine'),
    await app.call('PUT', '/mine-1/_alias/mine', { body: writes }),
    await app.call('PUT', '/mine-2', { body: { aliases: { mine: {} } } }),
    await app.call('PUT', '/mine-2', { body: { aliases: { mine: writes } } }),
  ];
  for (const { status, text } of refusals) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('secret');
  }
  await app.close();
});

test('an index has 10,000 aliases, and a request changes so many, however they are named', async () => {
  const app = await testApp();
  const many = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
  const told = async (...actions: object[]): Promise<string | undefined> =>
    (await app.call('POST', '/_aliases', { body: { actions } })).json<{ error?: { reason: string } }>().error
      ?.reason;
  for (const index of ['/i', '/j']) await app.call('PUT', index);
  const changes = 'Limit of changes of aliases [10000] of one request has been exceeded';
  const ofIndex = (index: string) => `Limit of aliases [10000] of index [${index}] has been exceeded`;
  expect(await told({ add: { index: 'i', aliases: many('a', 10_001) } })).toBe(changes);
  expect(await told({ add: { indices: ['i', 'j'], aliases: many('a', 5_001) } })).toBe(changes);
  expect(await told({ add: { index: 'i', aliases: many('a', 10_000) } })).toBeUndefined();
  expect(await told({ add: { index: 'i', alias: 'b' } })).toBe(ofIndex('i'));
  expect(await told({ remove: { index: 'i', aliases: many('x*', 101) } })).toBe(changes);
  expect(await told({ remove: { index: 'i', alias: 'a1*' } }, { add: { index: 'i', alias: 'b' } })).toBe(
    undefined,
  );
  const aliases = Object.fromEntries(many('c', 10_001).map((name) => [name, {}]));
  const made = await app.call('PUT', '/k', { body: { aliases } });
  expect([made.status, made.json<{ error: { reason: string } }>().error.reason]).toEqual([400, ofIndex('k')]);
  await app.close();
});
