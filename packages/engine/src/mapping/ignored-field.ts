import type { MappedField } from './mapped-field.ts';
import { keyword } from './types/keyword.ts';

/** The field in which a document keeps the names of its fields whose malformed values were ignored, as it is stored. */
export const ignoredField: MappedField = Object.freeze({
  name: '_ignored',
  type: '_ignored',
  fieldType: keyword,
  storage: 'ordinal',
  indexed: true,
  docValues: true,
  norms: false,
  indexOptions: 'docs',
  positionIncrementGap: 0,
  boost: 1,
  definition: Object.freeze({}),
});
