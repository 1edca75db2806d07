import type { Expression, Parameter, Statement } from './ast.ts';
import { type Token, tokensOf, unquote } from './lexer.ts';
import { isTypeName } from './library/classes.ts';
import { numberLiteral } from './number-literal.ts';
import { ScriptSyntaxError } from './script-error.ts';

/** Operators of two sides, those that bind loosest first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!=', '===', '!=='],
  ['<', '<=', '>', '>=', 'instanceof'],
  ['<<', '>>', '>>>'],
  ['=~', '==~'],
  ['+', '-'],
  ['*', '/', '%'],
];

const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '^=', '|=', '<<=', '>>=', '>>>=']);

const DEPTH_MAX = 200;

/** What of a script is an expression. Blocks of lambdas are read by whoever extends it. */
export abstract class ExpressionParser {
  readonly #tokens: readonly Token[];
  place = 0;
  #depth = 0;

  constructor(source: string) {
    this.#tokens = tokensOf(source);
  }

  abstract block(): Statement;

  get token(): Token {
    return this.#tokens[this.place]!;
  }

  peek(place: number): Token {
    return this.#tokens[Math.min(place, this.#tokens.length - 1)]!;
  }

  next(): Token {
    const { token } = this;
    if (token.kind === 'end') throw this.unexpected();
    this.place++;
    return token;
  }

  isAt(text: string): boolean {
    return this.token.text === text;
  }

  expect(text: string): Token {
    if (this.token.text !== text || this.token.kind === 'string') throw this.unexpected(`['${text}']`);
    return this.next();
  }

  /** Throws where a stranger nests deeper than anybody writes. */
  deeper<Result>(read: () => Result): Result {
    if (++this.#depth > DEPTH_MAX)
      throw new ScriptSyntaxError(this.token.at, 'the script is nested too deeply');
    const result = read();
    this.#depth--;
    return result;
  }

  unexpected(expected?: string): ScriptSyntaxError {
    const { kind, text, at } = this.token;
    if (kind === 'end')
      return new ScriptSyntaxError(at, 'unexpected end of script.', 'no_viable_alt_exception');
    const wanted = expected === undefined ? '' : ` was expecting one of ${expected}`;
    return new ScriptSyntaxError(at, `unexpected token ['${text}']${wanted}.`);
  }

  /** Nothing that could stand here begins like that. */
  noWay(): ScriptSyntaxError {
    const { kind, text, at } = this.token;
    if (kind === 'end') return this.unexpected();
    return new ScriptSyntaxError(
      at,
      `invalid sequence of tokens near ['${text}'].`,
      'no_viable_alt_exception',
    );
  }

  /** The place behind the type that begins at the place; -1 where none does. */
  typeEnd(place: number): number {
    const { kind, text } = this.peek(place);
    if (kind !== 'id' || !(isTypeName(text) || text === 'def')) return -1;
    let end = place + 1;
    if (this.peek(end).text === '.' && isTypeName(`${text}.${this.peek(end + 1).text}`)) end += 2;
    while (this.peek(end).text === '[' && this.peek(end + 1).text === ']') end += 2;
    return end;
  }

  type(): string {
    const end = this.typeEnd(this.place);
    if (end < 0) throw this.unexpected();
    let name = '';
    while (this.place < end) name += this.next().text;
    return name;
  }

  expression(): Expression {
    return this.deeper(() => this.#assignment());
  }

  #assignment(): Expression {
    const { at } = this.token;
    const target = this.#conditional();
    const { kind, text } = this.token;
    if (kind !== 'op' || !assignments.has(text)) return target;
    this.next();
    const value = this.expression();
    return { kind: 'assign', at, op: text === '=' ? null : text.slice(0, -1), target, value };
  }

  #conditional(): Expression {
    const { at } = this.token;
    const test = this.#binary(0);
    if (this.token.text === '?' && this.token.kind === 'op') {
      this.next();
      const then = this.expression();
      this.expect(':');
      return { kind: 'conditional', at, test, then, otherwise: this.expression() };
    }
    if (this.token.text !== '?:' || this.token.kind !== 'op') return test;
    this.next();
    return { kind: 'elvis', at, left: test, right: this.expression() };
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    const { at } = this.token;
    let left = this.#binary(level + 1);
    while (this.token.kind !== 'string' && operators.includes(this.token.text)) {
      const { text: op } = this.next();
      if (op === 'instanceof') left = { kind: 'instanceof', at, value: left, type: this.type() };
      else left = { kind: 'binary', at, op, left, right: this.#binary(level + 1) };
    }
    return left;
  }

  #unary(): Expression {
    return this.deeper(() => this.#unaryOrPostfix());
  }

  #unaryOrPostfix(): Expression {
    const { kind, text, at } = this.token;
    if (kind === 'op') {
      if (text === '++' || text === '--') {
        this.next();
        return { kind: 'step', at, target: this.#unary(), by: text === '++' ? 1 : -1, prefix: true };
      }
      if (text === '-' && this.peek(this.place + 1).kind === 'number') {
        const after = this.peek(this.place + 2).text;
        if (after !== '.' && after !== '[') {
          this.next();
          return numberLiteral(this.next().text, at, true);
        }
      }
      if (text === '!' || text === '~' || text === '+' || text === '-') {
        this.next();
        return { kind: 'unary', at, op: text, value: this.#unary() };
      }
      if (text === '(') {
        const cast = this.#cast(at);
        if (cast !== null) return cast;
      }
    }
    return this.#postfix();
  }

  /** `(type) value`; null where the parenthesis holds a value. */
  #cast(at: number): Expression | null {
    const end = this.typeEnd(this.place + 1);
    if (end < 0 || this.peek(end).text !== ')') return null;
    if (this.peek(end + 1).text === '->') return null;
    const { kind, text } = this.peek(end + 1);
    const isValue =
      kind !== 'end' && (kind !== 'op' || ['(', '!', '~', '[', '+', '-', '$', '++', '--'].includes(text));
    if (!isValue) return null;
    this.next();
    const type = this.type();
    this.next();
    return { kind: 'cast', at, type, value: this.#unary() };
  }

  #postfix(): Expression {
    let value = this.#primary();
    for (;;) {
      const { kind, text, at } = this.token;
      if (kind !== 'op') return value;
      if (text === '.' || text === '?.') value = this.#member(value, text === '?.');
      else if (text === '[') {
        this.next();
        value = { kind: 'index', at, object: value, index: this.expression() };
        this.expect(']');
      } else if (text === '++' || text === '--') {
        this.next();
        return { kind: 'step', at: startOf(value), target: value, by: text === '++' ? 1 : -1, prefix: false };
      } else return value;
    }
  }

  #member(object: Expression, safe: boolean): Expression {
    const { at } = this.next();
    const { kind, text: name } = this.token;
    if (kind !== 'id' && kind !== 'number') throw this.unexpected('[{DOTID, DOTINTEGER}]');
    this.next();
    if (this.token.text !== '(' || this.token.kind !== 'op')
      return { kind: 'member', at, object, name, safe };
    return { kind: 'call', at, object, name, args: this.#arguments(), safe };
  }

  #arguments(): Expression[] {
    this.expect('(');
    const args: Expression[] = [];
    while (this.token.text !== ')' || this.token.kind === 'string') {
      if (args.length > 0) this.expect(',');
      args.push(this.expression());
    }
    this.next();
    return args;
  }

  #primary(): Expression {
    const { kind, text, at } = this.token;
    switch (kind) {
      case 'number':
        this.next();
        return numberLiteral(text, at, false);
      case 'string':
        this.next();
        return { kind: 'literal', at, type: 'String', value: unquote(text) };
      case 'regex': {
        this.next();
        const end = text.lastIndexOf('/');
        return { kind: 'regex', at, pattern: text.slice(1, end), flags: text.slice(end + 1) };
      }
      case 'keyword':
        return this.#keyword(text, at);
      case 'id':
        return this.#named(text, at);
      default:
        return this.#bracketed(text, at);
    }
  }

  #keyword(text: string, at: number): Expression {
    if (text === 'true' || text === 'false') {
      this.next();
      return { kind: 'literal', at, type: 'boolean', value: text === 'true' };
    }
    if (text === 'null') {
      this.next();
      return { kind: 'literal', at, type: 'null', value: null };
    }
    if (text === 'new') return this.#new(at);
    if (text === 'this' && this.peek(this.place + 1).text === '::') {
      this.place += 2;
      return { kind: 'reference', at, owner: 'this', name: this.next().text };
    }
    throw this.unexpected();
  }

  #new(at: number): Expression {
    this.next();
    const name = this.token.text;
    if (this.typeEnd(this.place) < 0) throw new ScriptSyntaxError(at, `Not a type [${name}].`);
    let type = this.type();
    if (type.endsWith('[]') && this.token.text === '{') {
      type = type.slice(0, -2);
      return { kind: 'array', at, element: type, sizes: [], items: this.#items('{', '}') };
    }
    if (this.token.text !== '[') return { kind: 'new', at, type, args: this.#arguments() };
    const sizes: Expression[] = [];
    while (this.token.text === '[') {
      this.next();
      sizes.push(this.expression());
      this.expect(']');
    }
    return { kind: 'array', at, element: type, sizes, items: null };
  }

  #items(open: string, close: string): Expression[] {
    this.expect(open);
    const items: Expression[] = [];
    while (this.token.text !== close || this.token.kind === 'string') {
      if (items.length > 0) this.expect(',');
      items.push(this.expression());
    }
    this.next();
    return items;
  }

  #named(name: string, at: number): Expression {
    const after = this.peek(this.place + 1).text;
    if (after === '->') return this.#lambda();
    const end = this.typeEnd(this.place);
    const reference = end < 0 ? this.place + 1 : end;
    if (this.peek(reference).text === '::') return this.#reference(at, end);
    this.next();
    if (after === '(' && this.token.kind === 'op')
      return { kind: 'function', at, name, args: this.#arguments() };
    if (after === '.' && isTypeName(`${name}.${this.peek(this.place + 1).text}`)) {
      this.next();
      return { kind: 'name', at, name: `${name}.${this.next().text}` };
    }
    return { kind: 'name', at, name };
  }

  #reference(at: number, end: number): Expression {
    const owner = end < 0 ? this.next().text : this.type();
    this.next();
    return { kind: 'reference', at, owner, name: this.next().text };
  }

  #bracketed(text: string, at: number): Expression {
    if (text === '(') {
      if (this.#isLambda()) return this.#lambda();
      this.next();
      const value = this.expression();
      this.expect(')');
      return value;
    }
    if (text === '[') return this.#listOrMap(at);
    if (text === '$' && this.peek(this.place + 1).text === '(') {
      this.next();
      return { kind: 'function', at, name: '$', args: this.#arguments() };
    }
    throw this.noWay();
  }

  #listOrMap(at: number): Expression {
    if (this.peek(this.place + 1).text === ':' && this.peek(this.place + 2).text === ']') {
      this.place += 3;
      return { kind: 'map', at, entries: [] };
    }
    this.next();
    const items: Expression[] = [];
    const entries: (readonly [Expression, Expression])[] = [];
    while (this.token.text !== ']' || this.token.kind === 'string') {
      if (items.length + entries.length > 0) this.expect(',');
      const item = this.expression();
      if (items.length === 0 && this.token.text === ':' && this.token.kind === 'op') {
        this.next();
        entries.push([item, this.expression()]);
      } else items.push(item);
    }
    this.next();
    return entries.length > 0 ? { kind: 'map', at, entries } : { kind: 'list', at, items };
  }

  /** Whether the parenthesis here is followed by an arrow. */
  #isLambda(): boolean {
    let place = this.place + 1;
    while (this.peek(place).kind === 'id' || [',', '[', ']', '.'].includes(this.peek(place).text)) place++;
    return this.peek(place).text === ')' && this.peek(place + 1).text === '->';
  }

  #lambda(): Expression {
    const params: Parameter[] = [];
    const { at } = this.token;
    if (this.token.text === '(') {
      this.next();
      while (!this.isAt(')')) {
        if (params.length > 0) this.expect(',');
        const end = this.typeEnd(this.place);
        const type = end >= 0 && this.peek(end).kind === 'id' ? this.type() : 'def';
        params.push({ type, name: this.next().text });
      }
      this.next();
    } else params.push({ type: 'def', name: this.next().text });
    this.expect('->');
    if (this.token.text === '{') return { kind: 'lambda', at, params, body: this.block() };
    const value = this.expression();
    return { kind: 'lambda', at, params, body: { kind: 'return', at, value } };
  }
}

function startOf(value: Expression): number {
  if (value.kind === 'member' || value.kind === 'index' || value.kind === 'call')
    return startOf(value.object);
  return value.at;
}
