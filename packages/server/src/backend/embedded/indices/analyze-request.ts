import { ApiError, apiError, type ErrorCause, isObject } from '@sextant/contract';
import { didYouMean, itemsOf, membersOf, tokenOf } from '@sextant/engine';
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

/** Throws ApiError. */
export function parseAnalyzeRequest(body: unknown): AnalyzeRequest {
  if (!isObject(body)) throw unreadable(`Expected START_OBJECT but was: ${tokenOf(body)}`);
  const draft: { -readonly [Key in keyof AnalyzeRequest]: AnalyzeRequest[Key] } = {
    text: [],
    filters: [],
    charFilters: [],
    explain: false,
    attributes: [],
  };
  for (const [key, value] of membersOf(body)) {
    const read = readers.get(key);
    if (read === undefined) throw unreadable(`unknown field [${key}]${didYouMean(key, [...readers.keys()])}`);
    Object.assign(draft, read(value, key));
  }
  return draft;
}

type Read = (value: unknown, key: string) => Partial<AnalyzeRequest>;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['analyzer', (value, key) => ({ analyzer: text(value, key) })],
  ['text', (value, key) => ({ text: textList(value, key) })],
  ['field', (value, key) => ({ field: text(value, key) })],
  ['tokenizer', (value, key) => ({ tokenizer: component(value, key) })],
  ['filter', (value, key) => ({ filters: componentList(value, key) })],
  ['char_filter', (value, key) => ({ charFilters: componentList(value, key) })],
  ['explain', (value, key) => ({ explain: flag(value, key) })],
  ['attributes', (value, key) => ({ attributes: textList(value, key).map((name) => name.toLowerCase()) })],
  ['normalizer', (value, key) => ({ normalizer: text(value, key) })],
]);

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

function failedIn(key: string, causedBy: ErrorCause): ApiError {
  const reason = `[analyze_request] failed to parse field [${key}]`;
  const isRoot = causedBy.type === 'x_content_parse_exception';
  const root = isRoot ? { rootCause: [causedBy] } : {};
  return new ApiError({ type: 'x_content_parse_exception', reason, causedBy, ...root });
}

function textList(value: unknown, key: string): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) throw wrongType(key, value);
  return value.map((each: unknown) => {
    if (each !== null && typeof each !== 'object') return String(each);
    const reason = `expected value but got [${tokenOf(each)}]`;
    throw failedIn(key, { type: 'illegal_state_exception', reason });
  });
}

function text(value: unknown, key: string): string {
  if (typeof value === 'string') return value;
  throw wrongType(key, value);
}

function flag(value: unknown, key: string): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw wrongType(key, value);
  if (value === 'true' || value === 'false' || value === '') return value === 'true';
  const reason = `Failed to parse value [${value}] as only [true] or [false] are allowed.`;
  throw failedIn(key, { type: 'illegal_argument_exception', reason });
}

/** A name, or a definition. */
function component(value: unknown, key: string): unknown {
  if (typeof value === 'string' || isObject(value)) return value;
  throw wrongType(key, value);
}

function componentList(value: unknown, key: string): readonly unknown[] {
  if (isObject(value)) return [value];
  if (!Array.isArray(value)) throw wrongType(key, value);
  return Array.from(itemsOf(value as readonly unknown[]), (each) => {
    if (typeof each === 'string' || isObject(each)) return each;
    const reason = `Expected [VALUE_STRING] or [START_OBJECT], got ${tokenOf(each)}`;
    throw failedIn(key, { type: 'x_content_parse_exception', reason });
  });
}
