import { apiError } from '@sextant/contract';
import type { JsonObject } from '../dsl/json-reader.ts';
import { intField, readFields, textField } from '../dsl/object-parser.ts';
import type { Slice } from '../query/slice-query.ts';

/** `{id, max, field}`. Without both numbers it is no slice, as in OpenSearch: null. */
export function parseSlice(value: JsonObject): Slice | null {
  let field = '_id';
  let id = -1;
  let max = -1;
  readFields('slice', value, {
    field: textField((given) => {
      field = given;
    }),
    id: intField((given) => {
      id = checkedId(given, max);
    }),
    max: intField((given) => {
      max = checkedMax(given, id);
    }),
  });
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
