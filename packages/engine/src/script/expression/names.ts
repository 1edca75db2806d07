import { ExpressionProblem } from './expression-error.ts';
import { arityOf } from './functions.ts';
import type { ExpressionNode } from './syntax.ts';

const LONG_MAX = 2n ** 63n - 1n;

/** Texts in double quotes as Lucene keeps them: in single ones. */
function normalized(text: string): string {
  return text.replace(/"((?:\\"|\\\\|[^\\"])*?)"|'(?:\\'|\\\\|[^\\'])*?'/g, (all, inner?: string) =>
    inner === undefined ? all : `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  );
}

/** What a name or the call of a method of a field stands for; null where a function is called. */
export function nameOf(node: ExpressionNode): string | null {
  if (node.kind === 'name') return normalized(node.text);
  if (node.kind !== 'call' || arityOf(node.text) !== undefined) return null;
  return node.values.length === 0 && node.text.includes('.') ? `${normalized(node.text)}()` : null;
}

/** The value of an octal or hexadecimal number. */
export function longOfDigits(digits: string, radix: 8 | 16): bigint {
  return BigInt(`0${radix === 8 ? 'o' : 'x'}${digits}`);
}

/** What an expression is made of. */
export interface Contents {
  /** In the order in which they stand in it. */
  readonly names: readonly string[];
  /** How many parts are worked out for one document. */
  readonly parts: number;
}

/**
 * Goes through an expression. Throws ExpressionProblem where a function is not known or is given another number of values, and RangeError
 * where a number is no long.
 */
export function contentsOf(source: string, root: ExpressionNode): Contents {
  const names = new Set<string>();
  let parts = 0;
  const visit = (node: ExpressionNode): void => {
    parts++;
    const name = nameOf(node);
    if (name !== null) {
      names.add(name);
      return;
    }
    if (node.kind === 'call') checkCall(source, node);
    if (node.kind === 'long' && longOfDigits(node.digits, node.radix) > LONG_MAX) {
      throw new RangeError(`For input string: "${node.digits}" under radix ${node.radix}`);
    }
    partsOf(node).forEach(visit);
  };
  visit(root);
  return { names: [...names], parts };
}

function checkCall(
  source: string,
  { text, at, values }: Extract<ExpressionNode, { readonly kind: 'call' }>,
): void {
  const arity = arityOf(text);
  if (arity === values.length) return;
  const problem =
    arity === undefined
      ? `Unrecognized function call (${text}).`
      : `Expected (${arity}) arguments for function call (${text}), but found (${values.length}).`;
  throw new ExpressionProblem(at, `Invalid expression '${source}': ${problem}`);
}

function partsOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case 'call':
      return node.values;
    case 'unary':
      return [node.of];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.condition, node.then, node.otherwise];
    default:
      return [];
  }
}
