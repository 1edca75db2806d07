import { ApiError, apiError } from '@sextant/contract';
import { type JsonObject, toInt, toText } from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import { didYouMean } from '../dsl/suggestions.ts';
import type { Slice } from '../query/slice-query.ts';

const KEYS = ['field', 'id', 'max'];

/** `{id, max, field}`. Without both numbers it is no slice, as in OpenSearch: null. */
export function parseSlice(value: JsonObject): Slice | null {
  let field = '_id';
  let id = -1;
  let max = -1;
  for (const [name, given] of membersOf(value)) {
    if (!KEYS.includes(name)) {
      const reason = `[slice] unknown field [${name}]${didYouMean(name, KEYS)}`;
      throw apiError('x_content_parse_exception', reason);
    }
    if (name === 'field') field = toText(given);
    else if (name === 'id') id = inField(name, () => checkedId(toInt(given), max));
    else max = inField(name, () => checkedMax(toInt(given), id));
  }
  return id < 0 || max < 0 ? null : { field, id, max };
}

function checkedId(id: number, max: number): number {
  if (id < 0) throw refused('id must be greater than or equal to 0');
  if (max >= 0 && id >= max) throw refused('max must be greater than id');
  return id;
}

function checkedMax(max: number, id: number): number {
  if (max <= 1) throw refused('max must be greater than 1');
  if (id >= 0 && id >= max) throw refused('max must be greater than id');
  return max;
}

function refused(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

function inField(name: string, read: () => number): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = `[slice] failed to parse field [${name}]`;
    throw new ApiError({ type: 'x_content_parse_exception', reason, causedBy: error.error });
  }
}
