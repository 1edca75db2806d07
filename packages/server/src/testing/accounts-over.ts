import { type FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { Accounts } from '../account/accounts.ts';
import { Records } from '../records/records.ts';
import { PasswordHasher } from '../security/password-hasher.ts';
import { SecretBox, type ServiceSecret } from '../security/secret-box.ts';
import type { RecordBackend } from './record-backend.ts';
import { testSecret } from './test-secret.ts';
import { testScheduler } from './test-tasks.ts';

let instances = 0;

/** An instance over the records of `backend`; two of them share what it holds. */
export async function accountsOver(
  backend: RecordBackend,
  clock: FakeClock,
  secret: ServiceSecret = testSecret,
) {
  const log = new MemoryLog();
  instances++;
  const random = new SeededRandom(clock.pendingTimers + instances);
  const records = new Records({
    call: backend.call,
    clock,
    log,
    scheduler: testScheduler(clock, log).scheduler,
    isShared: true,
    pageSize: 100,
  });
  const box = new SecretBox(secret, random);
  const accounts = new Accounts({ records, box, hasher: new PasswordHasher(), clock, random, log });
  await accounts.prepare('a long enough secret');
  const accepts = async (token: string): Promise<boolean> => (await accounts.byToken(token)) !== undefined;
  const endSession = async (token: string): Promise<void> => {
    const proven = await accounts.byToken(token);
    await accounts.endSession(proven!.identity.session!);
  };
  return { accounts, records, log, accepts, endSession };
}
