/**
 * A record whose keys are names from outside: nothing is in it that nobody put there, and `__proto__` is a name like
 * any other. An object literal has neither property. `from`: its own members come first.
 */
export function dictionary<T>(from?: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, from);
}

/** A fixed table that is asked by names from outside: it knows its rows, and not `constructor` or `toString`. */
export function table<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return dictionary(rows);
}

/** Sets a member of a plain object, whatever it is called; for objects that are made too often to be dictionaries. */
export function setOwn<T>(target: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
