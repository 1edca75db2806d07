import type { Expression, Statement } from '../ast.ts';
import type { Frame } from '../frame.ts';
import { isException, JavaError } from '../java-error.ts';
import { fullName, isPrimitive } from '../library/classes.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { boxed, code, type Run, unasked } from './code.ts';
import { flagOf } from './compile-binary.ts';
import { convert, exceptionOf, requireNothing } from './convert.ts';
import { checkIterated, elementsOf } from './elements.ts';
import { notUsed } from './not-used.ts';
import type { Scope } from './scope.ts';

/** How a statement ends: goes on, leaves or repeats a loop, or leaves the function with `Frame.result`. */
type Ending = 0 | 1 | 2 | 3;
const NEXT = 0;
const BREAK = 1;
const CONTINUE = 2;
const RETURN = 3;

type Step = (frame: Frame) => Ending;

interface Compiled {
  readonly step: Step;
  /** Nothing after it in its block is reached. */
  readonly escapes: boolean;
  /** May leave the loop that it is in. */
  readonly breaks: boolean;
}

/** The body of a function: what it answers. `lambda`: an expression alone answers its value. */
export function bodyRun(body: Statement, scope: Scope, lambda = false): Run {
  const ready = lambda ? withLastReturned(body) : body;
  const { step } = compileStatement(ready, scope);
  const fallback = scope.returns === 'boolean' ? false : zero(scope.returns);
  return (frame) => (step(frame) === RETURN ? frame.result : fallback);
}

function zero(type: string): unknown {
  return isPrimitive(type) && type !== 'void' ? 0 : null;
}

/** The last statement answers its value where it is an expression, or the last ones of its branches and of what it tries do. */
export function withLastReturned(body: Statement): Statement {
  switch (body.kind) {
    case 'expression':
      return { kind: 'return', at: body.at, value: body.value, isImplied: true };
    case 'block': {
      const last = body.body.at(-1);
      return last === undefined
        ? body
        : { ...body, body: [...body.body.slice(0, -1), withLastReturned(last)] };
    }
    case 'if': {
      const then = withLastReturned(body.then);
      return { ...body, then, otherwise: body.otherwise === null ? null : withLastReturned(body.otherwise) };
    }
    case 'try':
      return {
        ...body,
        body: withLastReturned(body.body),
        catches: body.catches.map((each) => ({ ...each, body: withLastReturned(each.body) })),
      };
    default:
      return body;
  }
}

function compileStatement(node: Statement, scope: Scope): Compiled {
  scope.unit.effort.statement();
  switch (node.kind) {
    case 'block':
      return compileBlock(node.body, scope.inner(), node.at);
    case 'expression':
      return compileSimple(node.value, node.at, scope);
    case 'declare':
      return compileDeclare(node, scope);
    case 'if':
      return compileIf(node, scope);
    case 'while':
      return compileWhile(node, scope);
    case 'for':
      return compileFor(node, scope);
    case 'each':
      return compileEach(node, scope);
    case 'return':
      return compileReturn(node, scope);
    case 'throw':
      return compileThrow(node.value, node.at, scope);
    case 'try':
      return compileTry(node, scope);
    default: {
      if (!scope.inLoop) {
        throw new ScriptSyntaxError(node.at, `invalid ${node.kind} statement: not inside loop`);
      }
      scope.unit.statements.add(node.at);
      const ending = node.kind === 'break' ? BREAK : CONTINUE;
      return { step: () => ending, escapes: true, breaks: node.kind === 'break' };
    }
  }
}

function compileBlock(body: readonly Statement[], scope: Scope, at: number): Compiled {
  const parts: Compiled[] = [];
  for (const node of body) {
    if (parts.at(-1)?.escapes === true)
      throw new ScriptSyntaxError(at, 'invalid block: unreachable statement');
    parts.push(compileStatement(node, scope));
  }
  const steps = parts.map(({ step }) => step);
  const escapes = parts.at(-1)?.escapes === true;
  const breaks = parts.some((part) => part.breaks);
  const [only] = steps;
  if (steps.length === 1) return { step: only!, escapes, breaks };
  const step: Step = (frame) => {
    for (const each of steps) {
      const ending = each(frame);
      if (ending !== NEXT) return ending;
    }
    return NEXT;
  };
  return { step, escapes, breaks };
}

/** Of an expression whose value nobody wants. */
const doing: ReadonlySet<Expression['kind']> = new Set(['assign', 'step', 'call', 'function', 'new']);

function compileSimple(value: Expression, at: number, scope: Scope): Compiled {
  scope.unit.statements.add(at);
  if (!doing.has(value.kind)) throw notUsed(value, at, scope.unit.source);
  const { run } = scope.compile(value);
  return {
    step: (frame) => {
      run(frame);
      return NEXT;
    },
    escapes: false,
    breaks: false,
  };
}

function compileDeclare({ type, names }: Extract<Statement, { kind: 'declare' }>, scope: Scope): Compiled {
  const parts = names.map(({ name, at, value }) => {
    scope.unit.statements.add(at);
    scope.unit.effort.statement();
    const made = value === null ? null : scope.compileAs(value, type);
    const slot = scope.declare(name, type, at);
    const empty = type === 'boolean' ? false : zero(type);
    return { slot, run: made === null ? () => empty : made.run };
  });
  return {
    step: (frame) => {
      for (const { slot, run } of parts) frame.locals[slot] = run(frame);
      return NEXT;
    },
    escapes: false,
    breaks: false,
  };
}

function isConstant(node: Expression, value: boolean): boolean {
  return node.kind === 'literal' && node.value === value;
}

function compileIf(
  { test, then, otherwise, at }: Extract<Statement, { kind: 'if' }>,
  scope: Scope,
): Compiled {
  scope.unit.statements.add(at);
  if (test.kind === 'literal') throw new ScriptSyntaxError(at, 'extraneous if block');
  const condition = flagOf(scope.compile(test), test.at);
  const { effort } = scope.unit;
  const from = effort.count;
  const yes = compileStatement(then, scope);
  if (otherwise === null) {
    const { step } = yes;
    return { step: (frame) => (condition(frame) ? step(frame) : NEXT), escapes: false, breaks: yes.breaks };
  }
  const fork = effort.count;
  const no = compileStatement(otherwise, scope);
  effort.join(from, fork);
  return {
    step: (frame) => (condition(frame) ? yes.step(frame) : no.step(frame)),
    escapes: yes.escapes && no.escapes,
    breaks: yes.breaks || no.breaks,
  };
}

function compileWhile(node: Extract<Statement, { kind: 'while' }>, scope: Scope): Compiled {
  scope.unit.statements.add(node.at);
  const { at, first } = node;
  const name = first ? 'while' : 'do-while';
  if (isConstant(node.test, false)) throw new ScriptSyntaxError(at, `extraneous ${name} loop`);
  const { made, cost } = scope.unit.effort.apart(() => ({
    test: flagOf(scope.compile(node.test), node.test.at),
    body: compileStatement(node.body, scope.inner(true)),
  }));
  const { test, body } = made;
  const forever = isConstant(node.test, true);
  if (forever && isEmpty(node.body)) {
    throw new ScriptSyntaxError(at, `no paths escape from ${name} loop`);
  }
  const { step } = body;
  const escapes = forever && !body.breaks;
  return {
    step: (frame) => {
      if (!first) frame.state.pass(cost);
      else if (test(frame)) frame.round(at, cost);
      else return NEXT;
      for (;;) {
        const ending = step(frame);
        if (ending === BREAK) return NEXT;
        if (ending === RETURN) return RETURN;
        if (!test(frame)) return NEXT;
        frame.round(at, cost);
      }
    },
    escapes,
    breaks: false,
  };
}

function isEmpty(node: Statement): boolean {
  return node.kind === 'block' && node.body.length === 0;
}

function compileFor(node: Extract<Statement, { kind: 'for' }>, scope: Scope): Compiled {
  scope.unit.statements.add(node.at);
  const { at } = node;
  const own = scope.inner();
  const before = node.before === null ? null : compileStatement(node.before, own).step;
  const forever = node.test === null || isConstant(node.test, true);
  const { made, cost } = scope.unit.effort.apart(() => ({
    test: forever ? null : flagOf(own.compile(node.test!), node.test!.at),
    after: node.after === null ? null : own.compile(node.after).run,
    body: compileStatement(node.body, own.inner(true)),
  }));
  const { test, after, body } = made;
  const { step } = body;
  if (test === null && isEmpty(node.body)) {
    throw new ScriptSyntaxError(at, 'no paths escape from for loop');
  }
  return {
    step: (frame) => {
      before?.(frame);
      while (test === null || test(frame)) {
        frame.round(at, cost);
        const ending = step(frame);
        if (ending === BREAK) return NEXT;
        if (ending === RETURN) return RETURN;
        after?.(frame);
      }
      return NEXT;
    },
    escapes: test === null && !body.breaks,
    breaks: false,
  };
}

function compileEach(
  { type, name, items, body, at }: Extract<Statement, { kind: 'each' }>,
  scope: Scope,
): Compiled {
  scope.unit.statements.add(at);
  const own = scope.inner(true);
  const list = scope.compile(items);
  checkIterated(list, at);
  const source = boxed(list);
  const slot = own.declare(name, type, at);
  const value = scope.slot();
  const { run } = convert(
    code('def', (frame) => frame.locals[value]),
    type,
    items.at,
    true,
  );
  const { made, cost } = scope.unit.effort.apart(() => compileStatement(body, own));
  const { step } = made;
  return {
    step: (frame) => {
      const given = source(frame);
      frame.state.at = at;
      const elements = elementsOf(given);
      frame.state.settle();
      for (const item of elements) {
        frame.round(at, cost);
        frame.locals[value] = item ?? null;
        frame.locals[slot] = run(frame);
        const ending = step(frame);
        if (ending === BREAK) return NEXT;
        if (ending === RETURN) return RETURN;
      }
      return NEXT;
    },
    escapes: false,
    breaks: false,
  };
}

function compileReturn(
  { value, at, isImplied }: Extract<Statement, { kind: 'return' }>,
  scope: Scope,
): Compiled {
  scope.unit.statements.add(at);
  const { returns } = scope;
  if (value === null) {
    if (returns !== 'void') {
      const reason = `cannot cast from [${fullName(returns)}] to [void]`;
      throw new ScriptSyntaxError(at, reason, undefined, 'class_cast_exception');
    }
    return { step: () => RETURN, escapes: true, breaks: false };
  }
  if (
    value.kind === 'literal' &&
    value.type === 'null' &&
    !scope.isFunction &&
    returns !== 'def' &&
    returns !== 'Number'
  ) {
    const reason = `Cannot cast from [java.lang.Object] to [${fullName(returns)}].`;
    throw new ScriptSyntaxError(value.at, reason, undefined, 'class_cast_exception');
  }
  // As OpenSearch: nobody has said then what is wanted, and branches become one type.
  const made = isImplied === true ? unasked(scope.compile(value)) : scope.compile(value, returns);
  if (returns === 'def' && made.type === 'void') {
    const { run } = made;
    const step: Step = (frame) => {
      run(frame);
      return RETURN;
    };
    return { step, escapes: true, breaks: false };
  }
  if (returns === 'void') requireNothing(made, value.at);
  const { run } = returns === 'void' ? made : convert(made, returns, value.at);
  return {
    step: (frame) => {
      frame.result = run(frame);
      return RETURN;
    },
    escapes: true,
    breaks: false,
  };
}

function compileThrow(value: Expression, at: number, scope: Scope): Compiled {
  scope.unit.statements.add(at);
  const made = scope.compile(value);
  if (made.type !== 'def' && !isException(made.type)) {
    throw new ScriptSyntaxError(
      value.at,
      `Cannot cast from [${made.type}] to [java.lang.Exception].`,
      undefined,
      'class_cast_exception',
    );
  }
  const { run } = made;
  return {
    step: (frame) => {
      const error = run(frame);
      frame.state.at = value.at;
      throw exceptionOf(error);
    },
    escapes: true,
    breaks: false,
  };
}

/** What an exception takes from where it is thrown to where it is caught, in operations. */
const CAUGHT_COST = 32;

function compileTry({ body, catches }: Extract<Statement, { kind: 'try' }>, scope: Scope): Compiled {
  const main = compileStatement(body, scope);
  const handlers = catches.map(({ at, type, name, body: handler }) => {
    if (!isException(type)) throw new ScriptSyntaxError(at, `Not an exception type [${type}].`);
    const own = scope.inner();
    const slot = own.declare(name, type, at);
    return { type, slot, ...compileStatement(handler, own) };
  });
  return {
    step: (frame) => {
      const { state } = frame;
      const { depth } = state;
      try {
        return main.step(frame);
      } catch (error) {
        // Functions between here and there did not end by themselves.
        state.depth = depth;
        state.pass(CAUGHT_COST);
        if (!(error instanceof JavaError)) throw error;
        const handler = handlers.find(({ type }) => error.isA(type));
        if (handler === undefined) throw error;
        error.at ??= state.at;
        frame.locals[handler.slot] = error;
        return handler.step(frame);
      }
    },
    escapes: main.escapes && handlers.every(({ escapes }) => escapes),
    breaks: main.breaks || handlers.some(({ breaks }) => breaks),
  };
}
