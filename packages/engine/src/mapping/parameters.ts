import { ApiError, isObject } from '@sextant/contract';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import { strictBoolean } from './boolean-value.ts';
import { illegalArgument, mapperParsing } from './errors.ts';
import { javaClass, javaText } from './java-text.ts';
import type { Similarities } from './similarities.ts';

/** What a parameter's parser may look at. */
export interface ParameterContext {
  /** Simple name of the field. */
  readonly field: string;
  readonly registry: AnalyzerRegistry;
  readonly similarities: Similarities;
}

/** One parameter of a field type. Values are held in parsed form; `undefined` stands for "not given". */
export interface Parameter {
  readonly name: string;
  readonly otherwise: unknown;
  /** A change by put-mapping is allowed: always, never, or from true to false only. */
  readonly updatable: boolean | 'only-off';
  /** Printed whenever it was given, not only when it differs from the default. */
  readonly explicit: boolean;
  readonly acceptsNull: boolean;
  /** Printed also where it was not given. */
  readonly always?: true;
  /** As an error tells a value. */
  readonly told?: (value: unknown) => string;
  parse(value: unknown, context: ParameterContext): unknown;
  print(value: unknown): unknown;
}

type Parse = (value: unknown, context: ParameterContext) => unknown;

export function parameter(
  name: string,
  otherwise: unknown,
  parse: Parse,
  more: Partial<Parameter> = {},
): Parameter {
  const print = (value: unknown): unknown => value;
  return { name, otherwise, parse, updatable: false, explicit: false, acceptsNull: false, print, ...more };
}

const FIXED = { updatable: false } as const;
export const UPDATABLE = { updatable: true } as const;

export function flag(name: string, otherwise: boolean, more: Partial<Parameter> = FIXED): Parameter {
  return parameter(name, otherwise, strictBoolean, more);
}

export function javaNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && value !== '') return number;
  throw new ApiError({ type: 'number_format_exception', reason: `For input string: "${String(value)}"` });
}

export function integer(name: string, otherwise: number, more: Partial<Parameter> = FIXED): Parameter {
  return parameter(name, otherwise, (value) => Math.trunc(javaNumber(value)), more);
}

export function choice(name: string, otherwise: string, accepted: readonly string[]): Parameter {
  return parameter(name, otherwise, (value) => {
    if (accepted.includes(String(value))) return value;
    const known = accepted.join(', ');
    throw mapperParsing(
      `Unknown value [${String(value)}] for field [${name}] - accepted values are [${known}]`,
    );
  });
}

/** The name of an analyzer of the index. */
export function analyzer(name: string, otherwise: string | null, updatable: boolean): Parameter {
  const parse: Parse = (value, { registry }) => {
    if (registry.analyzer(String(value)) !== undefined) return String(value);
    throw illegalArgument(`analyzer [${String(value)}] has not been configured in mappings`);
  };
  return parameter(name, otherwise, parse, { updatable });
}

/** The name of a similarity of the index. */
export function similarityOf(value: unknown, { field, similarities }: ParameterContext): string | undefined {
  if (value === null) return undefined;
  const name = javaText(value);
  similarities.check(name, field);
  return name;
}

function metaOf(value: unknown, { field }: ParameterContext): unknown {
  if (!isObject(value)) {
    throw mapperParsing(
      `[meta] must be an object, got ${javaClass(value)}[${javaText(value)}] for field [${field}]`,
    );
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length > 5) {
    throw mapperParsing(
      `[meta] can't have more than 5 entries, but got ${entries.length} on field [${field}]`,
    );
  }
  for (const [key, text] of entries) {
    if (key.length > 20) {
      throw mapperParsing(`[meta] keys can't be longer than 20 chars, but got [${key}] for field [${field}]`);
    }
    if (text === null) throw mapperParsing(`[meta] values can't be null (field [${field}])`);
    if (typeof text !== 'string') {
      const shown = `${javaClass(text)}[${javaText(text)}]`;
      throw mapperParsing(`[meta] values can only be strings, but got ${shown} for field [${field}]`);
    }
    if (text.length > 50) {
      throw mapperParsing(
        `[meta] values can't be longer than 50 chars, but got [${text}] for field [${field}]`,
      );
    }
  }
  return Object.fromEntries(entries);
}

export const EXPLICIT = { updatable: true, explicit: true } as const;

export const index: Parameter = flag('index', true);
export const docValues: Parameter = flag('doc_values', true);
export const store: Parameter = flag('store', false);
export const boost: Parameter = parameter('boost', 1, javaNumber, UPDATABLE);
export const meta: Parameter = parameter('meta', undefined, metaOf, {
  updatable: true,
  print: (value) => (value !== undefined && Object.keys(value as object).length === 0 ? undefined : value),
});
export const eagerGlobalOrdinals: Parameter = flag('eager_global_ordinals', false, UPDATABLE);
export const skipList: Parameter = flag('skip_list', false);
