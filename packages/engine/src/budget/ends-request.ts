import type { ApiError } from '@sextant/contract';

/** Whether an error is one of the request as a whole and not of the shard that it was met on. */
export function endsRequest({ error }: ApiError): boolean {
  return error.type === 'task_cancelled_exception' || error.type === 'circuit_breaking_exception';
}
