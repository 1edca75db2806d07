import { table } from '@sextant/contract';
import type { Expression } from '../ast.ts';
import { ScriptSyntaxError } from '../script-error.ts';

const operations: Readonly<Record<string, string>> = table({
  '+': 'addition',
  '-': 'subtraction',
  '*': 'multiplication',
  '/': 'division',
  '%': 'remainder',
  '<<': 'left shift',
  '>>': 'right shift',
  '>>>': 'unsigned right shift',
  '&': 'bitwise and',
  '|': 'bitwise or',
  '^': 'bitwise xor',
  '~': 'bitwise not',
  '!': 'boolean not',
  '&&': 'boolean and',
  '||': 'boolean or',
  '==': 'equals',
  '===': 'reference equals',
  '!=': 'not equals',
  '!==': 'reference not equals',
  '<': 'less than',
  '<=': 'less than or equal',
  '>': 'greater than',
  '>=': 'greater than or equal',
  '=~': 'find',
  '==~': 'match',
});

/** How OpenSearch tells that nobody wants the value of an expression. */
export function notUsed(value: Expression, at: number, source: string): ScriptSyntaxError {
  const isNamed = value.kind === 'member' || value.kind === 'index' || value.kind === 'name';
  const place = isNamed || value.kind === 'literal' ? value.at : at;
  return new ScriptSyntaxError(place, `not a statement: ${whatIsNotUsed(value, source)}`);
}

function whatIsNotUsed(value: Expression, source: string): string {
  switch (value.kind) {
    case 'literal':
      return `${constantOf(value, source)} not used`;
    case 'name':
      return `variable [${value.name}] not used`;
    case 'regex':
      return `regex constant [${value.pattern}] with flags [${value.flags}] not used`;
    case 'member':
      return 'result of dot operator [.] not used';
    case 'index':
      return 'result of brace operator not used';
    default:
      return `result not used from ${operationOf(value)}`;
  }
}

function constantOf({ type, value, at }: Extract<Expression, { kind: 'literal' }>, source: string): string {
  if (value === null) return 'null constant';
  if (type === 'boolean') return `boolean constant [${String(value)}]`;
  if (type === 'String') return `string constant [${String(value)}]`;
  const text = /^[\w.]+/.exec(source.slice(at))?.[0] ?? String(value);
  return `${/^0[xX]|^[0-9]+[lL]?$/.test(text) ? 'numeric' : 'decimal'} constant [${text}]`;
}

function operationOf(value: Expression): string {
  switch (value.kind) {
    case 'unary':
    case 'binary':
      return `${operations[value.op] ?? ''} operation [${value.op}]`;
    case 'cast':
      return `explicit cast with target type [${value.type}]`;
    case 'instanceof':
      return `instanceof with target type [${value.type}]`;
    case 'conditional':
      return 'conditional operation [?:]';
    case 'elvis':
      return 'elvis operation [?:]';
    case 'list':
      return 'list initializer';
    case 'map':
      return 'map initializer';
    case 'array':
      return 'new array';
    default:
      return value.kind;
  }
}
