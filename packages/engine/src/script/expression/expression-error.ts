import { ApiError, type ErrorCause } from '@sextant/contract';
import { DocumentError } from '../../budget/document-error.ts';

/** A text that is no expression; `at` is the place. */
export class ExpressionProblem extends Error {
  readonly at: number;
  readonly problem: ErrorCause;

  /** `inner`: what the parser met, which has no reason of its own. */
  constructor(at: number, reason: string, inner?: ErrorCause['type']) {
    super(reason);
    this.at = at;
    const causedBy =
      inner === undefined ? {} : { causedBy: { type: inner, reason: null as unknown as string } };
    this.problem = { type: 'parse_exception', reason, ...causedBy };
  }
}

interface Failure {
  readonly source: string;
  /** The part of it that is wrong. */
  readonly portion: string;
  readonly at: number;
  readonly cause: ErrorCause;
}

/** `script_exception`, as `ExpressionScriptEngine.convertToScriptException` makes it. */
export function expressionError(
  reason: 'compile error' | 'link error',
  { source, portion, at, cause }: Failure,
): ApiError {
  const script_stack = [portion, `${' '.repeat(at)}^---- HERE`];
  const details = { script_stack, script: source, lang: 'expression' };
  return new ApiError({ type: 'script_exception', reason, details, causedBy: cause });
}

/** What an expression cannot be asked of a document. */
export function scriptFailure(reason: string): DocumentError {
  return new DocumentError({ type: 'general_script_exception', reason });
}
