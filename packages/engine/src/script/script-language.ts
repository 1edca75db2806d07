import { apiError } from '@sextant/contract';
import { SCRIPT_BYTES_MAX, type WorkBudget } from '../budget/work-budget.ts';
import { Expression } from './expression/expression.ts';
import type { ScriptSpec } from './script-spec.ts';

/** Contexts in which Lucene expressions are run, as `ExpressionScriptEngine.contexts` has them. */
export const contextsOfExpressions: readonly string[] = [
  'aggregation_selector',
  'aggs',
  'bucket_aggregation',
  'field',
  'filter',
  'number_sort',
  'score',
  'terms_set',
];

/** What the request says of its scripts; null where there is no request, or none that says anything. */
export type ScriptLimits = Pick<WorkBudget, 'scriptBytesMax'>;

/** In which language a script of the context is run. Throws ApiError where it cannot be, or none is kept by its name. */
export function languageFor(
  { source, stored, lang }: ScriptSpec,
  context: string,
  limits: ScriptLimits | null,
): 'painless' | 'expression' {
  if (stored)
    throw apiError('resource_not_found_exception', `unable to find script [${source}] in cluster state`);
  if (lang !== 'painless' && lang !== 'expression')
    throw apiError('illegal_argument_exception', `script_lang not supported [${lang}]`);
  checkLength(source, limits?.scriptBytesMax ?? SCRIPT_BYTES_MAX);
  if (lang === 'painless') return lang;
  checkExpression(source, context);
  return lang;
}

function checkLength(source: string, max: number): void {
  // No text has more bytes than three for each of its units.
  if (source.length * 3 <= max) return;
  const size = Buffer.byteLength(source);
  if (size <= max) return;
  const reason = `exceeded max allowed inline script size in bytes [${max}] with size [${size}] for script [${source}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** Throws ApiError where the text is no expression, or the context is none in which expressions are run. */
export function checkExpression(source: string, context: string): void {
  Expression.of(source);
  if (contextsOfExpressions.includes(context)) return;
  const reason = `expression engine does not know how to handle script context [${context}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** Throws ApiError where a script of the context cannot be run. */
export function checkRunnable(spec: ScriptSpec, context: string, limits: ScriptLimits | null): void {
  languageFor(spec, context, limits);
}
