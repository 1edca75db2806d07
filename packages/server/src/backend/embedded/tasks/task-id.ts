import { ApiError, apiError } from '@sextant/contract';

/** `node:number`, as callers name a task. */
export interface TaskId {
  readonly node: string;
  readonly number: number;
}

/** Undefined where the caller leaves the task open (`unset`, or nothing). Throws ApiError. */
export function parseTaskId(text: string | undefined): TaskId | undefined {
  if (text === undefined || text === '' || text === 'unset') return undefined;
  const colon = text.indexOf(':');
  if (colon < 0) throw apiError('illegal_argument_exception', `malformed task id ${text}`);
  const digits = text.slice(colon + 1);
  if (!/^[+-]?\d{1,15}$/.test(digits)) {
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `malformed task id ${text}`,
      causedBy: { type: 'number_format_exception', reason: `For input string: "${digits}"` },
    });
  }
  return { node: text.slice(0, colon), number: Number(digits) };
}
