import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { Scheduler } from '../tasks/scheduler.ts';
import { TaskRegistry } from '../tasks/task-registry.ts';
import { MemoryTaskResults } from '../tasks/task-results.ts';

/** Tasks of a test's service. */
export function testTasks(clock = new FakeClock(), log = new MemoryLog()): TaskRegistry {
  return new TaskRegistry({ clock, log, results: new MemoryTaskResults() });
}

/** A scheduler over a clock of its own, unless one is given. */
export function testScheduler(
  clock = new FakeClock(),
  log = new MemoryLog(),
): { readonly clock: FakeClock; readonly scheduler: Scheduler } {
  const random = new SeededRandom(1);
  return { clock, scheduler: new Scheduler({ clock, log, random, tasks: testTasks(clock, log) }) };
}
