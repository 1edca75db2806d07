import type { ApiError } from '@sextant/contract';
import { mapperParsing } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import type { FieldValue, MappedField } from './mapped-field.ts';

/** Fields of which every document has one value, with that. */
export function constantsOf(mappers: ReadonlyMap<string, FieldMapper>): [MappedField, FieldValue][] {
  const constants: [MappedField, FieldValue][] = [];
  for (const { mapped } of mappers.values()) {
    const value = mapped.fieldType.constant?.(mapped.definition);
    if (value !== undefined) constants.push([mapped, value]);
  }
  return constants;
}

/** Fields by their aliases. Throws ApiError where an alias stands for nothing, or for another. */
export function aliasesOf(mappers: ReadonlyMap<string, FieldMapper>): Map<string, MappedField> {
  const aliases = new Map<string, MappedField>();
  for (const mapper of mappers.values()) {
    if (mapper.fieldType.isAlias !== true) continue;
    const path = String(mapper.value('path'));
    const target = mappers.get(path);
    const refuse = (why: string): ApiError =>
      mapperParsing(`Invalid [path] value [${path}] for field alias [${mapper.path}]: an alias ${why}`);
    if (target === mapper) throw refuse('cannot refer to itself.');
    if (target === undefined) throw refuse('must refer to an existing field in the mappings.');
    if (target.fieldType.isAlias === true) throw refuse('cannot refer to another alias.');
    aliases.set(mapper.path, Object.freeze({ ...target.mapped, shownAs: mapper.path }));
  }
  return aliases;
}
