import { ApiError, type ErrorCause, type ErrorType } from '@sextant/contract';
import { DocumentError } from '../budget/document-error.ts';
import type { JavaError } from './java-error.ts';

/** A script that is wrong before it runs; `at` is the place. */
export class ScriptSyntaxError extends Error {
  readonly at: number;
  readonly problem: ErrorCause;
  constructor(at: number, reason: string, inner?: ErrorType, type: ErrorType = 'illegal_argument_exception') {
    super(reason);
    this.at = at;
    // What the parser meant has no reason of its own.
    const causedBy =
      inner === undefined ? {} : { causedBy: { type: inner, reason: null as unknown as string } };
    this.problem = { type, reason, ...causedBy };
  }
}

interface Snippet {
  readonly stack: readonly string[];
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** The text around a place, and an arrow to it: as `PainlessScript.convertToScriptException` shows it. */
function snippetOf(source: string, place: Omit<Snippet, 'stack'>, before = '', after = ''): Snippet {
  const { offset, start, end } = place;
  const arrow = `${' '.repeat(before.length + Math.max(0, offset - start))}^---- HERE`;
  return { ...place, stack: [`${before}${source.slice(start, end)}${after}`, arrow] };
}

/** How much of the script stands on either side of the place of an error in it. */
const AROUND = 25;

/** `script_exception` of a script that cannot be compiled. */
export function compileError(source: string, lang: string, error: ScriptSyntaxError): ApiError {
  const { at } = error;
  const start = Math.max(0, at - AROUND);
  const end = Math.min(source.length, at + AROUND);
  const cut = [start > 0 ? '... ' : '', end < source.length ? ' ...' : ''] as const;
  const snippet = snippetOf(source, { offset: at, start, end }, ...cut);
  return new ApiError(scriptException('compile error', source, lang, snippet, error.problem));
}

const NAME_LENGTH_MAX = 256;

/** What errors that come while a script runs call it: its first line, and no more than so much of it. */
function nameOf(source: string): string {
  const line = source.includes('\n') ? source.slice(0, source.search(/[\r\n]/)) : source;
  const name = line.slice(0, NAME_LENGTH_MAX);
  return name === source ? source : `${name} ...`;
}

function causeOf({ type, reason, because }: JavaError): ErrorCause {
  const cause = { type, reason: reason as string };
  return because === null ? cause : { ...cause, causedBy: causeOf(because) };
}

/** `script_exception` of a script that failed; `statements` are the places where statements begin, ascending. */
export function runtimeError(
  source: string,
  lang: string,
  {
    error,
    at,
    statements,
  }: { readonly error: JavaError; readonly at: number; readonly statements: readonly number[] },
): DocumentError {
  const cause = causeOf(error);
  if (error.type === 'stack_overflow_error') {
    const script = nameOf(source);
    const details = { script_stack: ['<<< unknown portion of script >>>'], script, lang };
    return new DocumentError({ type: 'script_exception', reason: 'runtime error', details, causedBy: cause });
  }
  const start = statements.findLast((statement) => statement <= at) ?? 0;
  const end = statements.find((statement) => statement > at) ?? source.length;
  const snippet = snippetOf(source, { offset: at, start, end });
  return new DocumentError(
    scriptException(
      'runtime error',
      nameOf(source),
      lang,
      { ...snippet, stack: [...error.frames, ...snippet.stack] },
      cause,
    ),
  );
}

function scriptException(
  reason: string,
  script: string,
  lang: string,
  { stack, offset, start, end }: Snippet,
  causedBy: ErrorCause,
): ErrorCause {
  const details = { script_stack: stack, script, lang, position: { offset, start, end } };
  return { type: 'script_exception', reason, details, causedBy };
}
