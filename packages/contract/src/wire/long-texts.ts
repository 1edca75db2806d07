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

/** A whole number that was written as a fraction or with an exponent. */
class WholeDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

type NumberReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const told: NumberReviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || !Number.isInteger(value) || source === undefined) return value;
  if (!/^-?\d+$/.test(source)) return new WholeDouble(value);
  return Number.isSafeInteger(value) ? value : new LongText(source);
};

/** Long numbers anywhere; and parameters of scripts, with some number that may be a whole double. */
function hasTold(text: string): boolean {
  return /\d{16}/.test(text) || (/"params"\s*:/.test(text) && /\d\.0|\d[eE]/.test(text));
}

/**
 * JSON of a search, which must be sound: whole numbers that a double would round are texts, which whoever takes a number
 * reads too. Parameters of scripts, to which a text is something else, stay numbers; those of the
 * `script` of the body itself are what `exact` makes of their digits. Doubles among them that are whole numbers are `Number` objects,
 * which other threads are sent as such.
 */
export function parseWithLongs(text: string, exact: ReadLong = Number): unknown {
  if (!hasTold(text)) return JSON.parse(text);
  const body = JSON.parse(text, told as Parameters<typeof JSON.parse>[1]);
  if (!isObject(body)) return settled(body, null);
  const object = body as Record<string, unknown>;
  const { script } = object;
  if (isObject(script) && Object.hasOwn(script, 'params')) {
    const own = script as Record<string, unknown>;
    own.params = settled(own.params, exact, true);
  }
  return settled(object, null);
}

type ReadLong = (digits: string) => unknown;

/** Long numbers in parameters of scripts that write keep their digits. */
export const exactLong: ReadLong = (digits) => new Long(digits);

/** Members that a script has beside its parameters: one of its own, or an aggregation of several. */
const scriptMembers = ['source', 'id', 'inline', 'stored', 'map_script'];

function isScript(object: Readonly<Record<string, unknown>>): boolean {
  return scriptMembers.some((name) => Object.hasOwn(object, name));
}

/**
 * Changes lists and objects in place; they are as deep as sound JSON may be. `inParams`: how long numbers are read there; null = not
 * there. `ofScript`: the parameters are those of a script.
 */
function settled(value: unknown, inParams: ReadLong | null, ofScript = false): unknown {
  if (value instanceof LongText) return inParams === null ? value.text : inParams(value.text);
  if (value instanceof WholeDouble) return ofScript ? new Number(value.value) : value.value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = settled(value[i], inParams, ofScript);
  } else if (isObject(value) && !(value instanceof Long) && !(value instanceof Number)) {
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) {
      const isParams = key === 'params' && inParams === null;
      const reading = inParams ?? (isParams ? Number : null);
      const inner = settled(object[key], reading, isParams ? isScript(object) : ofScript);
      if (inner !== object[key]) object[key] = inner;
    }
  }
  return value;
}
