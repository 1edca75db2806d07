import { expect, test } from 'vitest';
import { EngineHarness } from '../../testing/engine-harness.ts';

test('a document is read back before and after a refresh, and after a restart', async () => {
  const harness = await EngineHarness.start();
  await harness.create('books');
  const result = await harness.write('books', {
    kind: 'index',
    id: '1',
    body: { title: 'Moby Dick', year: 1851 },
  });
  expect(result.outcomes).toEqual(['created']);
  expect(await harness.get('books', '1')).toEqual({ title: 'Moby Dick', year: 1851 });
  expect(await harness.get('books', '1', false)).toBeUndefined();
  await harness.engine.refresh('books');
  expect(await harness.get('books', '1', false)).toEqual({ title: 'Moby Dick', year: 1851 });
  await harness.engine.close();
  await harness.open();
  expect(await harness.get('books', '1', false)).toEqual({ title: 'Moby Dick', year: 1851 });
  expect((await harness.engine.stats(['books']))[0]![0]!.recovery.translogOperations).toBe(0);
  const found = await harness.engine.search({
    indices: ['books'],
    body: { query: { match: { title: 'dick' } } },
    maxBuckets: 100,
  });
  expect(found.hits.map((hit) => hit.id)).toEqual(['1']);
});
