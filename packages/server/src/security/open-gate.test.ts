import { expect, test } from 'vitest';
import { openGate } from './open-gate.ts';

test('without security who calls and what he may do is the same for all requests', async () => {
  const caller = { authorization: undefined, remoteAddress: '127.0.0.1' };
  const first = await openGate.authenticate(caller);
  const second = await openGate.authenticate(caller);
  expect(second).toBe(first);
  expect(openGate.access(second)).toBe(openGate.access(first));
});
