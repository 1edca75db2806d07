import { apiError, isObject } from '@sextant/contract';
import { tokenOf } from '@sextant/engine';
import { parseTimeMs } from '../../../../config/units.ts';
import type { BackendRequest } from '../../../backend.ts';

/** What the body of a scroll says; times in milliseconds. */
export interface ContextBody {
  readonly scroll_id?: string;
  readonly scroll?: number;
}

/** Throws ApiError for other keys and other kinds of values. */
export async function readContextBody(
  request: Pick<BackendRequest, 'body'>,
  keys: readonly (keyof ContextBody)[],
): Promise<ContextBody> {
  const body = request.body.empty ? {} : await request.body.json();
  if (!isObject(body)) {
    throw apiError('illegal_argument_exception', 'Malformed content, must start with an object');
  }
  const read: { scroll_id?: string; scroll?: number } = {};
  for (const [name, value] of Object.entries(body)) {
    if (!keys.some((key) => key === name) || typeof value !== 'string') throw unknownKey(name, value);
    if (name === 'scroll_id') read.scroll_id = value;
    else read.scroll = parseTimeMs(value, 'scroll');
  }
  return read;
}

/** Ids under `key`, one or a list. Throws ApiError. */
export function contextsToEnd(body: unknown, key: string): readonly string[] {
  if (!isObject(body)) {
    throw apiError('illegal_argument_exception', 'Malformed content, must start with an object');
  }
  const ids: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (name !== key) throw unknownKey(name, value);
    for (const id of [value].flat() as unknown[]) {
      if (typeof id !== 'string' && typeof id !== 'number') {
        const where = Array.isArray(value) ? 'array element' : 'element';
        const reason = `${key} ${where} should only contain ${key}`;
        throw apiError('illegal_argument_exception', reason);
      }
      ids.push(String(id));
    }
  }
  return ids;
}

function unknownKey(name: string, value: unknown): Error {
  const reason = `Unknown parameter [${name}] in request body or parameter is of the wrong type[${tokenOf(value)}] `;
  return apiError('illegal_argument_exception', reason);
}
