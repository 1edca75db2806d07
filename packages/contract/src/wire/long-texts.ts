import { boxedDouble } from './boxed-double.ts';
import { isObject } from './is-object.ts';
import { Long } from './json.ts';
import { parseNumbers, type ReadNumber } from './parse-numbers.ts';
import { parseNamed } from './plain-names.ts';

/**
 * What numbers of JSON become: numbers; texts; or numbers, but texts where a double would round a whole one; `raw`: nothing is made of
 * the JSON, which is read as a text. Within `params` such a one is a number, or with `exact-script` a Long where it is one of the script
 * that the request runs itself. With `script-doubles` long numbers are numbers; whole doubles among the parameters of scripts are told
 * from whole numbers, as with the last two.
 */
export type NumberReading = 'numbers' | 'texts' | 'raw' | 'long-texts' | 'exact-script' | 'script-doubles';

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

const doubles: ReadNumber = (value, source) =>
  !Number.isInteger(value) || /^-?\d+$/.test(source) ? value : new WholeDouble(value);

const told: ReadNumber = (value, source) => {
  const read = doubles(value, source);
  return typeof read === 'number' && Number.isInteger(read) && !Number.isSafeInteger(read)
    ? new LongText(source)
    : read;
};

/** Long numbers anywhere; and parameters of scripts, with some number that may be a whole double. */
function hasTold(text: string): boolean {
  return /\d{16}/.test(text) || mayHaveDoubles(text);
}

function mayHaveDoubles(text: string): boolean {
  return /"(?:params|_meta)"\s*:/.test(text) && /\d\.0|\d[eE]/.test(text);
}

/**
 * JSON of what is kept, which must be sound: numbers are numbers, and whole doubles among the parameters of scripts and within `_meta`
 * are boxed.
 */
export function parseWithDoubles(text: string): unknown {
  if (!mayHaveDoubles(text)) return parseNamed(text);
  return settled(parseNumbers(text, doubles), { ...outside, isKept: true });
}

const longs: ReadNumber = (value, source) => {
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && /^-?\d+$/.test(source) ? source : value;
};

/** JSON of a document, which must be sound: whole numbers that a double would round are texts, whatever its members are called. */
export function parseDocument(text: string): unknown {
  return /\d{16}/.test(text) ? parseNumbers(text, longs) : parseNamed(text);
}

/**
 * JSON of a search, which must be sound: whole numbers that a double would round are texts, which whoever takes a number
 * reads too. Parameters of scripts, to which a text is something else, stay numbers; those of the
 * `script` of the body itself are what `exact` makes of their digits. Doubles among them that are whole numbers are boxed.
 */
export function parseWithLongs(text: string, exact: ReadLong = Number): unknown {
  if (!hasTold(text)) return parseNamed(text);
  const body = parseNumbers(text, told);
  if (!isObject(body)) return settled(body, outside);
  const object = body as Record<string, unknown>;
  const { script } = object;
  if (isObject(script) && Object.hasOwn(script, 'params')) {
    const own = script as Record<string, unknown>;
    own.params = settled(own.params, { key: 'params', inParams: exact, ofScript: true, isKept: false });
  }
  return settled(object, outside);
}

type ReadLong = (digits: string) => unknown;

/** Long numbers in parameters of scripts that write keep their digits. */
export const exactLong: ReadLong = (digits) => new Long(digits);

/** Where scripts stand, and the aggregation that gives several of them parameters. */
function holdsScript(key: string): boolean {
  return key === 'script' || key.endsWith('_script') || key === 'scripted_metric';
}

/** Where a value stands. */
interface Standing {
  /** Of the member whose value it is, or which holds the list that it is in. */
  readonly key: string;
  /** How long numbers are read within parameters; null = not there. */
  readonly inParams: ReadLong | null;
  /** Whole doubles are told from whole numbers: the parameters are those of a script, or it is `_meta`. */
  readonly ofScript: boolean;
  /** It is a part of what is kept, whose `_meta` is nobody's but the caller's. */
  readonly isKept: boolean;
}

const outside: Standing = { key: '', inParams: null, ofScript: false, isKept: false };

/** Changes lists and objects in place; they are as deep as sound JSON may be. */
function settled(value: unknown, at: Standing): unknown {
  if (value instanceof LongText) return at.inParams === null ? value.text : at.inParams(value.text);
  if (value instanceof WholeDouble) return at.ofScript ? boxedDouble(value.value) : value.value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = settled(value[i], at);
  } else if (isObject(value) && !(value instanceof Long)) {
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) {
      const inner = settled(object[key], within(key, at));
      if (inner !== object[key]) object[key] = inner;
    }
  }
  return value;
}

function within(key: string, at: Standing): Standing {
  if (at.inParams !== null) return at;
  // A field may be called so too, in a mapping or in the filter of an alias.
  const isKept = at.isKept && key !== 'properties' && key !== 'filter';
  if (key === '_meta' && isKept) return { key, inParams: Number, ofScript: true, isKept };
  if (key !== 'params') return { ...outside, key, isKept };
  return { key, inParams: Number, ofScript: holdsScript(at.key), isKept };
}
