import type { MappedField } from '../../mapping/mapped-field.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { isSearchable } from '../field-support.ts';

/** Names or patterns with the boosts that a request gives them. */
export type FieldBoosts = readonly { readonly pattern: string; readonly boost: number }[];

/** Fields that are searched, each with its boost. */
export type SearchedFields = ReadonlyMap<MappedField, number>;

export const everything = '*';

/**
 * The fields behind names and patterns: of those that a pattern finds, only what can be searched. `suffix`: a field with
 * it is taken instead, where there is one.
 */
export function searchedFields(mapping: Mapping, wanted: FieldBoosts, suffix: string | null): SearchedFields {
  const found = new Map<MappedField, number>();
  for (const { pattern, boost } of wanted) {
    for (const field of mapping.matching(pattern)) {
      const other = suffix === null ? undefined : mapping.field(field.name + suffix);
      const chosen = other ?? mapping.field(field.name)!;
      if (pattern === everything && (!isSearchable(chosen) || field.shownAs !== undefined)) continue;
      found.set(chosen, Math.fround((found.get(chosen) ?? 1) * boost));
    }
  }
  return found;
}

/** The fields of queries that name none: the index's `index.query.default_field`. */
export function defaultFields(mapping: Mapping): readonly string[] {
  const setting = mapping.flat['index.query.default_field'];
  if (setting === undefined) return [everything];
  return typeof setting === 'string' ? [setting] : setting;
}
