import { DocField, FieldNames } from '../doc-values.ts';
import type { ScriptState } from '../frame.ts';
import { badArgument, JavaError, nullPointer } from '../java-error.ts';
import { JavaMap } from '../java-map.ts';
import { getters, type Method, setter } from '../library/class-table.ts';
import { findMethod, fullName } from '../library/classes.ts';
import { unmodifiable } from '../library/collections.ts';
import { lambdaMethod } from '../library/functions.ts';
import { checkIndex } from '../library/list-index.ts';
import { box, classOf, JavaArray, numberTypeOf } from '../values.ts';
import { formOf } from './code.ts';
import { castAsked, castAskedObject, castDef, castObject } from './convert.ts';
import { libraryCall } from './library-call.ts';

/** What a value of no known type answers; each class that comes by is looked up once. */
export class MethodSite {
  readonly #key: string;
  #class = '';
  #method: Method | undefined;

  constructor(name: string, count: number) {
    this.#key = `${name}/${count}`;
  }

  /** Throws JavaError where there is no such method. */
  call(self: unknown, args: unknown[], state: ScriptState): unknown {
    if (self === null || self === undefined) throw noObject();
    const name = classOf(self);
    if (name !== this.#class) this.#look(name);
    const method = this.#method;
    if (method === undefined) return this.#notFound(self, name, args);
    for (let i = 0; i < args.length; i++) args[i] = taken(args[i], method.params[i]!);
    return box(method.returns, libraryCall(state, method, self, args)) ?? null;
  }

  #look(name: string): void {
    this.#class = name;
    this.#method = findMethod(name, this.#key);
  }

  #notFound(self: unknown, name: string, args: unknown[]): unknown {
    const own = typeof self === 'function' ? lambdaMethod(this.#key) : undefined;
    if (own !== undefined) return own(self, ...args);
    throw badArgument(`dynamic method [${fullName(name)}, ${this.#key}] not found`);
  }
}

export function noObject(): JavaError {
  return nullPointer('Cannot invoke "Object.getClass()" because "callArgs[0]" is null');
}

/** An argument of no known type as the method takes it. Throws JavaError. */
function argument(value: unknown, type: string): unknown {
  const form = formOf(type);
  if (form !== 'ref') return castDef(value, form, false);
  return type === 'def' || type === 'Object' || typeof value === 'function' ? value : castObject(value, type);
}

/** An argument of a call of no known type as the method takes it. Throws JavaError. */
function taken(value: unknown, type: string): unknown {
  if (type === 'def' || type === 'Object' || typeof value === 'function') return value;
  const form = formOf(type);
  return form === 'ref' ? castAskedObject(value, type) : castAsked(value, form);
}

/** `object.name` at one place of a script: the getter of a class is looked up once for each class that comes by. */
export class MemberSite {
  readonly #name: string;
  #class = '';
  #method: Method | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Throws JavaError where there is no such member. */
  read(self: unknown): unknown {
    if (self instanceof JavaMap) return memberOfMap(self, this.#name);
    if (typeof self !== 'object' || self === null || Array.isArray(self)) return readMember(self, this.#name);
    const name = classOf(self);
    if (name !== this.#class) {
      this.#class = name;
      this.#method = getters(this.#name)
        .map((key) => findMethod(name, key))
        .find((each) => each !== undefined);
    }
    const method = this.#method;
    return method === undefined ? readMember(self, this.#name) : box(method.returns, method.run(self));
  }
}

/** `object.name` of a value of no known type. Throws JavaError. */
export function readMember(self: unknown, name: string): unknown {
  if (self instanceof JavaMap) return memberOfMap(self, name);
  if (self === null || self === undefined) throw noObject();
  if (self instanceof FieldNames) return self.get(name);
  if (self instanceof JavaArray) {
    if (name === 'length') return self.values.length;
  } else {
    const own = classOf(self);
    for (const key of getters(name)) {
      const method = findMethod(own, key);
      if (method !== undefined) return box(method.returns, method.run(self));
    }
    if (Array.isArray(self)) {
      if (/^\d+$/.test(name)) return readIndex(self, Number(name));
      throw badArgument(`Illegal list shortcut value [${name}].`);
    }
  }
  throw badArgument(`dynamic getter [${fullName(classOf(self))}, ${name}] not found`);
}

/** Its getter comes before its keys. */
function memberOfMap(map: JavaMap, name: string): unknown {
  return name === 'empty' ? map.size === 0 : map.get(name);
}

/** `object.name = value`. Throws JavaError. */
export function writeMember(self: unknown, name: string, value: unknown): void {
  if (self instanceof JavaMap) {
    self.set(name, value);
    return;
  }
  if (self === null || self === undefined) throw noObject();
  const own = classOf(self);
  const method = findMethod(own, setter(name));
  if (method !== undefined) method.run(self, argument(value, method.params[0]!));
  else if (Array.isArray(self) && /^\d+$/.test(name)) writeIndex(self, Number(name), value);
  else if (Array.isArray(self)) throw badArgument(`Illegal list shortcut value [${name}].`);
  else throw badArgument(`dynamic setter [${fullName(own)}, ${name}] not found`);
}

/** A place in an array; below 0 it counts from the end. Throws JavaError. */
export function arrayPlace(at: number, length: number): number {
  const place = at < 0 ? at + length : at;
  if (place >= 0 && place < length) return place;
  throw new JavaError(
    'array_index_out_of_bounds_exception',
    `Index ${at} out of bounds for length ${length}`,
  );
}

function listPlace(at: number, length: number): number {
  const place = at < 0 ? at + length : at;
  checkIndex(place, length);
  return place;
}

function indexNumber(index: unknown): number {
  if (numberTypeOf(index) !== null) return castDef(index, 'int', false) as number;
  if (index === null) throw nullPointer(null);
  return castDef(index, 'int', false) as number;
}

/** `object[index]` of values of no known type. Throws JavaError. */
export function readIndex(self: unknown, index: unknown): unknown {
  if (self instanceof JavaMap) return self.get(index);
  if (Array.isArray(self)) return self[listPlace(indexNumber(index), self.length)];
  if (self instanceof JavaArray)
    return box(self.element, self.values[arrayPlace(indexNumber(index), self.values.length)]);
  if (self instanceof FieldNames) return self.get(index);
  if (self instanceof DocField) {
    const at = indexNumber(index);
    return self.get(at < 0 ? at + self.size : at);
  }
  if (self === null || self === undefined) throw noObject();
  throw badArgument(`Attempting to address a non-array-like type [${fullName(classOf(self))}] as an array.`);
}

/** `object[index] = value`. Throws JavaError. */
export function writeIndex(self: unknown, index: unknown, value: unknown): void {
  if (self instanceof JavaMap) self.set(index, value);
  else if (Array.isArray(self)) self[listPlace(indexNumber(index), self.length)] = value;
  else if (self instanceof JavaArray) {
    self.values[arrayPlace(indexNumber(index), self.values.length)] = argument(value, self.element);
  } else if (self === null || self === undefined) throw noObject();
  else if (self instanceof DocField) throw unmodifiable();
  else
    throw badArgument(
      `Attempting to address a non-array-like type [${fullName(classOf(self))}] as an array.`,
    );
}
