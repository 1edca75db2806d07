import { ApiError } from '@sextant/contract';

const STATES = ['BOOTSTRAPPING', 'SYNCING', 'RUNNING', 'PAUSED', 'FAILED', 'STOPPED'];

/** Which states `all_status` shows; none given = all. Throws ApiError. */
export function readStates(given: readonly string[] | undefined): (status: string) => boolean {
  if (given === undefined) return () => true;
  const wanted = new Set(given.map((state) => state.toUpperCase()));
  const unknown = [...wanted].find((state) => !STATES.includes(state));
  if (unknown !== undefined) {
    const reason = `status [${unknown}] is none of [${STATES.join(', ')}]`;
    throw new ApiError({ type: 'illegal_argument_exception', reason });
  }
  const isRunning = (status: string) => status === 'SYNCING' || status === 'BOOTSTRAPPING';
  return (status) => wanted.has(status) || (wanted.has('RUNNING') && isRunning(status));
}
