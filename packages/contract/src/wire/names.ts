/**
 * Objects whose prototype knows no name either, so that they are as safe as those of `Object.create(null)`; V8 keeps
 * them in its fast layout, which those are denied (making one of three members took a fifth of the time in Node 24).
 */
function nameless(): void {}
nameless.prototype = Object.freeze(Object.create(null));
const Nameless = nameless as unknown as new () => Record<string, never>;

/**
 * A record whose keys are names from outside: nothing is in it that nobody put there, and `__proto__` is a name like
 * any other. An object literal has neither property. `from`: its own members come first.
 */
export function dictionary<T>(from?: Readonly<Record<string, T>>): Record<string, T> {
  const made: Record<string, T> = new Nameless();
  return from === undefined ? made : Object.assign(made, from);
}

/** Whether `dictionary` made it. */
export function isDictionary(value: object): boolean {
  return Object.getPrototypeOf(value) === nameless.prototype;
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
