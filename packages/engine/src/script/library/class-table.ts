/** What a method of the library does: with the object first unless it is static, arguments as their types have them. */
type Work = (...args: never[]) => unknown;

export interface Method {
  readonly name: string;
  readonly params: readonly string[];
  readonly returns: string;
  readonly run: (...args: unknown[]) => unknown;
  /** `run` is given the host of the script first. */
  readonly asksHost: boolean;
}

/** A class that scripts may use, and what of it: by `name/number of arguments`. */
export interface JavaClass {
  readonly name: string;
  readonly fullName: string;
  readonly supers: readonly string[];
  readonly methods: ReadonlyMap<string, Method>;
  readonly statics: ReadonlyMap<string, Method>;
  readonly constructors: ReadonlyMap<number, Method>;
  readonly constants: ReadonlyMap<string, { readonly type: string; readonly value: unknown }>;
}

const signature = /^(static |)([\w.[\]]+) (\w+)\(([^)]*)\)$/;

interface Description {
  /** As scripts write it. */
  readonly name: string;
  readonly fullName: string;
  readonly supers?: readonly string[];
  /** Signature to work: `int length()`, `static int parseInt(String)`; `new List(def)` is a constructor. */
  readonly members?: Readonly<Record<string, Work>>;
  /** As `members`, of static methods and constructors that ask the host of the script, which they are given first. */
  readonly hosted?: Readonly<Record<string, Work>>;
  /** `double PI` to its value. */
  readonly constants?: Readonly<Record<string, unknown>>;
}

export function javaClass({
  name,
  fullName,
  supers = ['Object'],
  members = {},
  hosted = {},
  constants = {},
}: Description): JavaClass {
  const methods = new Map<string, Method>();
  const statics = new Map<string, Method>();
  const constructors = new Map<number, Method>();
  for (const [text, run] of [...Object.entries(members), ...Object.entries(hosted)]) {
    const [, isStatic, returns, own, list] = signature.exec(text)!;
    const params = list === '' ? [] : list!.split(', ');
    const asksHost = text in hosted;
    const method = { name: own!, params, returns: returns!, run: run as unknown as Method['run'], asksHost };
    if (returns === 'new') constructors.set(params.length, { ...method, returns: name });
    else (isStatic === '' ? methods : statics).set(`${own}/${params.length}`, method);
  }
  const values = new Map<string, { readonly type: string; readonly value: unknown }>();
  for (const [text, value] of Object.entries(constants)) {
    const [type, own] = text.split(' ') as [string, string];
    values.set(own, { type, value });
  }
  return { name, fullName, supers, methods, statics, constructors, constants: values };
}

/** `getName/0` for `name`, as fields stand for methods without arguments. */
export function getters(name: string): readonly string[] {
  const big = name.charAt(0).toUpperCase() + name.slice(1);
  return [`get${big}/0`, `is${big}/0`];
}

export function setter(name: string): string {
  return `set${name.charAt(0).toUpperCase() + name.slice(1)}/1`;
}
