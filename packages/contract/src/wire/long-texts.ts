import { isObject } from './is-object.ts';

/** What numbers of JSON become: numbers; texts; or numbers, but texts where a double would round a whole one. */
export type NumberReading = 'numbers' | 'texts' | 'long-texts';

/** A whole number that a double would round. */
class LongText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type NumberReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const longs: NumberReviver = (_key, value, { source }) => {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^-?\d+$/.test(source) ? new LongText(source) : value;
};

/**
 * JSON of a search, which must be sound: whole numbers that a double would round are texts, which whoever takes a number
 * reads too. Parameters of scripts, to which a text is something else, stay numbers.
 */
export function parseWithLongs(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return settled(JSON.parse(text, longs as Parameters<typeof JSON.parse>[1]), false);
}

/** Changes lists and objects in place; they are as deep as sound JSON may be. */
function settled(value: unknown, asNumbers: boolean): unknown {
  if (value instanceof LongText) return asNumbers ? Number(value.text) : value.text;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = settled(value[i], asNumbers);
  } else if (isObject(value)) {
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) {
      const inner = settled(object[key], asNumbers || key === 'params');
      if (inner !== object[key]) object[key] = inner;
    }
  }
  return value;
}
