import { operate } from '../compile/arithmetic.ts';
import { intOfLong, type LongValue, truncateToInt, truncateToLong, wrapLong } from '../values.ts';
import { callOf } from './functions.ts';
import { longOfDigits, nameOf } from './names.ts';
import type { BinaryOperator, Evaluate, ExpressionNode } from './syntax.ts';

/** What a name stands for. */
export type Bind = (name: string) => Evaluate;

type EvaluateFlag = () => boolean;
type EvaluateLong = () => LongValue;
type Unary = Extract<ExpressionNode, { readonly kind: 'unary' }>;
type Binary = Extract<ExpressionNode, { readonly kind: 'binary' }>;

/**
 * Closures that do what `JavascriptCompiler` writes byte code for: each part is worked out as what its place asks
 * for. Arithmetic and comparisons ask for doubles, bits for longs, conditions and logic for ints, of which all but 0
 * are true: half is false.
 */
export function compileExpression(root: ExpressionNode, bind: Bind): Evaluate {
  return new Compiler(bind).double(root);
}

class Compiler {
  readonly #bind: Bind;

  constructor(bind: Bind) {
    this.#bind = bind;
  }

  double(node: ExpressionNode): Evaluate {
    const name = nameOf(node);
    if (name !== null) return this.#bind(name);
    switch (node.kind) {
      case 'number':
        return constant(node.value);
      case 'long':
        return constant(Number(longOfDigits(node.digits, node.radix)));
      case 'call':
        return callOf(
          node.text,
          node.values.map((value) => this.double(value)),
        );
      case 'conditional': {
        const condition = this.#flag(node.condition);
        const then = this.double(node.then);
        const otherwise = this.double(node.otherwise);
        return () => (condition() ? then() : otherwise());
      }
      case 'unary':
        return this.#doubleOfUnary(node);
      default:
        return this.#doubleOfBinary(node as Binary);
    }
  }

  #doubleOfUnary(node: Unary): Evaluate {
    switch (node.operator) {
      case '+':
        return this.double(node.of);
      case '-': {
        const of = this.double(node.of);
        return () => -of();
      }
      case '~':
        return numberOf(this.#long(node));
      default:
        return oneOrZero(this.#flag(node));
    }
  }

  #doubleOfBinary(node: Binary): Evaluate {
    if (isOfBits(node.operator)) return numberOf(this.#long(node));
    const make = arithmetic[node.operator];
    if (make === undefined) return oneOrZero(this.#flag(node));
    return make(this.double(node.left), this.double(node.right));
  }

  #long(node: ExpressionNode): EvaluateLong {
    if (node.kind === 'long') {
      const value = wrapLong(longOfDigits(node.digits, node.radix));
      return () => value;
    }
    if (node.kind === 'unary' && node.operator === '~') {
      const of = this.#long(node.of);
      return () => operate('^', 'long', of(), -1);
    }
    if (node.kind === 'unary' && node.operator === '+') return this.#long(node.of);
    if (node.kind === 'conditional') {
      const condition = this.#flag(node.condition);
      const then = this.#long(node.then);
      const otherwise = this.#long(node.otherwise);
      return () => (condition() ? then() : otherwise());
    }
    if (node.kind === 'binary' && isOfBits(node.operator)) return this.#bits(node);
    const value = this.double(node);
    return () => truncateToLong(value());
  }

  #bits({ operator, left: first, right: second }: Binary): EvaluateLong {
    const left = this.#long(first);
    const isShift = operator === '<<' || operator === '>>' || operator === '>>>';
    const right = isShift ? this.#int(second) : this.#long(second);
    return () => operate(operator, 'long', left(), right());
  }

  #int(node: ExpressionNode): Evaluate {
    if (isLong(node)) {
      const value = this.#long(node);
      return () => intOfLong(value());
    }
    const value = this.double(node);
    return () => truncateToInt(value());
  }

  #flag(node: ExpressionNode): EvaluateFlag {
    if (node.kind === 'unary' && node.operator === '!') {
      const of = this.#flag(node.of);
      return () => !of();
    }
    if (node.kind === 'unary' && node.operator === '+') return this.#flag(node.of);
    if (node.kind === 'conditional') {
      const condition = this.#flag(node.condition);
      const then = this.#flag(node.then);
      const otherwise = this.#flag(node.otherwise);
      return () => (condition() ? then() : otherwise());
    }
    if (node.kind === 'binary') {
      const { operator } = node;
      if (operator === '&&' || operator === '||') {
        const left = this.#flag(node.left);
        const right = this.#flag(node.right);
        return operator === '&&' ? () => left() && right() : () => left() || right();
      }
      const make = comparisons[operator];
      if (make !== undefined) return make(this.double(node.left), this.double(node.right));
    }
    const value = this.#int(node);
    return () => value() !== 0;
  }
}

const constant =
  (value: number): Evaluate =>
  () =>
    value;

const numberOf =
  (value: EvaluateLong): Evaluate =>
  () =>
    Number(value());

const oneOrZero =
  (flag: EvaluateFlag): Evaluate =>
  () =>
    flag() ? 1 : 0;

const arithmetic: Partial<Record<BinaryOperator, (left: Evaluate, right: Evaluate) => Evaluate>> = {
  '*': (left, right) => () => left() * right(),
  '/': (left, right) => () => left() / right(),
  '%': (left, right) => () => left() % right(),
  '+': (left, right) => () => left() + right(),
  '-': (left, right) => () => left() - right(),
};

const comparisons: Partial<Record<BinaryOperator, (left: Evaluate, right: Evaluate) => EvaluateFlag>> = {
  '<': (left, right) => () => left() < right(),
  '<=': (left, right) => () => left() <= right(),
  '>': (left, right) => () => left() > right(),
  '>=': (left, right) => () => left() >= right(),
  '==': (left, right) => () => left() === right(),
  '!=': (left, right) => () => left() !== right(),
};

export function isOfBits(operator: BinaryOperator): boolean {
  return ['<<', '>>', '>>>', '&', '|', '^'].includes(operator);
}

function isLong(node: ExpressionNode): boolean {
  if (node.kind === 'unary') return node.operator === '~' || (node.operator === '+' && isLong(node.of));
  return node.kind === 'long' || (node.kind === 'binary' && isOfBits(node.operator));
}
