import { parseNumbers } from './parse-numbers.ts';
import { parseNamed } from './plain-names.ts';
import { sourceJson } from './source-json.ts';

/**
 * A whole double that is told from a whole number, as Java tells `2.0` from `2`: in parameters of scripts, and wherever these are
 * kept. It is a `Number` object, which goes to other threads as what it is; its `valueOf` is the number.
 */
export type BoxedDouble = InstanceType<typeof Number>;

export function boxedDouble(value: number): BoxedDouble {
  return new Number(value);
}

export function isBoxedDouble(value: unknown): value is BoxedDouble {
  return value instanceof Number;
}

/** JSON in which boxed doubles are written as no plain number is: `2.0`, `1E21`. */
export const boxedJson = {
  write(value: unknown): string {
    return JSON.stringify(value, (_key, member) =>
      isBoxedDouble(member) ? sourceJson.rawJSON(doubleText(member.valueOf())) : member,
    );
  },

  /** Reads what `write` has written. Throws SyntaxError. */
  read(text: string): unknown {
    if (!/\.0(?!\d)|\dE/.test(text)) return parseNamed(text);
    return parseNumbers(text, (value, source) => (/\.0$|E/.test(source) ? boxedDouble(value) : value));
  },
} as const;

function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  if (text.includes('e')) return text.replace('e', 'E');
  return text.includes('.') ? text : `${text}.0`;
}
