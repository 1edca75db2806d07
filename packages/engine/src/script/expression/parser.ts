import { ExpressionProblem } from './expression-error.ts';
import { Lexer, type Token } from './lexer.ts';
import type { BinaryOperator, ExpressionNode, UnaryOperator } from './syntax.ts';

/** So deep may parts stand in one another: each takes of the stack when it is compiled and when it runs. */
const DEPTH_MAX = 500;

/** How tightly operators bind, as in JavaScript. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>', '>>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const levelOf: ReadonlyMap<string, number> = new Map(
  levels.flatMap((operators, level) => operators.map((operator) => [operator, level] as const)),
);
const unary: ReadonlySet<string> = new Set(['!', '~', '+', '-']);

/** Reads Lucene's grammar of expressions (`Javascript.g4`). Throws ExpressionProblem in its parser's words. */
export function parseExpression(source: string): ExpressionNode {
  const parser = new Parser(source);
  const node = parser.expression();
  parser.expect('<EOF>', '<EOF>');
  return node;
}

class Parser {
  readonly #lexer: Lexer;
  #depth = 0;

  constructor(source: string) {
    this.#lexer = new Lexer(source);
  }

  expect(text: string, name: string): void {
    const token = this.#lexer.take();
    if (token.text === text && (token.kind === 'sign' || token.kind === 'end')) return;
    const { at } = token;
    const where = this.#lexer.place(at);
    throw new ExpressionProblem(at, `unexpected token '${token.text}'${where} was expecting one of ${name}`);
  }

  expression(): ExpressionNode {
    const condition = this.#binary(0);
    if (!this.#comes('?')) return condition;
    this.#lexer.take();
    return this.#within(() => {
      const then = this.expression();
      this.expect(':', 'COLON');
      return { kind: 'conditional', condition, then, otherwise: this.expression() };
    });
  }

  #binary(level: number): ExpressionNode {
    let left = this.#unary();
    let added = 0;
    for (;;) {
      const { kind, text } = this.#lexer.peek();
      const found = kind === 'sign' ? levelOf.get(text) : undefined;
      if (found === undefined || found < level) break;
      this.#lexer.take();
      this.#deeper();
      added++;
      const operator = text as BinaryOperator;
      left = { kind: 'binary', operator, left, right: this.#binary(found + 1) };
    }
    this.#depth -= added;
    return left;
  }

  #unary(): ExpressionNode {
    const { kind, text } = this.#lexer.peek();
    if (kind !== 'sign' || !unary.has(text)) return this.#primary();
    this.#lexer.take();
    return this.#within(() => ({ kind: 'unary', operator: text as UnaryOperator, of: this.#unary() }));
  }

  #primary(): ExpressionNode {
    const token = this.#lexer.take();
    const { kind, text, at } = token;
    switch (kind) {
      case 'decimal':
        return { kind: 'number', value: Number(text) };
      case 'octal':
        return { kind: 'long', digits: text.slice(1), radix: 8 };
      case 'hex':
        return { kind: 'long', digits: text.slice(2), radix: 16 };
      case 'name':
        return this.#comes('(') ? this.#call(token) : { kind: 'name', at, text };
      default:
        if (kind === 'sign' && text === '(') return this.#bracketed();
        throw this.#noExpression(token);
    }
  }

  #bracketed(): ExpressionNode {
    return this.#within(() => {
      const node = this.expression();
      this.expect(')', 'RP');
      return node;
    });
  }

  #call({ text, at }: Token): ExpressionNode {
    return this.#within(() => {
      this.#lexer.take();
      const values: ExpressionNode[] = [];
      if (this.#beginsExpression()) {
        values.push(this.expression());
        while (this.#comes(',')) {
          this.#lexer.take();
          values.push(this.expression());
        }
      }
      this.expect(')', 'RP');
      return { kind: 'call', at, text, values };
    });
  }

  #beginsExpression(): boolean {
    const { kind, text } = this.#lexer.peek();
    return kind === 'sign' ? text === '(' || unary.has(text) : kind !== 'end';
  }

  #comes(sign: string): boolean {
    const { kind, text } = this.#lexer.peek();
    return kind === 'sign' && text === sign;
  }

  #noExpression({ kind, text, at }: Token): ExpressionProblem {
    const reason =
      kind === 'end'
        ? 'unexpected end of expression'
        : `invalid sequence of tokens near '${text}'${this.#lexer.place(at)}`;
    return new ExpressionProblem(at, reason, 'no_viable_alt_exception');
  }

  #deeper(): void {
    if (++this.#depth <= DEPTH_MAX) return;
    throw new ExpressionProblem(0, `the expression is nested more than [${DEPTH_MAX}] deep`);
  }

  #within<Node>(read: () => Node): Node {
    this.#deeper();
    const node = read();
    this.#depth--;
    return node;
  }
}
