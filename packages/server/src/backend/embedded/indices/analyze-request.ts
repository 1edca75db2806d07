import { apiError, isObject } from '@sextant/contract';
import { validationFailed } from '../document/write-params.ts';

export interface AnalyzeRequest {
  readonly text: readonly string[];
  readonly analyzer?: string;
  readonly field?: string;
  readonly normalizer?: string;
  readonly tokenizer?: unknown;
  readonly filter: readonly unknown[];
  /** Every step with its tokens. */
  readonly explain: boolean;
  /** Of the further attributes of a token only these; empty = all. */
  readonly attributes: readonly string[];
}

const keys = new Set(
  'text analyzer field normalizer tokenizer filter char_filter explain attributes'.split(' '),
);

/** Throws ApiError. */
export function parseAnalyzeRequest(body: unknown): AnalyzeRequest {
  if (!isObject(body)) throw apiError('x_content_parse_exception', '[analyze_request] Expected START_OBJECT');
  for (const key of Object.keys(body)) {
    if (!keys.has(key))
      throw apiError('x_content_parse_exception', `[analyze_request] unknown field [${key}]`);
  }
  if (listOf(body.char_filter).length > 0) {
    throw apiError('illegal_argument_exception', '[char_filter] is not supported in an analyze request');
  }
  const text = listOf(body.text).map(String);
  if (text.length === 0) throw validationFailed(['text is missing']);
  if (body.normalizer !== undefined && (body.tokenizer !== undefined || body.analyzer !== undefined)) {
    throw validationFailed(['tokenizer/analyze should be null if normalizer is specified']);
  }
  return {
    text,
    filter: listOf(body.filter),
    explain: body.explain === true || body.explain === 'true',
    attributes: listOf(body.attributes).map((name) => String(name).toLowerCase()),
    ...(body.tokenizer === undefined ? {} : { tokenizer: body.tokenizer }),
    ...textMember(body, 'analyzer'),
    ...textMember(body, 'field'),
    ...textMember(body, 'normalizer'),
  };
}

function textMember(body: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, string>> {
  return body[key] === undefined || body[key] === null ? {} : { [key]: String(body[key]) };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
