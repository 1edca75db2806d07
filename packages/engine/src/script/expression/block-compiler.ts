import { isTrue, negate, not, operatorLoops } from './block-loops.ts';
import { choice, constantBlock, mapped, merged } from './blocks.ts';
import { compileExpression, isOfBits } from './compiler.ts';
import { blockCallOf } from './functions.ts';
import { longOfDigits, nameOf } from './names.ts';
import type { BinaryOperator, Evaluate, EvaluateBlock, ExpressionNode, Variable } from './syntax.ts';

/** How an expression is bound to the documents of a shard. */
export interface BlockBinding {
  readonly variable: (name: string) => Variable;
  /** Asks for the number of each document one by one. */
  readonly each: (evaluate: Evaluate, level: number) => EvaluateBlock;
}

/**
 * What works out an expression for many documents at once: each part goes through all of them before the next one does, so that a
 * part costs a step of a loop and no call. Both branches of a condition are worked out: no part can fail, or change
 * anything. Whole numbers of 64 bits are worked out one by one.
 */
export function compileBlocks(root: ExpressionNode, binding: BlockBinding): EvaluateBlock {
  return new BlockCompiler(binding).double(root, 0);
}

type Binary = Extract<ExpressionNode, { readonly kind: 'binary' }>;
type Unary = Extract<ExpressionNode, { readonly kind: 'unary' }>;

class BlockCompiler {
  readonly #binding: BlockBinding;

  constructor(binding: BlockBinding) {
    this.#binding = binding;
  }

  /** `level`: where the numbers are written; what it is made of may write there and above. */
  double(node: ExpressionNode, level: number): EvaluateBlock {
    const name = nameOf(node);
    if (name !== null) {
      const { one, many } = this.#binding.variable(name);
      return many === null ? this.#binding.each(one, level) : many(level);
    }
    switch (node.kind) {
      case 'number':
        return constantBlock(node.value, level);
      case 'long':
        return constantBlock(Number(longOfDigits(node.digits, node.radix)), level);
      case 'call':
        return blockCallOf(
          node.text,
          node.values.map((value, i) => this.double(value, level + i)),
          level,
        );
      case 'conditional':
        return choice(
          this.#flag(node.condition, level),
          this.double(node.then, level + 1),
          this.double(node.otherwise, level + 2),
          level,
        );
      case 'unary':
        return this.#unary(node, level);
      default:
        return this.#binary(node as Binary, level);
    }
  }

  #unary(node: Unary, level: number): EvaluateBlock {
    switch (node.operator) {
      case '+':
        return this.double(node.of, level);
      case '-':
        return mapped(this.double(node.of, level), negate, level);
      case '~':
        return this.#oneByOne(node, level);
      default:
        return mapped(this.#flag(node.of, level), not, level);
    }
  }

  #binary(node: Binary, level: number): EvaluateBlock {
    const { operator } = node;
    if (isOfBits(operator)) return this.#oneByOne(node, level);
    const loop = operatorLoops.get(operator)!;
    if (isLogic(operator)) {
      return merged(this.#flag(node.left, level), this.#flag(node.right, level + 1), loop, level);
    }
    return merged(this.double(node.left, level), this.double(node.right, level + 1), loop, level);
  }

  /** 1 where it counts as true, and 0. */
  #flag(node: ExpressionNode, level: number): EvaluateBlock {
    if (node.kind === 'unary' && node.operator === '+') return this.#flag(node.of, level);
    if (node.kind === 'conditional') {
      return choice(
        this.#flag(node.condition, level),
        this.#flag(node.then, level + 1),
        this.#flag(node.otherwise, level + 2),
        level,
      );
    }
    if (node.kind === 'binary' && isOfBits(node.operator)) return this.#oneByOne(asFlag(node), level);
    if (node.kind === 'long' || (node.kind === 'unary' && node.operator === '~')) {
      return this.#oneByOne(asFlag(node), level);
    }
    const isFlag = node.kind === 'unary' ? node.operator === '!' : isCondition(node);
    return isFlag ? this.double(node, level) : mapped(this.double(node, level), isTrue, level);
  }

  #oneByOne(node: ExpressionNode, level: number): EvaluateBlock {
    const evaluate = compileExpression(node, (name) => this.#binding.variable(name).one);
    return this.#binding.each(evaluate, level);
  }
}

function isCondition(node: ExpressionNode): boolean {
  return node.kind === 'binary' && (conditions.has(node.operator) || isLogic(node.operator));
}

function isLogic(operator: BinaryOperator): boolean {
  return operator === '&&' || operator === '||';
}

const conditions: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['<', '<=', '>', '>=', '==', '!=']);

/** 1 or 0 of what the node counts as. */
function asFlag(node: ExpressionNode): ExpressionNode {
  return { kind: 'unary', operator: '!', of: { kind: 'unary', operator: '!', of: node } };
}
