import { createStore } from './store.ts';

export interface CallRecord {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly body: string | undefined;
  /** 0 while it runs and when no answer came. */
  readonly status: number;
  readonly durationMs: number;
  /** Wall clock, milliseconds since 1970. */
  readonly at: number;
  /** The screen that was open: path of the page. */
  readonly screen: string;
}

const kept = 100;

/** The calls behind the screens, newest first; the same call of the same screen is kept once. */
export const requestLog = createStore<readonly CallRecord[]>([]);

export function recordCall(call: CallRecord): void {
  requestLog.set(withCall(requestLog.get(), call));
}

export function withCall(calls: readonly CallRecord[], call: CallRecord): readonly CallRecord[] {
  const others = calls.filter((other) => !isSameCall(other, call));
  return [call, ...others].slice(0, kept);
}

function isSameCall(one: CallRecord, other: CallRecord): boolean {
  return (
    one.method === other.method &&
    one.path === other.path &&
    one.body === other.body &&
    one.screen === other.screen
  );
}
