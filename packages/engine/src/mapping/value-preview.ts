import { ApiError } from '@sextant/contract';
import { noObject, wrapError } from './errors.ts';
import { ExactToken } from './exact-json.ts';
import { javaDouble, javaText } from './java-text.ts';

/** A JSON object, of either parser. */
export function isObjectValue(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactToken)
  );
}

/** A token as Java prints the value that it was read as: integers as their digits, decimals as doubles. */
function tokenText(token: ExactToken): string {
  const isDecimal = token.kind === 'number' && /[.eE]/.test(token.text);
  return isDecimal ? javaDouble(Number(token.text)) : token.text;
}

function unwrapped(value: unknown): unknown {
  return value instanceof ExactToken ? tokenText(value) : value;
}

/** A value of a document as error texts show it: `{a=1, b=[x, 1.5]}`. A float is shown after it became one. */
function preview(value: unknown, type: string): string {
  const isFloat = type === 'float' || type === 'rank_feature';
  if (isFloat && value instanceof ExactToken && value.kind === 'number' && /[.eE]/.test(value.text)) {
    const rounded = Math.fround(Number(value.text));
    if (!Number.isFinite(rounded)) return String(rounded);
  }
  return javaText(value, unwrapped);
}

/** Throws where a document gives a value to a field whose values a script makes. `key`: a member of the document. */
export function refuseDerived(
  derived: ReadonlyMap<string, unknown> | undefined,
  given: { readonly key: string; readonly value: unknown; readonly id: string; readonly isCopy?: true },
): void {
  const { key, value, id, isCopy } = given;
  if (derived === undefined) return;
  const [name = key] = key.split('.', 1);
  if (!derived.has(name) || (value === null && name === key && isCopy !== true)) return;
  if (name !== key) throw noObject({ path: name, type: 'derived' }, [key.slice(name.length + 1)]);
  const cause = new ApiError({ type: 'unsupported_operation_exception', reason: 'should not be invoked' });
  throw failedValue(id, name, 'derived', value, cause);
}

/** The error of a value of a document that a field cannot take. */
export function failedValue(
  id: string,
  path: string,
  type: string,
  value: unknown,
  { error }: ApiError,
): ApiError {
  const what = `failed to parse field [${path}] of type [${type}] in document with id '${id}'.`;
  const shown = preview(value, type);
  return wrapError('mapper_parsing_exception', `${what} Preview of field's value: '${shown}'`, error);
}
