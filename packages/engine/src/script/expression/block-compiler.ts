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
  readonly each: (evaluate: Evaluate) => EvaluateBlock;
}

/**
 * What works out an expression for many documents at once: each part goes through all of them before the next one does, so that a
 * part costs a step of a loop and no call. Both branches of a condition are worked out: no part can fail, or change
 * anything. Whole numbers of 64 bits are worked out one by one.
 */
export function compileBlocks(root: ExpressionNode, binding: BlockBinding): EvaluateBlock {
  return new BlockCompiler(binding).double(root);
}

type Binary = Extract<ExpressionNode, { readonly kind: 'binary' }>;
type Unary = Extract<ExpressionNode, { readonly kind: 'unary' }>;

class BlockCompiler {
  readonly #binding: BlockBinding;

  constructor(binding: BlockBinding) {
    this.#binding = binding;
  }

  double(node: ExpressionNode): EvaluateBlock {
    const name = nameOf(node);
    if (name !== null) {
      const { one, many } = this.#binding.variable(name);
      return many ?? this.#binding.each(one);
    }
    switch (node.kind) {
      case 'number':
        return constantBlock(node.value);
      case 'long':
        return constantBlock(Number(longOfDigits(node.digits, node.radix)));
      case 'call':
        return blockCallOf(
          node.text,
          node.values.map((value) => this.double(value)),
        );
      case 'conditional':
        return choice(this.#flag(node.condition), this.double(node.then), this.double(node.otherwise));
      case 'unary':
        return this.#unary(node);
      default:
        return this.#binary(node as Binary);
    }
  }

  #unary(node: Unary): EvaluateBlock {
    switch (node.operator) {
      case '+':
        return this.double(node.of);
      case '-':
        return mapped(this.double(node.of), negate);
      case '~':
        return this.#oneByOne(node);
      default:
        return mapped(this.#flag(node.of), not);
    }
  }

  #binary(node: Binary): EvaluateBlock {
    const { operator } = node;
    if (isOfBits(operator)) return this.#oneByOne(node);
    const loop = operatorLoops.get(operator)!;
    if (isLogic(operator)) return merged(this.#flag(node.left), this.#flag(node.right), loop);
    return merged(this.double(node.left), this.double(node.right), loop);
  }

  /** 1 where it counts as true, and 0. */
  #flag(node: ExpressionNode): EvaluateBlock {
    if (node.kind === 'unary' && node.operator === '+') return this.#flag(node.of);
    if (node.kind === 'conditional') {
      return choice(this.#flag(node.condition), this.#flag(node.then), this.#flag(node.otherwise));
    }
    if (node.kind === 'binary' && isOfBits(node.operator)) return this.#oneByOne(asFlag(node));
    if (node.kind === 'long' || (node.kind === 'unary' && node.operator === '~')) {
      return this.#oneByOne(asFlag(node));
    }
    const isFlag = node.kind === 'unary' ? node.operator === '!' : isCondition(node);
    return isFlag ? this.double(node) : mapped(this.double(node), isTrue);
  }

  #oneByOne(node: ExpressionNode): EvaluateBlock {
    return this.#binding.each(compileExpression(node, (name) => this.#binding.variable(name).one));
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
