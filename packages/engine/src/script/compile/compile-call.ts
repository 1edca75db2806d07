import { table } from '@sextant/contract';
import type { CallExpression, Expression } from '../ast.ts';
import type { ContextFunction } from '../context-function.ts';
import { Frame } from '../frame.ts';
import { JavaError, nullPointer } from '../java-error.ts';
import type { Method } from '../library/class-table.ts';
import { findClass, findMethod, fullName } from '../library/classes.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { boxed, type Code, code, formOf, type Run } from './code.ts';
import { exactCall, exactMethod, safePrimitive, staticOwner } from './compile-member.ts';
import { convert } from './convert.ts';
import { libraryCall } from './library-call.ts';
import { MethodSite, noObject } from './members.ts';
import type { Scope } from './scope.ts';

/** What an object takes, about. */
const OBJECT_BYTES = 64;

export function compileCall(node: CallExpression, scope: Scope): Code {
  const { object, name, args, at, safe } = node;
  const owner = staticOwner(object, scope, at, null);
  if (owner !== undefined) return staticCall(owner, node, scope);
  const inner = scope.compile(object);
  const exact = args.length === 0 && !safe ? exactMethod(inner, `${name}/0`) : undefined;
  if (exact !== undefined) return exactCall(inner.run, exact, at);
  if (inner.type === 'def') {
    const made = dynamicCall(boxed(inner), node, scope);
    return safe ? made : { ...made, asked: 'object' };
  }
  const type = inner.form === 'ref' ? inner.type : boxNames[inner.form]!;
  if (type === 'null')
    throw new ScriptSyntaxError(at, `member method [java.lang.Object, ${name}/${args.length}] not found`);
  const method = findMethod(type, `${name}/${args.length}`) ?? findMethod('Object', `${name}/${args.length}`);
  if (method === undefined) {
    throw new ScriptSyntaxError(at, `member method [${fullName(type)}, ${name}/${args.length}] not found`);
  }
  return memberCall(boxed(inner), method, node, scope);
}

const boxNames: Readonly<Record<string, string>> = table({
  int: 'Integer',
  long: 'Long',
  double: 'Double',
  float: 'Float',
  boolean: 'Boolean',
  short: 'Short',
  byte: 'Byte',
  char: 'Character',
});

function argumentsOf(args: readonly Expression[], { params }: Method, scope: Scope): readonly Run[] {
  return args.map((arg, i) => argumentRun(arg, params[i]!, scope));
}

function argumentRun(arg: Expression, type: string, scope: Scope): Run {
  const given = scope.compile(arg, type);
  const { run } = convert(given, type, arg.at);
  // Branches of a condition are cast each by itself.
  const isBoxed = given.form !== 'ref' && formOf(type) === 'ref';
  if (!isBoxed && (given.form !== 'ref' || given.type === type || given.type === 'null')) return run;
  if (arg.kind === 'conditional' || (given.form === 'ref' && arg.kind === 'call')) return run;
  // What is cast is where OpenSearch tells the error of the call.
  return (frame) => {
    const value = run(frame);
    frame.state.at = arg.at;
    return value;
  };
}

function staticCall(owner: string, { name, args, at }: CallExpression, scope: Scope): Code {
  const method = findClass(owner)?.statics.get(`${name}/${args.length}`);
  if (method === undefined) {
    throw new ScriptSyntaxError(at, `static method [${fullName(owner)}, ${name}/${args.length}] not found`);
  }
  const runs = argumentsOf(args, method, scope);
  return code(method.returns, staticRun(method, runs, at));
}

function staticRun(method: Method, runs: readonly Run[], at: number): Run {
  const { run } = method;
  const [a, b] = runs;
  const isPlain =
    !method.asksHost && [method.returns, ...method.params].every((type) => formOf(type) !== 'ref');
  if (isPlain && runs.length === 1) {
    return (frame) => {
      frame.state.at = at;
      return run(a!(frame));
    };
  }
  if (isPlain && runs.length === 2) {
    return (frame) => {
      frame.state.at = at;
      return run(a!(frame), b!(frame));
    };
  }
  return (frame) => {
    frame.state.at = at;
    const values = runs.map((each) => each(frame));
    return libraryCall(frame.state, method, null, values);
  };
}

const none: readonly unknown[] = [];

function memberCall(self: Run, method: Method, { args, at, safe }: CallExpression, scope: Scope): Code {
  const runs = argumentsOf(args, method, scope);
  const { returns } = method;
  if (safe && formOf(returns) !== 'ref') throw safePrimitive(at);
  const [only] = runs;
  if (!safe && runs.length < 2) {
    return code(returns, (frame) => {
      const object = self(frame);
      const { state } = frame;
      state.at = at;
      const values = only === undefined ? none : [only(frame)];
      if (object === null) throw noObject();
      return libraryCall(state, method, object, values);
    });
  }
  return code(returns, (frame) => {
    const object = self(frame);
    if (object === null && safe) return null;
    const { state } = frame;
    state.at = at;
    const values = runs.map((each) => each(frame));
    if (object === null) throw noObject();
    return libraryCall(state, method, object, values);
  });
}

function dynamicCall(self: Run, { name, args, at, safe }: CallExpression, scope: Scope): Code {
  // Nothing is known of what the method takes: branches of a condition become one type, as OpenSearch has it.
  const runs = args.map((arg) =>
    arg.kind === 'conditional' ? boxed(scope.compile(arg)) : scope.compileBoxed(arg),
  );
  const site = new MethodSite(name, args.length);
  return code('def', (frame) => {
    const object = self(frame);
    if (object === null && safe) return null;
    const { state } = frame;
    state.at = at;
    const values = runs.map((each) => each(frame));
    return site.call(object, values, state);
  });
}

/** A function of the script or of the context. */
export function compileFunction(node: Extract<Expression, { kind: 'function' }>, scope: Scope): Code {
  const { name, args, at } = node;
  const found = scope.unit.functions.get(`${name}/${args.length}`);
  if (found === undefined) {
    const given = scope.unit.context.functions?.get(`${name}/${args.length}`);
    if (given !== undefined && !(given.ofDocument && scope.isFunction))
      return contextCall(given, node, scope);
    throw new ScriptSyntaxError(
      at,
      `Unknown call [${name}] with [[${args.map(({ kind }) => kind).join(', ')}]] arguments.`,
    );
  }
  const runs = args.map((arg, i) => scope.compileAs(arg, found.node.params[i]!.type).run);
  return code(found.node.type, (frame) => {
    const { state } = frame;
    const locals = new Array<unknown>(found.size);
    for (let i = 0; i < runs.length; i++) locals[i] = runs[i]!(frame);
    state.enter();
    state.pass(found.cost);
    const result = found.body(new Frame(state, locals));
    state.depth--;
    return result;
  });
}

/** What follows from the bound arguments is made when a place is called first, as OpenSearch does. */
function contextCall(
  given: ContextFunction,
  { args, at }: Extract<Expression, { kind: 'function' }>,
  scope: Scope,
): Code {
  const runs = args.map((arg, i) => scope.compileAs(arg, given.params[i]!).run);
  const bound = runs.slice(0, given.bound);
  const [first, second, third] = runs.slice(given.bound) as [Run?, Run?, Run?];
  let made: ((...values: unknown[]) => unknown) | null = null;
  return code(given.returns, (frame) => {
    const { state } = frame;
    state.at = at;
    made ??= given.make(
      state,
      bound.map((run) => run(frame)),
    ) as (...values: unknown[]) => unknown;
    const values = [first?.(frame), second?.(frame), third?.(frame)] as const;
    if (given.takesNull === true) {
      state.at = args[0]!.at;
      return made(...values);
    }
    state.at = at;
    if (first !== undefined && values[0] === null) throw nullPointer(null);
    return made(...values);
  });
}

export function compileNew({ type, args, at }: Extract<Expression, { kind: 'new' }>, scope: Scope): Code {
  const found = findClass(type)?.constructors;
  if (found === undefined) throw new ScriptSyntaxError(at, `Not a type [${type}].`);
  const method = found.get(args.length);
  if (method === undefined) {
    throw new ScriptSyntaxError(at, `constructor [${fullName(type)}, <init>/${args.length}] not found`);
  }
  const runs = argumentsOf(args, method, scope);
  return code(type, (frame) => {
    frame.state.at = at;
    const values = runs.map((run) => run(frame));
    frame.state.take(OBJECT_BYTES);
    const made = libraryCall(frame.state, method, null, values);
    if (made instanceof JavaError) made.at = frame.state.at;
    return made;
  });
}
