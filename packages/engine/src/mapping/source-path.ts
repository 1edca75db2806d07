import type { FieldMapper } from './field-mapper.ts';

/** Where the source of a document has the values of a field: a multi-field reads those of the field it belongs to. */
export function sourcePath(name: string, mapping: { mapper(name: string): FieldMapper | undefined }): string {
  const parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const mapper = mapping.mapper(name);
  // In an object with `disable_objects` a field may be called like another one and a dot.
  const isMulti = mapper !== undefined && mapping.mapper(parent)?.multiFields.includes(mapper) === true;
  return isMulti ? parent : name;
}
