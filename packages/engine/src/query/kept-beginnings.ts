import type { MappedField } from '../mapping/mapped-field.ts';

/** The field within a text field that has this beginning of words as a term; null where none has. */
export function keptBeginning({ prefixes }: MappedField, text: string): string | null {
  if (prefixes === undefined || text.length < prefixes.min || text.length > prefixes.max) return null;
  return prefixes.field;
}
