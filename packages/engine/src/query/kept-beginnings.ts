import type { MappedField } from '../mapping/mapped-field.ts';

/** The field within a text field that has this beginning of words as a term; null where none has. */
export function keptBeginning({ prefixes }: MappedField, text: string): string | null {
  if (prefixes === undefined || text.length < prefixes.min || text.length > prefixes.max) return null;
  return prefixes.field;
}

/** Whether all terms of a field are beginnings of words. */
export function hasBeginnings({ keptPrefix }: MappedField): boolean {
  return keptPrefix === Number.POSITIVE_INFINITY;
}

/** Whether those of a length as the text has are among them, if it is not too long. */
export function isOfBeginnings(field: MappedField, text: string): boolean {
  return hasBeginnings(field) && text.length >= (field.keptFrom ?? 1);
}

/** The field in which a beginning of a `search_as_you_type` field, or of a row of its words, is a term; null where none is. */
export function keptStart({ startsIn, keptPrefix }: MappedField, text: string): string | null {
  const isKept = text !== '' && text.length <= (keptPrefix ?? 0);
  return isKept ? (startsIn ?? null) : null;
}

/** Whether all terms of a field are made of words, so that there are no phrases of them: beginnings, or two in a row. */
export function refusesPhrases(field: MappedField): boolean {
  return hasBeginnings(field) || field.type === 'phrase';
}
