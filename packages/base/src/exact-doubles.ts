import { sourceJson } from './source-json.ts';

/**
 * JSON in which `Number` objects, doubles that are told from whole numbers, are written as no plain number is: `2.0`, `1E21`.
 */
export function writeDoubles(value: unknown): string {
  return JSON.stringify(value, (_key, member) =>
    member instanceof Number ? sourceJson.rawJSON(doubleText(member.valueOf())) : member,
  );
}

function doubleText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  if (text.includes('e')) return text.replace('e', 'E');
  return text.includes('.') ? text : `${text}.0`;
}

/** Reads what `writeDoubles` has written. Throws SyntaxError. */
export function readDoubles(text: string): unknown {
  if (!/\.0(?!\d)|\dE/.test(text)) return JSON.parse(text);
  return sourceJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && /\.0$|E/.test(source) ? new Number(value) : value,
  );
}
