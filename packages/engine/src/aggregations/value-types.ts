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

export function isNumericType(valueType: string): boolean {
  const kind = valueTypes.get(valueType);
  return kind === 'long' || kind === 'double';
}
