import { dictionary, isObject, type JsonMap } from '@sextant/contract';
import type { AccountCall, Fields } from '../account-call.ts';
import { invalidContent } from './security-answers.ts';

/** What a field must be. */
type FieldType = 'array' | 'boolean' | 'object' | 'string';

/** The fields that a body may have. */
export type FieldTable = Readonly<Record<string, FieldType>>;

const words: Readonly<Record<FieldType, string>> = {
  array: 'Array expected',
  boolean: 'Boolean expected',
  object: 'Object expected',
  string: 'String expected',
};
const itemsMax = 10_000;
const itemLengthMax = 4_096;
const descriptionMax = 4_096;

/** The object of the body. Throws SecurityRefusal. */
export async function readContent(call: AccountCall): Promise<Fields> {
  if (call.contentType === undefined) throw invalidContent('Request body required for this action.');
  const body = await call.json().catch(() => undefined);
  if (!isObject(body)) throw invalidContent('Could not parse content of request.');
  return body;
}

/** Throws SecurityRefusal, in OpenSearch's order: unknown fields, then types, then what lists hold. */
export function checkFields(fields: Fields, table: FieldTable, where = ''): void {
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(table, name));
  if (unknown.length > 0) {
    const keys = unknown
      .map((name) => `${where}${name}`)
      .join(',')
      .slice(0, 1_024);
    throw invalidContent('Invalid configuration', { invalid_keys: { keys } });
  }
  const wrong: JsonMap = Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== null && !isOf(value, table[name]!))
      .map(([name]) => [`${where}${name}`, words[table[name]!]]),
  );
  if (Object.keys(wrong).length > 0) throw invalidContent('Wrong datatype', wrong);
}

function isOf(value: unknown, type: FieldType): boolean {
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

/** A list of texts; absent and null are an empty one. Throws SecurityRefusal. */
export function listOf(fields: Fields, name: string): readonly string[] {
  const list = fields[name] ?? [];
  if (!Array.isArray(list)) throw invalidContent('Wrong datatype', { [name]: words.array });
  if (list.some((item) => item === null || (typeof item === 'string' && item.trim() === ''))) {
    throw invalidContent('`null` or blank values are not allowed as json array elements');
  }
  if (list.length > itemsMax || !list.every((item) => typeof item === 'string' && isPlain(item))) {
    throw invalidContent('Wrong datatype', { [name]: 'Array of strings expected' });
  }
  return [...new Set<string>(list)];
}

/** Absent and null are undefined. Throws SecurityRefusal. */
export function wordsOf(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= descriptionMax && value.isWellFormed()) return value;
  throw invalidContent('Wrong datatype', { [name]: words.string });
}

/** Absent and null are undefined. After `checkFields`. */
export function flagOf(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** A map of texts; absent and null are an empty one. Throws SecurityRefusal. */
export function textsOf(fields: Fields, name: string): Readonly<Record<string, string>> {
  const value = fields[name] ?? {};
  if (!isObject(value)) throw invalidContent('Wrong datatype', { [name]: words.object });
  const texts = Object.entries(value);
  if (texts.length <= itemsMax && texts.every(([key, text]) => isPlain(key) && isPlain(text))) {
    return dictionary(Object.fromEntries(texts) as Record<string, string>);
  }
  throw invalidContent('Wrong datatype', { [name]: 'Object of strings expected' });
}

function isPlain(text: unknown): boolean {
  return typeof text === 'string' && text.length <= itemLengthMax && text.isWellFormed();
}
