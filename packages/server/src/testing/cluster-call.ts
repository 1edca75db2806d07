import { MemoryLog } from '@sextant/base/testing';
import { routeTable } from '@sextant/contract';
import type { InternalCall } from '../backend/backend.ts';
import { createOpenSearchBackend } from '../backend/opensearch/index.ts';
import { internalCalls } from '../http/internal-call.ts';
import { testScheduler } from './test-tasks.ts';

/** Calls of the service to a real cluster. */
export function clusterCalls(url: string): {
  readonly call: InternalCall;
  readonly stop: () => Promise<void>;
} {
  const { clock, scheduler } = testScheduler();
  const backend = createOpenSearchBackend({ url, log: new MemoryLog(), clock, scheduler });
  return { call: internalCalls(routeTable, backend), stop: () => backend.stop() };
}
