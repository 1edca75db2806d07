import { apiError } from '@sextant/contract';
import type { JsonObject } from '../dsl/json-reader.ts';
import { intField, readFields, textField } from '../dsl/object-parser.ts';
import type { Slice } from '../query/slice-query.ts';

/** `{id, max, field}`, with -1 for a number that is not given, as OpenSearch has it. */
export function parseSlice(value: JsonObject): Slice {
  let field = '_id';
  let id = -1;
  let max = -1;
  readFields('slice', value, {
    field: textField((given) => {
      if (given === '') throw refused('field name is null or empty');
      field = given;
    }),
    id: intField((given) => {
      id = checkedId(given, max);
    }),
    max: intField((given) => {
      max = checkedMax(given, id);
    }),
  });
  return { field, id, max };
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
