import { readdirSync, readFileSync } from 'node:fs';
import { ServiceClient } from './service-client.ts';

/** A service whose processor time can be read. */
export interface MeasuredService<Calls extends keyof ServiceClient = 'send'> {
  readonly client: Pick<ServiceClient, Calls>;
  /** Nanoseconds of processor time that it has used so far. */
  readonly nanos: () => number;
}

/** Nanoseconds that all threads of a process have run; those of threads that have ended are missing. */
export function processNanos(pid: number): number {
  let nanos = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanos += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ', 1)[0]);
    } catch {
      // It ended meanwhile.
    }
  }
  return nanos;
}

/** By which the two services are named that are compared. */
export const pairOptions = {
  url: { type: 'string', default: 'http://127.0.0.1:9200' },
  pid: { type: 'string' },
  other: { type: 'string', default: 'http://127.0.0.1:9201' },
  'other-pid': { type: 'string' },
  account: { type: 'string' },
  'other-account': { type: 'string' },
} as const;

interface PairValues {
  readonly url: string;
  readonly pid?: string | undefined;
  readonly other: string;
  readonly 'other-pid'?: string | undefined;
  readonly account?: string | undefined;
  readonly 'other-account'?: string | undefined;
}

interface MeasuredPair {
  readonly own: MeasuredService<'send' | 'json'>;
  readonly other: MeasuredService<'send' | 'json'>;
  readonly close: () => void;
}

/** Two services on this machine, by the values of `pairOptions`. */
export function measuredPair(values: PairValues): MeasuredPair {
  const own = new ServiceClient(values.url, values.account);
  const other = new ServiceClient(values.other, values['other-account']);
  return {
    own: { client: own, nanos: () => processNanos(Number(values.pid)) },
    other: { client: other, nanos: () => processNanos(Number(values['other-pid'])) },
    close: () => {
      own.close();
      other.close();
    },
  };
}
