import type { Expression } from '../ast.ts';
import type { DocField } from '../doc-values.ts';
import { JavaError } from '../java-error.ts';
import { getters, type Method } from '../library/class-table.ts';
import { findClass, findMethod, fullName, isSubclass, isTypeName } from '../library/classes.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { type JavaArray, numberTypeOf, rawNumber } from '../values.ts';
import { boxed, type Code, code, constant, formOf, known, type NumberRun, type Run } from './code.ts';
import { convert } from './convert.ts';
import { arrayPlace, MemberSite, noObject, readIndex } from './members.ts';
import type { Scope } from './scope.ts';

type Member = Extract<Expression, { kind: 'member' }>;
type Index = Extract<Expression, { kind: 'index' }>;

/** The name of a class that the expression is; undefined where it is a value. Throws ScriptSyntaxError for a name that is neither. */
export function staticOwner(
  object: Expression,
  scope: Scope,
  at: number,
  member: string | null,
): string | undefined {
  if (object.kind !== 'name') return undefined;
  const { name } = object;
  if (scope.find(name) !== undefined) return undefined;
  if (!scope.isFunction && scope.unit.context.variables.some((each) => each.name === name)) return undefined;
  if (isTypeName(name)) return name;
  throw new ScriptSyntaxError(at, `cannot resolve symbol [${member === null ? name : `${name}.${member}`}]`);
}

/** The constant that `params.name` is where nobody changes the parameters. */
function parameter(object: Expression, name: string, scope: Scope): Code | undefined {
  const { params } = scope.unit;
  if (
    params === null ||
    object.kind !== 'name' ||
    object.name !== 'params' ||
    scope.find('params') !== undefined
  )
    return undefined;
  if (scope.isFunction || !params.has(name)) return undefined;
  const value = params.get(name);
  const type = numberTypeOf(value);
  if (type !== null) {
    const raw = rawNumber(value);
    return { type: 'def', form: type, run: () => raw };
  }
  if (typeof value === 'boolean') return { type: 'def', form: 'boolean', run: () => value };
  return code('def', () => value);
}

/** `doc['field']` where the field is known already. */
function docField(object: Expression, scope: Scope): DocField | undefined {
  const { doc } = scope.unit;
  if (doc === null || scope.isFunction || object.kind !== 'index') return undefined;
  const { object: owner, index } = object;
  if (owner.kind !== 'name' || owner.name !== 'doc' || scope.find('doc') !== undefined) return undefined;
  if (index.kind !== 'literal' || typeof index.value !== 'string' || !doc.has(index.value)) return undefined;
  try {
    const field = doc.get(index.value);
    scope.unit.used.add('doc');
    return field;
  } catch (error) {
    // One whose values cannot be had fails when it is asked for.
    if (error instanceof JavaError) return undefined;
    throw error;
  }
}

function docNumber(field: DocField, at: number): Code {
  return { ...docValue(field, at), asked: field.answers };
}

function docValue(field: DocField, at: number): Code {
  if (field.kind === 'date') {
    const made = code('def', (frame) => {
      frame.state.at = at;
      return field.value();
    });
    return { ...made, exact: 'ZonedDateTime' };
  }
  if (field.kind !== 'long' && field.kind !== 'double' && field.kind !== 'boolean') {
    return code('def', (frame) => {
      frame.state.at = at;
      return field.value();
    });
  }
  if (field.kind === 'double') {
    return known('double', (frame) => {
      frame.state.at = at;
      return field.number();
    });
  }
  if (field.kind === 'boolean') {
    return known('boolean', (frame) => {
      frame.state.at = at;
      return field.number() === 1;
    });
  }
  return known('long', (frame) => {
    frame.state.at = at;
    return field.long();
  });
}

export function compileMember(node: Member, scope: Scope): Code {
  const { object, name, at, safe } = node;
  const owner = staticOwner(object, scope, at, name);
  if (owner !== undefined) return staticMember(owner, name, at);
  const fixed = parameter(object, name, scope);
  if (fixed !== undefined) return fixed;
  if (name === 'value') {
    const field = docField(object, scope);
    if (field !== undefined) return docNumber(field, at);
  }
  const inner = scope.compile(object);
  const exact = getters(name)
    .map((key) => exactMethod(inner, key))
    .find((each) => each !== undefined);
  if (exact !== undefined && !safe) return exactCall(inner.run, exact, at);
  if (inner.type === 'def' || inner.type === 'Object') {
    const made = dynamicMember(boxed(inner), name, at, safe);
    return inner.type === 'def' && !safe ? { ...made, asked: 'object' } : made;
  }
  if (inner.form !== 'ref') throw new ScriptSyntaxError(at, `field [${inner.type}, ${name}] not found`);
  return typedMember(inner, name, at, safe);
}

/** The method that a value of an exactly known class answers with a primitive; `key`: its name and `/0`. */
export function exactMethod({ exact }: Code, key: string): Method | undefined {
  const method = exact === undefined ? undefined : findMethod(exact, key);
  return method !== undefined && formOf(method.returns) !== 'ref' ? method : undefined;
}

/** Nothing is looked up, and nothing is made, for what it answers. */
export function exactCall(self: Run, { returns, run }: Method, at: number): Code {
  return known(formOf(returns), (frame) => {
    const object = self(frame);
    frame.state.at = at;
    return run(object);
  });
}

function staticMember(owner: string, name: string, at: number): Code {
  const found = findClass(owner)?.constants.get(name);
  if (found === undefined)
    throw new ScriptSyntaxError(at, `static field [${fullName(owner)}, ${name}] not found`);
  const { value } = found;
  // As OpenSearch counts, what fails next fails here.
  const run: Run = (frame) => {
    frame.state.at = at;
    return value;
  };
  return { ...constant(found.type, value), run };
}

function dynamicMember(run: Run, name: string, at: number, safe: boolean): Code {
  const site = new MemberSite(name);
  return code('def', (frame) => {
    const self = run(frame);
    if (self === null && safe) return null;
    frame.state.at = at;
    return site.read(self);
  });
}

/** A field of an object whose class is known: a getter, or what a map holds. */
function typedMember({ type, run }: Code, name: string, at: number, safe: boolean): Code {
  if (type.endsWith('[]') && name === 'length') {
    return code('int', (frame) => {
      const self = run(frame);
      frame.state.at = at;
      if (self === null) throw noObject();
      return (self as JavaArray).values.length;
    });
  }
  const method = getters(name)
    .map((key) => findMethod(type, key))
    .find((each) => each !== undefined);
  if (method !== undefined) {
    const { returns } = method;
    if (safe) {
      if (formOf(returns) !== 'ref') throw safePrimitive(at);
      return code(returns, (frame) => {
        const self = run(frame);
        return self === null ? null : method.run(self);
      });
    }
    return code(returns, (frame) => {
      const self = run(frame);
      frame.state.at = at;
      if (self === null) throw noObject();
      return method.run(self);
    });
  }
  if (isSubclass(type, 'Map') || (isSubclass(type, 'List') && /^\d+$/.test(name)))
    return dynamicMember(run, name, at, safe);
  throw new ScriptSyntaxError(at, `field [${fullName(type)}, ${name}] not found`);
}

export function safePrimitive(at: number): ScriptSyntaxError {
  return new ScriptSyntaxError(at, 'Result of null safe operator must be nullable');
}

export function compileIndex(node: Index, scope: Scope): Code {
  const { object, index, at } = node;
  if (object.kind === 'name') staticOwner(object, scope, at, null);
  const field = docField(node, scope);
  if (field !== undefined) return code('def', () => field);
  if (index.kind === 'literal' && typeof index.value === 'string') {
    const fixed = parameter(object, index.value, scope);
    if (fixed !== undefined) return fixed;
  }
  const inner = scope.compile(object);
  if (inner.type.endsWith('[]')) return arrayItem(inner, index, at, scope);
  if (inner.type === 'def' || inner.type === 'Object' || isSubclass(inner.type, 'Map')) {
    const [self, place] = [boxed(inner), scope.compileBoxed(index)];
    // Of a map the key is what errors point to.
    const told = inner.type === 'def' ? at : index.at;
    const made = code('def', (frame) => {
      const owner = self(frame);
      frame.state.at = told;
      const key = place(frame);
      return readIndex(owner, key);
    });
    return inner.type === 'def' ? { ...made, asked: 'object' } : made;
  }
  if (inner.form === 'ref' && isSubclass(inner.type, 'List')) {
    const place = scope.compileAs(index, 'int').run as NumberRun;
    return code('def', (frame) => {
      const owner = inner.run(frame);
      frame.state.at = at;
      const key = place(frame);
      return readIndex(owner, key);
    });
  }
  throw new ScriptSyntaxError(
    at,
    `Attempting to address a non-array-like type [${fullName(inner.type)}] as an array.`,
  );
}

function arrayItem(array: Code, index: Expression, at: number, scope: Scope): Code {
  const element = array.type.slice(0, -2);
  const place = convert(scope.compile(index), 'int', index.at).run as NumberRun;
  return code(element, (frame) => {
    const self = array.run(frame) as JavaArray | null;
    frame.state.at = at;
    const key = place(frame);
    if (self === null) throw noObject();
    return self.values[arrayPlace(key, self.values.length)];
  });
}
