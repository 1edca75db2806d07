import { expect, test } from 'vitest';
import { ServiceClient } from '../../packages/bench/src/service-client.ts';
import { sideBySide } from '../../packages/bench/src/side-by-side.ts';
import { startService } from '../support/service.ts';

test('the benchmark runs through all its classes without a failed request', async () => {
  const service = await startService();
  const client = new ServiceClient(service.url, `admin:${service.password}`);
  const lines: string[] = [];
  await sideBySide({ services: [client], docs: 60, seconds: 0, print: (line) => lines.push(line) });
  client.close();
  expect(await service.stop()).toBe(0);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => line.includes('(failed)'))).toEqual([]);
});
