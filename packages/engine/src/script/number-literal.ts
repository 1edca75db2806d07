import type { Expression } from './ast.ts';
import { ScriptSyntaxError } from './script-error.ts';
import { wrapLong } from './values.ts';

const LONG_LIMIT = 2n ** 63n;
const INT_LIMIT = 2n ** 31n;

/** `12`, `0x1F`, `017`, `5L`, `1.5f`, `1e3`. Throws ScriptSyntaxError beyond what the type holds. */
export function numberLiteral(text: string, at: number, negative: boolean): Expression {
  const isHex = /^0[xX]/.test(text);
  const suffix = text.at(-1)!.toLowerCase();
  const shown = negative ? `-${text}` : text;
  if (!isHex && (suffix === 'd' || suffix === 'f' || /[.eE]/.test(text))) {
    const digits = Number(/[dfDF]$/.test(text) ? text.slice(0, -1) : text);
    const value = negative ? -digits : digits;
    if (suffix !== 'f') return { kind: 'literal', at, type: 'double', value };
    return { kind: 'literal', at, type: 'float', value: Math.fround(value) };
  }
  const isLong = suffix === 'l';
  const digits = isLong ? text.slice(0, -1) : text;
  const isOctal = !isHex && digits.length > 1 && digits.startsWith('0');
  const size = BigInt(isOctal ? `0o${digits.slice(1)}` : digits);
  const value = negative ? -size : size;
  if (isLong) {
    if (value < -LONG_LIMIT || value >= LONG_LIMIT)
      throw new ScriptSyntaxError(at, `Invalid long constant [${digits}].`);
    return { kind: 'literal', at, type: 'long', value: wrapLong(value) };
  }
  if (value < -INT_LIMIT || value >= INT_LIMIT) {
    const hint =
      value >= -LONG_LIMIT && value < LONG_LIMIT
        ? ` If you want a long constant then change it to [${shown}L].`
        : '';
    throw new ScriptSyntaxError(at, `Invalid int constant [${shown}].${hint}`);
  }
  return { kind: 'literal', at, type: 'int', value: Number(value) };
}
