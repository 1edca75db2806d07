import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import { KeptByText } from '../../mapping/kept-by-text.ts';
import { JavaError } from '../java-error.ts';
import { type BlockBinding, compileBlocks } from './block-compiler.ts';
import { type Bind, compileExpression } from './compiler.ts';
import { ExpressionProblem, expressionError } from './expression-error.ts';
import { UnknownMember } from './field-variable.ts';
import { contentsOf } from './names.ts';
import { parseExpression } from './parser.ts';
import type { Evaluate, EvaluateBlock, ExpressionNode } from './syntax.ts';

const EXPRESSIONS_KEPT = 100;

/** A Lucene expression: a formula over numbers, written as in JavaScript. */
export class Expression {
  readonly source: string;
  /** What it names, in the order in which it does. */
  readonly names: readonly string[];
  /** How many parts are worked out for one document. */
  readonly parts: number;
  readonly #root: ExpressionNode;

  private constructor(source: string) {
    this.source = source;
    this.#root = parseExpression(source);
    const { names, parts } = contentsOf(source, this.#root);
    this.names = names;
    this.parts = parts;
  }

  /** Throws ApiError: `script_exception` where the text is none. */
  static of(source: string): Expression {
    return kept.get(source);
  }

  static read(source: string): Expression {
    try {
      return new Expression(source);
    } catch (error) {
      if (error instanceof RangeError) throw apiError('number_format_exception', error.message);
      if (!(error instanceof ExpressionProblem)) throw error;
      throw expressionError('compile error', {
        source,
        portion: source,
        at: error.at,
        cause: error.problem,
      });
    }
  }

  /** `bind` says what names stand for, one after the other. Throws ApiError `script_exception` where it cannot. */
  bind<Meaning>(bind: (name: string) => Meaning): ReadonlyMap<string, Meaning> {
    return new Map(this.names.map((name) => [name, this.#bound(name, bind)]));
  }

  link(bind: Bind): Evaluate {
    return compileExpression(this.#root, bind);
  }

  linkBlocks(binding: BlockBinding): EvaluateBlock {
    return compileBlocks(this.#root, binding);
  }

  #bound<Meaning>(name: string, bind: (name: string) => Meaning): Meaning {
    try {
      return bind(name);
    } catch (error) {
      const at = error instanceof ExpressionProblem ? error.at : 0;
      const cause = causeOf(error);
      if (cause === null) throw error;
      throw expressionError('link error', { source: this.source, portion: name, at, cause });
    }
  }
}

const kept = new KeptByText(EXPRESSIONS_KEPT, Expression.read);

function causeOf(error: unknown): ErrorCause | null {
  if (error instanceof ExpressionProblem) return error.problem;
  if (error instanceof UnknownMember) return { type: 'illegal_argument_exception', reason: error.message };
  if (error instanceof JavaError) return { type: error.type, reason: error.reason as string };
  return error instanceof ApiError ? error.error : null;
}
