import {
  ApiError,
  apiError,
  commonParams,
  dictionary,
  didYouMean,
  notBoolean,
  type ParamSpec,
  type Route,
  unrecognized,
} from '@sextant/contract';
import type { ParamValue } from '../backend/backend.ts';
import { parseBytes, parseTimeMs } from '../config/units.ts';
import { checkPathLength } from './path-states.ts';

/** These say what they wanted in words of their own (`IndicesOptions`). */
const indicesOptions = new Set(['allow_no_indices', 'ignore_throttled', 'ignore_unavailable']);

/** Those that every call may have, where they are read before its own; `source` is not. */
const readOfAll = ['error_trace', 'filter_path', 'format', 'human', 'pretty'];

const common: Readonly<Record<string, ParamSpec>> = commonParams;

/** The parameters of a request that are right, and what is wrong with the others. */
interface GivenParams {
  readonly params: Record<string, ParamValue>;
  /** Of the first value that does not fit its type. */
  readonly wrongValue: ApiError | undefined;
  /** Of the names that are not in the row, with those that are like them. */
  readonly unknownNames: ApiError | undefined;
}

/** Throws ApiError where a value does not fit its type, or a name is not in the row. */
export function typedParams(
  route: Route,
  path: string,
  pathParams: Readonly<Record<string, string>>,
  given: ReadonlyMap<string, string>,
): Record<string, ParamValue> {
  const { params, wrongValue, unknownNames } = givenParams(route, path, pathParams, given);
  const wrong = wrongValue ?? unknownNames;
  if (wrong !== undefined) throw wrong;
  return params;
}

/** Throws ApiError for wrong values of parameters that every row has: the answer to anything else goes by them. */
export function givenParams(
  route: Route,
  path: string,
  pathParams: Readonly<Record<string, string>>,
  given: ReadonlyMap<string, string>,
): GivenParams {
  const params: Record<string, ParamValue> = dictionary();
  let unknown: string[] | undefined;
  let wrongValue: ApiError | undefined;
  for (const [name, text] of given) {
    const own = Object.hasOwn(route.params, name) ? route.params[name] : undefined;
    const spec = own ?? commonSpec(name);
    if (spec === undefined || (spec.beside !== undefined && !given.has(spec.beside))) {
      if (Object.hasOwn(pathParams, name)) continue;
      unknown ??= [];
      unknown.push(name);
      continue;
    }
    try {
      const value = typedValue(name, text, spec);
      if (value !== undefined) params[name] = value;
    } catch (error) {
      if (!(error instanceof ApiError) || own === undefined) throw error;
      wrongValue ??= error;
    }
  }
  const unknownNames = unknown === undefined ? undefined : unknownParams(route, path, pathParams, unknown);
  return { params, wrongValue, unknownNames };
}

function unknownParams(
  route: Route,
  path: string,
  pathParams: Readonly<Record<string, string>>,
  unknown: readonly string[],
): ApiError {
  const rows = [...Object.keys(route.params), ...Object.keys(pathParams), ...readOfAll];
  const known = rows.filter((name) => !unknown.includes(name));
  return unrecognized(path, 'parameter', unknown, known);
}

function commonSpec(name: string): ParamSpec | undefined {
  return Object.hasOwn(common, name) ? common[name] : undefined;
}

/** Undefined: given, but as if it were not (an empty list). */
function typedValue(name: string, text: string, spec: ParamSpec): ParamValue | undefined {
  switch (spec.type) {
    case 'boolean':
      // An empty one among these says nothing, where others are switched on by it.
      return text === '' && indicesOptions.has(name) ? undefined : booleanValue(name, text);
    case 'int':
    case 'long':
      return wholeValue(name, text, spec.type);
    case 'number':
      return numberValue(name, text);
    case 'list': {
      if (name === 'filter_path') checkPathLength(text);
      const items = text.split(',').filter((item) => item !== '');
      return items.length > 0 || spec.takesEmpty ? items : undefined;
    }
    case 'time':
      return parseTimeMs(text, name);
    case 'bytes':
      return parseBytes(text, name);
    case 'enum':
      if (spec.values?.includes(text) !== true) throw badWord(name, text, spec.values ?? []);
      return text;
    case 'string':
      return text;
  }
}

function booleanValue(name: string, text: string): boolean {
  if (text === 'true' || text === '') return true;
  if (text === 'false') return false;
  if (indicesOptions.has(name)) throw notBoolean(name, text);
  const reason = `Failed to parse value [${text}] as only [true] or [false] are allowed.`;
  throw apiError('illegal_argument_exception', reason);
}

function wholeValue(name: string, text: string, type: 'int' | 'long'): number {
  const value = Number(text);
  const fits = type === 'int' ? (value | 0) === value : Number.isSafeInteger(value);
  if (/^[+-]?\d+$/.test(text) && fits) return value;
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason: `Failed to parse ${type} parameter [${name}] with value [${text}]`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${text}"` },
  });
}

function numberValue(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason: `Failed to parse float parameter [${name}] with value [${text}]`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${text}"` },
  });
}

function badWord(name: string, text: string, values: readonly string[]): ApiError {
  const reason = `No valid value [${text}] for parameter [${name}], allowed are [${values.join(', ')}]`;
  return apiError('illegal_argument_exception', reason + didYouMean(text, values));
}
