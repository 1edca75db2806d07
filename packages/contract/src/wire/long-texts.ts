import { isObject } from './is-object.ts';
import { Long } from './json.ts';

/**
 * What numbers of JSON become: numbers; texts; or numbers, but texts where a double would round a whole one. Within `params` such a
 * one is a number, or with `exact-script` a Long where it is one of the script that the request runs itself.
 */
export type NumberReading = 'numbers' | 'texts' | 'long-texts' | 'exact-script';

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
 * reads too. Parameters of scripts, to which a text is something else, stay numbers; those of the
 * `script` of the body itself are what `exact` makes of their digits.
 */
export function parseWithLongs(text: string, exact: ReadLong = Number): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const body = JSON.parse(text, longs as Parameters<typeof JSON.parse>[1]);
  if (!isObject(body)) return settled(body, null);
  const object = body as Record<string, unknown>;
  const { script } = object;
  if (isObject(script) && Object.hasOwn(script, 'params')) {
    const own = script as Record<string, unknown>;
    own.params = settled(own.params, exact);
  }
  return settled(object, null);
}

type ReadLong = (digits: string) => unknown;

/** Long numbers in parameters of scripts that write keep their digits. */
export const exactLong: ReadLong = (digits) => new Long(digits);

/** Changes lists and objects in place; they are as deep as sound JSON may be. `inParams`: how long numbers are read there; null = not there. */
function settled(value: unknown, inParams: ReadLong | null): unknown {
  if (value instanceof LongText) return inParams === null ? value.text : inParams(value.text);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = settled(value[i], inParams);
  } else if (isObject(value) && !(value instanceof Long)) {
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) {
      const inner = settled(object[key], inParams ?? (key === 'params' ? Number : null));
      if (inner !== object[key]) object[key] = inner;
    }
  }
  return value;
}
