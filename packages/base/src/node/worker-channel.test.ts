import { expect, test } from 'vitest';
import { spawnWorker } from './worker-channel.ts';

const code = `
import { parentPort, resourceLimits } from 'node:worker_threads';
parentPort.postMessage(resourceLimits.maxYoungGenerationSizeMb);
`;

test('a thread does not fill 134 MB with young objects before it collects them', async () => {
  const channel = spawnWorker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { name: 'small' });
  const limit = await new Promise((resolve) => channel.onMessage(resolve));
  expect(limit).toBeLessThanOrEqual(48);
  await channel.end();
});
