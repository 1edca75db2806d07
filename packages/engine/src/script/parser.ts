import type { Expression, FunctionNode, Parameter, ScriptNode, Statement } from './ast.ts';
import { ExpressionParser } from './expression-parser.ts';
import { ScriptSyntaxError } from './script-error.ts';

/** Reads a script. Throws ScriptSyntaxError. */
export function parseScript(source: string): ScriptNode {
  return new StatementParser(source).script();
}

class StatementParser extends ExpressionParser {
  script(): ScriptNode {
    const functions: FunctionNode[] = [];
    while (this.#isFunction()) functions.push(this.#function());
    const body: Statement[] = [];
    while (this.token.kind !== 'end') body.push(this.statement());
    return { functions, body };
  }

  /** `type name(` that a block follows. */
  #isFunction(): boolean {
    const after = this.typeEnd(this.place);
    if (after < 0 || this.peek(after).kind !== 'id' || this.peek(after + 1).text !== '(') return false;
    return true;
  }

  #function(): FunctionNode {
    const { at } = this.token;
    const type = this.type();
    const { text: name } = this.next();
    const params = this.#parameters();
    this.wants('{');
    return { at, type, name, params, body: this.block() };
  }

  #parameters(): Parameter[] {
    this.expect('(');
    const params: Parameter[] = [];
    while (this.token.text !== ')') {
      if (params.length > 0) this.expect(',');
      if (this.typeEnd(this.place) < 0) throw this.unexpected('[TYPE]');
      const type = this.type();
      if (this.token.kind !== 'id') throw this.unexpected('[ID]');
      params.push({ type, name: this.next().text });
    }
    this.next();
    return params;
  }

  override block(): Statement {
    const { at } = this.expect('{');
    return this.deeper(() => {
      const body: Statement[] = [];
      while (this.token.text !== '}') {
        if (this.token.kind === 'end') throw this.unexpected();
        body.push(this.statement());
      }
      this.next();
      return { kind: 'block', at, body };
    });
  }

  /** A block, or one statement. */
  #trailer(): Statement {
    if (this.token.text === '{') return this.block();
    return { kind: 'block', at: this.token.at, body: [this.statement(true)] };
  }

  /** `alone`: in no block, so that its end is not that of one. */
  statement(alone = false): Statement {
    return this.deeper(() => this.#statement(alone));
  }

  #statement(alone: boolean): Statement {
    const { kind, text, at } = this.token;
    if (kind === 'keyword') {
      switch (text) {
        case 'if':
          return this.#if();
        case 'while':
          return this.#while();
        case 'for':
          return this.#for();
        case 'try':
          return this.#try();
        default:
      }
    }
    const simple = this.#simple(kind === 'keyword' ? text : '', at);
    this.#end(alone);
    return simple;
  }

  #simple(keyword: string, at: number): Statement {
    if (keyword === 'do') return this.#doWhile();
    if (keyword === 'continue' || keyword === 'break') {
      this.next();
      return { kind: keyword, at };
    }
    if (keyword === 'return') {
      this.next();
      const isBare = this.token.text === ';' || this.token.kind === 'end' || this.token.text === '}';
      return { kind: 'return', at, value: isBare ? null : this.expression() };
    }
    if (keyword === 'throw') {
      this.next();
      return { kind: 'throw', at, value: this.expression() };
    }
    return this.#declarationOrExpression();
  }

  /** A statement ends with a semicolon, the last one of a block with the block. */
  #end(alone: boolean): void {
    if (this.token.text === ';') this.next();
    else if (this.token.kind !== 'end' && (alone || this.token.text !== '}'))
      throw this.unexpected("[{<EOF>, ';'}]");
  }

  #declarationOrExpression(): Statement {
    const { at } = this.token;
    const after = this.typeEnd(this.place);
    if (after < 0 || this.peek(after).kind !== 'id') {
      return { kind: 'expression', at, value: this.expression() };
    }
    const type = this.type();
    const names: { name: string; at: number; value: Expression | null }[] = [];
    do {
      if (names.length > 0) this.next();
      const { text: name, at: place } = this.next();
      const isSet = this.token.text === '=';
      if (isSet) this.next();
      names.push({ name, at: place, value: isSet ? this.expression() : null });
    } while (this.token.text === ',');
    return { kind: 'declare', at, type, names };
  }

  #if(): Statement {
    const { at } = this.next();
    const test = this.#condition();
    const then = this.#trailer();
    if (this.token.text !== 'else') return { kind: 'if', at, test, then, otherwise: null };
    this.next();
    return { kind: 'if', at, test, then, otherwise: this.#trailer() };
  }

  #condition(): Expression {
    this.expect('(');
    const test = this.expression();
    this.expect(')');
    return test;
  }

  #while(): Statement {
    const { at } = this.next();
    const test = this.#condition();
    if (this.token.text === ';') {
      this.next();
      return { kind: 'while', at, test, body: { kind: 'block', at, body: [] }, first: true };
    }
    return { kind: 'while', at, test, body: this.#trailer(), first: true };
  }

  #doWhile(): Statement {
    const { at } = this.next();
    const body = this.block();
    if (this.token.text !== 'while') throw this.unexpected("['while']");
    this.next();
    return { kind: 'while', at, test: this.#condition(), body, first: false };
  }

  #for(): Statement {
    const { at } = this.next();
    this.expect('(');
    const each = this.#each(at);
    if (each !== null) return each;
    const before = this.token.text === ';' ? null : this.#declarationOrExpression();
    this.expect(';');
    const test = this.token.text === ';' ? null : this.expression();
    this.expect(';');
    const after = this.token.text === ')' ? null : this.expression();
    this.expect(')');
    if (this.token.text === ';') {
      this.next();
      return { kind: 'for', at, before, test, after, body: { kind: 'block', at, body: [] } };
    }
    return { kind: 'for', at, before, test, after, body: this.#trailer() };
  }

  /** `for (type name : items)` and `for (name in items)`. */
  #each(at: number): Statement | null {
    if (this.token.kind === 'id' && this.peek(this.place + 1).text === 'in') {
      const { text: name } = this.next();
      return this.#eachBody(at, 'def', name);
    }
    const after = this.typeEnd(this.place);
    if (after < 0 || this.peek(after).kind !== 'id' || this.peek(after + 1).text !== ':') return null;
    const type = this.type();
    return this.#eachBody(at, type, this.next().text);
  }

  #eachBody(at: number, type: string, name: string): Statement {
    this.next();
    const items = this.expression();
    this.expect(')');
    return { kind: 'each', at, type, name, items, body: this.#trailer() };
  }

  #try(): Statement {
    const { at } = this.next();
    const body = this.block();
    const catches: { at: number; type: string; name: string; body: Statement }[] = [];
    while (this.token.text === 'catch') {
      const { at: place } = this.next();
      this.expect('(');
      const type = this.type();
      const { text: name } = this.next();
      this.expect(')');
      catches.push({ at: place, type, name, body: this.block() });
    }
    if (catches.length === 0) throw this.unexpected("['catch']");
    return { kind: 'try', at, body, catches };
  }

  private wants(text: string): void {
    if (this.token.text !== text)
      throw new ScriptSyntaxError(
        this.token.at,
        `invalid sequence of tokens near ['${this.token.text}'].`,
        'no_viable_alt_exception',
      );
  }
}
