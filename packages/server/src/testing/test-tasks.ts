import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { TaskRegistry } from '../tasks/task-registry.ts';
import { MemoryTaskResults } from '../tasks/task-results.ts';

/** Tasks of a test's service. */
export function testTasks(clock = new FakeClock(), log = new MemoryLog()): TaskRegistry {
  return new TaskRegistry({ clock, log, results: new MemoryTaskResults() });
}
