import type { FieldType } from './field-type.ts';
import type { MappedField } from './mapped-field.ts';
import { keyword } from './types/keyword.ts';

const ignoredType: FieldType = {
  ...keyword,
  name: '_ignored',
  withoutFielddata: () => 'Fielddata is not supported on field [_ignored] of type [_ignored]',
};

/** The field in which a document keeps the names of its fields whose malformed values were ignored, as it is stored. */
export const ignoredField: MappedField = Object.freeze({
  name: '_ignored',
  type: '_ignored',
  fieldType: ignoredType,
  storage: 'ordinal',
  indexed: true,
  docValues: true,
  norms: false,
  indexOptions: 'docs',
  positionIncrementGap: 0,
  boost: 1,
  definition: Object.freeze({}),
});

/** The same to queries: it is searched, and nothing else. */
export const searchedIgnoredField: MappedField = Object.freeze({ ...ignoredField, docValues: false });
