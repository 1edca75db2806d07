import { isObject } from '@sextant/contract';
/** One type of records: its name, and how its values are checked, found and forgotten. */
export interface RecordKind<T> {
  /** One word; ids of documents begin with it. Never changes. */
  readonly name: string;
  /**
   * The value out of what was read. Throws RecordFault, whose message says what is wrong and holds nothing of the
   * content.
   */
  readonly parse: (value: unknown) => T;
  /** By what records are found beside their id: names and their values. */
  readonly keys?: (value: T) => Readonly<Record<string, string>>;
  /** When the record has lost its meaning, milliseconds since 1970; a day later it is removed. */
  readonly expires?: (value: T) => number;
}

/** A record as it was read or written, with what a change of it must name. */
export interface Stored<T> {
  readonly id: string;
  readonly value: T;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** A record that is not what its kind says. */
export class RecordFault extends Error {}

/** A change that was seen, by this process or another. `stored` undefined = removed, or not readable. */
export interface RecordChange<T> {
  readonly id: string;
  readonly seqNo: number;
  readonly stored: Stored<T> | undefined;
}

/** `all`: more may have changed than can be told; what is held must be read anew. A change may be told twice. */
export type RecordNotice<T> = readonly RecordChange<T>[] | 'all';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a value that must be an object. */
export function recordFields(value: unknown): Fields {
  if (isObject(value)) return value;
  throw new RecordFault('is no object');
}

export function textField(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === 'string') return value;
  throw new RecordFault(`[${name}] is no text`);
}

export function optionalTextField(fields: Fields, name: string): string | undefined {
  return Object.hasOwn(fields, name) && fields[name] !== undefined ? textField(fields, name) : undefined;
}

export function integerField(fields: Fields, name: string): number {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new RecordFault(`[${name}] is no whole number`);
}

export function textListField(fields: Fields, name: string): readonly string[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new RecordFault(`[${name}] is no list of texts`);
}
