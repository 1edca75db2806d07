import type { RequestListener } from 'node:http';
import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { createApp } from '../app.ts';
import { Settings } from '../config/settings.ts';
import { LogLevels } from '../observe/log-levels.ts';
import { type ServiceMemory, serviceMemory } from '../observe/service-memory.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { type TestClient, testClient } from './http-client.ts';
import { ScriptedBackend } from './scripted-backend.ts';
import { testSecret } from './test-secret.ts';
import { testScheduler, testTasks } from './test-tasks.ts';

export interface ScriptedService extends TestClient {
  readonly backend: ScriptedBackend;
  readonly log: MemoryLog;
  readonly clock: FakeClock;
  readonly memory: ServiceMemory;
  readonly tasks: TaskRegistry;
  readonly handle: RequestListener;
}

type Answers = ConstructorParameters<typeof ScriptedBackend>[0];

/** The rim over a backend whose answers a test writes, behind the real listener. Security is off unless said otherwise. */
export async function scriptedService(
  answers: Answers,
  given: Readonly<Record<string, string>> = {},
): Promise<ScriptedService> {
  const backend = new ScriptedBackend(answers);
  const all = { 'security.enabled': 'false', ...given };
  const settings = Settings.of(Object.entries(all).map(([name, value]) => ({ name, value, origin: 'test' })));
  const log = new MemoryLog();
  const clock = new FakeClock();
  const memory = serviceMemory(settings.get('http.max_content_length'));
  const ui = {
    serve: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('page') }),
  };
  const tasks = testTasks();
  const random = new SeededRandom(1);
  const app = createApp({
    settings,
    backend,
    clock,
    random,
    log,
    logLevels: new LogLevels('info'),
    ui,
    memory,
    tasks,
    scheduler: testScheduler(clock, log).scheduler,
    secret: () => testSecret,
  });
  await app.prepareAccounts();
  return { backend, log, clock, memory, tasks, handle: app.handle, ...(await testClient(app.handle)) };
}
