import { type ApiError, apiError, isObject } from '@sextant/contract';
import { tokenOf } from '@sextant/engine';
import { validationFailed } from '../document/write-params.ts';

export interface AnalyzeRequest {
  readonly text: readonly string[];
  readonly analyzer?: string;
  readonly field?: string;
  readonly normalizer?: string;
  readonly tokenizer?: unknown;
  readonly filters: readonly unknown[];
  readonly charFilters: readonly unknown[];
  /** Every step with its tokens. */
  readonly explain: boolean;
  /** Of the further attributes of a token only these; empty = all. */
  readonly attributes: readonly string[];
}

type Body = Readonly<Record<string, unknown>>;

const keys = new Set(
  'text analyzer field normalizer tokenizer filter char_filter explain attributes'.split(' '),
);

/** Throws ApiError. */
export function parseAnalyzeRequest(body: unknown): AnalyzeRequest {
  if (!isObject(body)) throw unreadable(`Expected START_OBJECT but was: ${tokenOf(body)}`);
  for (const key of Object.keys(body)) if (!keys.has(key)) throw unreadable(`unknown field [${key}]`);
  return {
    text: textList(body, 'text'),
    filters: componentList(body, 'filter'),
    charFilters: componentList(body, 'char_filter'),
    explain: flag(body, 'explain'),
    attributes: textList(body, 'attributes').map((name) => name.toLowerCase()),
    ...('tokenizer' in body ? { tokenizer: component(body, 'tokenizer') } : {}),
    ...textMember(body, 'analyzer'),
    ...textMember(body, 'field'),
    ...textMember(body, 'normalizer'),
  };
}

/** Throws ApiError where what is asked for does not go together. */
export function checkAnalyzeRequest(wanted: AnalyzeRequest, hasIndex: boolean): void {
  const { normalizer, tokenizer, analyzer, field } = wanted;
  const hasParts = wanted.filters.length + wanted.charFilters.length > 0 || tokenizer !== undefined;
  const problems: string[] = [];
  if (wanted.text.length === 0) problems.push('text is missing');
  if (!hasIndex && normalizer !== undefined) problems.push('index is required if normalizer is specified');
  if (normalizer !== undefined && (tokenizer !== undefined || analyzer !== undefined))
    problems.push('tokenizer/analyze should be null if normalizer is specified');
  if (hasParts && analyzer !== undefined) problems.push('cannot define extra components on a named analyzer');
  if (hasParts && normalizer !== undefined)
    problems.push('cannot define extra components on a named normalizer');
  if (hasParts && field !== undefined)
    problems.push('cannot define extra components on a field-specific analyzer');
  if (problems.length > 0) throw validationFailed(problems);
}

function unreadable(problem: string): ApiError {
  return apiError('x_content_parse_exception', `[analyze_request] ${problem}`);
}

function wrongType(key: string, value: unknown): ApiError {
  return unreadable(`${key} doesn't support values of type: ${tokenOf(value)}`);
}

function failedIn(key: string, value: unknown): ApiError {
  const reason = `expected value but got [${tokenOf(value)}]`;
  return apiError('x_content_parse_exception', `[analyze_request] failed to parse field [${key}]`, {
    causedBy: { type: 'illegal_state_exception', reason },
  });
}

function textList(body: Body, key: string): string[] {
  if (!(key in body)) return [];
  const value = body[key];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) throw wrongType(key, value);
  return value.map((each: unknown) => {
    if (each === null || typeof each === 'object') throw failedIn(key, each);
    return String(each);
  });
}

function textMember(body: Body, key: string): Readonly<Record<string, string>> {
  if (!(key in body)) return {};
  const value = body[key];
  if (typeof value !== 'string') throw wrongType(key, value);
  return { [key]: value };
}

function flag(body: Body, key: string): boolean {
  if (!(key in body)) return false;
  const value = body[key];
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw wrongType(key, value);
}

/** A name, or a definition. */
function component(body: Body, key: string): unknown {
  const value = body[key];
  if (typeof value === 'string' || isObject(value)) return value;
  throw wrongType(key, value);
}

function componentList(body: Body, key: string): readonly unknown[] {
  if (!(key in body)) return [];
  const value = body[key];
  if (isObject(value)) return [value];
  if (!Array.isArray(value)) throw wrongType(key, value);
  return value.map((each: unknown) => {
    if (typeof each === 'string' || isObject(each)) return each;
    throw failedIn(key, each);
  });
}
