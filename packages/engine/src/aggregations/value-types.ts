import type { MadeKind } from './spec-parts.ts';

/** What a script makes by `value_type`: there are no others. */
export const valueTypes: ReadonlyMap<string, MadeKind> = new Map([
  ['string', 'keyword'],
  ['byte', 'long'],
  ['short', 'long'],
  ['int', 'long'],
  ['integer', 'long'],
  ['long', 'long'],
  ['unsigned_long', 'long'],
  ['float', 'double'],
  ['double', 'double'],
  ['number', 'double'],
  ['numeric', 'double'],
  ['date', 'date'],
  ['boolean', 'boolean'],
  ['ip', 'ip'],
]);

/** Whether values of the type are terms. */
export function isTextType(valueType: string): boolean {
  const kind = valueTypes.get(valueType);
  return kind === 'keyword' || kind === 'ip';
}
