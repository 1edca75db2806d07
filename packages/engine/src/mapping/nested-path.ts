import type { MappedField } from './mapped-field.ts';
import { keyword } from './types/keyword.ts';

/** Documents of nested objects have the full name of their object as its term; others have none. */
export const NESTED_PATH = '_nested_path';

export const nestedPathField: MappedField = Object.freeze({
  name: NESTED_PATH,
  type: NESTED_PATH,
  fieldType: keyword,
  storage: 'ordinal',
  indexed: true,
  docValues: false,
  norms: false,
  indexOptions: 'docs',
  positionIncrementGap: 0,
  boost: 1,
  definition: {},
});
