import type { Expression, LambdaExpression } from '../ast.ts';
import { Frame, type ScriptState } from '../frame.ts';
import { badArgument } from '../java-error.ts';
import type { Method } from '../library/class-table.ts';
import { findClass, findMethod, fullName, isTypeName } from '../library/classes.ts';
import { lambdaArity } from '../library/functions.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { box, JavaArray } from '../values.ts';
import { type Code, code, formOf } from './code.ts';
import { castDef, castObject } from './convert.ts';
import { libraryCall } from './library-call.ts';
import { MethodSite } from './members.ts';
import type { Scope } from './scope.ts';

/** What a lambda takes, about, beside the variables around it that it names. */
const LAMBDA_BYTES = 192;
const BYTES_PER_CAPTURE = 8;

function checkArity(wanted: string | undefined, count: number, at: number): void {
  const arity = wanted === undefined ? undefined : lambdaArity(wanted);
  if (arity === undefined || arity === count) return;
  const reason = `Incorrect number of parameters for [${fullName(wanted!)}]: expected [${arity}], found [${count}]`;
  throw new ScriptSyntaxError(at, reason);
}

/** A function of JavaScript that works on what the variables around it are when it is made. */
export function compileLambda({ params, body, at }: LambdaExpression, scope: Scope, wanted?: string): Code {
  checkArity(wanted, params.length, at);
  const own = scope.lambda();
  const slots = params.map(({ name, type }) => own.declare(name, type, at, true));
  const forms = params.map(({ type }) => formOf(type));
  const { made: run, cost } = scope.unit.effort.apart(() => scope.unit.body(body, own));
  const { captures, size } = own;
  const call = (state: ScriptState, around: readonly unknown[], args: readonly unknown[]): unknown => {
    const locals = new Array<unknown>(size);
    for (let i = 0; i < around.length; i++) locals[captures[i]!.to] = around[i];
    for (let i = 0; i < slots.length; i++) {
      const form = forms[i]!;
      locals[slots[i]!] = form === 'ref' ? (args[i] ?? null) : castDef(args[i], form, false);
    }
    state.pass(cost);
    const { at: called } = state;
    const result = run(new Frame(state, locals)) ?? null;
    // What fails from now on fails where it was called.
    state.at = called;
    return result;
  };
  return code(wanted ?? 'def', ({ state, locals }) => {
    state.at = at;
    const around = captures.map(({ from }) => locals[from]);
    state.take(LAMBDA_BYTES + around.length * BYTES_PER_CAPTURE);
    return withArity(slots.length, (args) => call(state, around, args));
  });
}

/** A function that tells how many values it takes, as comparators are told from keys. */
function withArity(count: number, call: (args: readonly unknown[]) => unknown): unknown {
  if (count === 0) return () => call([]);
  if (count === 1) return (a: unknown) => call([a]);
  if (count === 2) return (a: unknown, b: unknown) => call([a, b]);
  return sized((...args) => call(args), count);
}

/** `Type::method`, `Type::new`, `this::function`. */
export function compileReference(
  node: Extract<Expression, { kind: 'reference' }>,
  scope: Scope,
  wanted?: string,
): Code {
  const { owner, name, at } = node;
  if (owner === 'this') return ownReference(name, at, scope, wanted);
  const local = scope.find(owner);
  if (local !== undefined) {
    const { slot } = local;
    return code(wanted ?? 'def', ({ locals, state }) => {
      const self = locals[slot];
      state.take(LAMBDA_BYTES);
      return sized((...args) => called(name, self, args, state), -1);
    });
  }
  if (!isTypeName(owner)) throw new ScriptSyntaxError(at, `cannot resolve symbol [${owner}]`);
  if (name === 'new') return makerOf(owner, at, wanted);
  const arity = (wanted === undefined ? undefined : lambdaArity(wanted)) ?? -1;
  const found = findClass(owner);
  const known = [...(found?.statics.values() ?? [])].some((each) => each.name === name);
  const member = [0, 1, 2].some((count) => findMethod(owner, `${name}/${count}`) !== undefined);
  if (!known && !member) {
    throw new ScriptSyntaxError(
      at,
      `function reference [${fullName(owner)}::${name}/${Math.max(0, arity)}] matching [${wanted ?? 'def'}] not found`,
    );
  }
  return code(wanted ?? 'def', ({ state }) => {
    state.take(LAMBDA_BYTES);
    return sized((...args) => referenced(owner, name, args, state), arity);
  });
}

function sized(call: (...args: unknown[]) => unknown, length: number): unknown {
  if (length >= 0) Object.defineProperty(call, 'length', { value: length });
  return call;
}

function called(name: string, self: unknown, args: unknown[], state: ScriptState): unknown {
  state.work();
  return new MethodSite(name, args.length).call(self, args, state);
}

/** A static method of all values, or one of the first with the others. */
function referenced(owner: string, name: string, args: unknown[], state: ScriptState): unknown {
  const method = findClass(owner)?.statics.get(`${name}/${args.length}`);
  if (method === undefined) {
    const [self, ...rest] = args;
    return called(name, self, rest, state);
  }
  state.work();
  const values = args.map((arg, i) => taken(arg, method, i));
  return box(method.returns, libraryCall(state, method, null, values)) ?? null;
}

function taken(arg: unknown, { params }: Method, i: number): unknown {
  const type = params[i]!;
  const form = formOf(type);
  return form === 'ref'
    ? castObject(arg, typeof arg === 'function' ? 'def' : type)
    : castDef(arg, form, false);
}

function makerOf(owner: string, at: number, wanted?: string): Code {
  if (owner.endsWith('[]')) {
    const element = owner.slice(0, -2);
    return code(wanted ?? 'def', () => () => new JavaArray(element, []));
  }
  const constructors = findClass(owner)?.constructors;
  if (constructors === undefined) throw new ScriptSyntaxError(at, `Not a type [${owner}].`);
  return code(wanted ?? 'def', ({ state }) => {
    state.take(LAMBDA_BYTES);
    return (...args: unknown[]) => {
      const method = constructors.get(args.length) ?? constructors.get(0);
      if (method === undefined)
        throw badArgument(`constructor [${fullName(owner)}, <init>/${args.length}] not found`);
      return libraryCall(state, method, null, args);
    };
  });
}

function ownReference(name: string, at: number, scope: Scope, wanted?: string): Code {
  const found = [...scope.unit.functions.values()].find(({ node }) => node.name === name);
  if (found === undefined)
    throw new ScriptSyntaxError(
      at,
      `function reference [this::${name}] matching [${wanted ?? 'def'}] not found`,
    );
  const { params, type } = found.node;
  return code(wanted ?? 'def', ({ state }) => {
    state.take(LAMBDA_BYTES);
    return sized((...args) => {
      const locals = new Array<unknown>(found.size);
      for (const [i, param] of params.entries()) {
        const form = formOf(param.type);
        locals[i] = form === 'ref' ? args[i] : castDef(args[i], form, false);
      }
      state.enter();
      state.pass(found.cost);
      const result = box(type, found.body(new Frame(state, locals)));
      state.depth--;
      return result ?? null;
    }, params.length);
  });
}
