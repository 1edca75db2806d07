import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/i', { body: {} });
});
afterAll(async () => {
  await app.close();
});

const threads = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const prefix = 'index.merge.scheduler.';

async function change(settings: object): Promise<string> {
  const answer = await app.call('PUT', '/i/_settings', { body: settings });
  const { error } = answer.json<{ error?: { type: string; reason: string } }>();
  return error === undefined ? `${answer.status}` : `${answer.status} ${error.type}: ${error.reason}`;
}

/** As OpenSearch shows them: set or by default. */
async function limits(): Promise<readonly unknown[]> {
  const answer = await app.call('GET', '/i/_settings?flat_settings=true&include_defaults=true');
  const { settings, defaults } = answer.json<{ i: Record<string, Record<string, unknown>> }>().i;
  return ['max_thread_count', 'max_merge_count', 'auto_throttle'].map(
    (name) => settings![prefix + name] ?? defaults![prefix + name],
  );
}

test('how many merges may be wanted follows how many may run, unless it is set', async () => {
  expect(await limits()).toEqual([String(threads), String(threads + 5), 'true']);
  expect(await change({ [`${prefix}max_thread_count`]: '10' })).toBe('200');
  expect(await limits()).toEqual(['10', '15', 'true']);
  expect(await change({ [`${prefix}max_thread_count`]: null })).toBe('200');
  expect(await limits()).toEqual([String(threads), String(threads + 5), 'true']);
});

test("limits that do not fit each other, and values of another type, are refused in OpenSearch's words", async () => {
  expect(await change({ [`${prefix}max_thread_count`]: 10 })).toBe('200');
  const tooMany = 'illegal_argument_exception: maxThreadCount';
  expect(await change({ [`${prefix}max_merge_count`]: '1' })).toBe(
    `400 ${tooMany} (= 10) should be <= maxMergeCount (= 1)`,
  );
  expect(await change({ [`${prefix}max_merge_count`]: '1', [`${prefix}max_thread_count`]: '2' })).toBe(
    `400 ${tooMany} (= 2) should be <= maxMergeCount (= 1)`,
  );
  expect(await limits()).toEqual(['10', '15', 'true']);
  expect(await change({ [`${prefix}max_merge_count`]: '0' })).toBe(
    `400 illegal_argument_exception: Failed to parse value [0] for setting [${prefix}max_merge_count] must be >= 1`,
  );
  expect(await change({ [`${prefix}max_thread_count`]: 'x' })).toBe(
    `400 illegal_argument_exception: Failed to parse value [x] for setting [${prefix}max_thread_count]`,
  );
  expect(await change({ [`${prefix}auto_throttle`]: 'yes' })).toBe(
    '400 illegal_argument_exception: Failed to parse value [yes] as only [true] or [false] are allowed.',
  );
  const made = await app.call('PUT', '/j', {
    body: { settings: { [`${prefix}max_thread_count`]: 3, [`${prefix}max_merge_count`]: 2 } },
  });
  expect(made.json<{ error: { reason: string } }>().error.reason).toBe(
    'maxThreadCount (= 3) should be <= maxMergeCount (= 2)',
  );
});

test('the statistics of an index tell whether its writes wait for merges', async () => {
  const answer = await app.call('GET', '/i/_stats/indexing,merge');
  const { primaries } = answer.json<{ _all: { primaries: Record<string, object> } }>()._all;
  expect(primaries.indexing).toMatchObject({ is_throttled: false, throttle_time_in_millis: 0 });
  expect(primaries.merges).toMatchObject({ total_throttled_time_in_millis: 0 });
});

test('an index has 10,000 settings at most, wherever they come from', async () => {
  const group = (prefix: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`index.routing.allocation.include.${prefix}${i}`, 'x']),
    );
  const told = async (method: 'PUT' | 'POST', path: string, body: object): Promise<string | undefined> =>
    (await app.call(method, path, { body })).json<{ error?: { reason: string } }>().error?.reason;
  const tooMany = 'Limit of settings [10000] has been exceeded';
  expect(await told('PUT', '/many', { settings: group('a', 10_001) })).toBe(tooMany);
  const template = { index_patterns: ['many'], template: { settings: group('a', 6_000) } };
  expect(await told('PUT', '/_index_template/many', template)).toBeUndefined();
  expect(await told('PUT', '/many', { settings: group('b', 6_000) })).toBe(tooMany);
  expect(await told('PUT', '/many', {})).toBeUndefined();
  expect(await told('PUT', '/many/_settings', group('b', 6_000))).toBe(tooMany);
  expect(await told('PUT', '/many/_settings', group('b', 3_000))).toBeUndefined();
});
