import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  // Each search goes to a thread of its own.
  service = await startService({ security: false, args: ['-E', 'thread_pool.search.inline_limit=0ms'] });
});
afterAll(async () => {
  await service.stop();
});

test('while a heavy aggregation runs, hot threads name its frames, its thread and its task', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, n) => `{"index":{}}\n{"n":${n},"m":${(n * 7919) % 20_011}}\n`,
  );
  const bulk = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: lines.join('') };
  expect((await fetch(`${service.url}/h/_bulk?refresh=true`, bulk)).status).toBe(200);
  const aggs = {
    all: { histogram: { field: 'n', interval: 10 }, aggs: { by: { terms: { field: 'm', size: 1000 } } } },
  };
  const ending = new AbortController();
  const search = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const answer = await fetch(`${service.url}/h/_search?size=0&request_cache=false`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-opaque-id': 'heavy' },
        body: JSON.stringify({ aggs }),
      });
      await answer.text();
    }
  };
  const searching = search();
  try {
    for (;;) {
      const text = await (await fetch(`${service.url}/_nodes/hot_threads?interval=300ms`)).text();
      const isSeen = /cpu usage by thread 'sextant\[[^\]]+\]\[search\]/.test(text);
      const hasFrames = /elements\n( {7}.+\n)*? {7}\w.*\(search-worker\.js:\d+:\d+\)/.test(text);
      if (isSeen && hasFrames && /\] indices:data\/read\/search, running for/.test(text)) break;
    }
  } finally {
    ending.abort();
    await searching;
  }
}, 60_000);
