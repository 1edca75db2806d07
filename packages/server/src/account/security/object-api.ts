import type { JsonMap } from '@sextant/contract';
import type { AccountAnswer, AccountCall, Fields } from '../account-call.ts';
import { readContent } from './fields.ts';
import { patched } from './json-patch.ts';
import type { ObjectFlags, ObjectForm } from './object-forms.ts';
import { invalidContent, message, refused, type SecurityDialect } from './security-answers.ts';

/** An object as it is shown: made by an administrator, or built in. */
export interface SecurityObject<T> {
  readonly value: T;
  readonly flags: ObjectFlags;
}

/** Where the objects of one type are kept. */
export interface ObjectStore<T> {
  /** Resolves when what is held is true. */
  ready(): Promise<void>;
  list(): Iterable<readonly [string, SecurityObject<T>]>;
  get(name: string): SecurityObject<T> | undefined;
  /** Throws SecurityRefusal where the value cannot be kept under this name; nothing is changed. */
  check(name: string, value: T): void;
  /** False where it changed meanwhile. */
  put(name: string, value: T): Promise<boolean>;
  remove(name: string): Promise<boolean>;
}

export interface ObjectApiParts<T> {
  readonly form: ObjectForm<T>;
  readonly store: ObjectStore<T>;
  /** Told of every change. */
  readonly onChange: (call: AccountCall, what: string) => void;
}

const nameBytesMax = 256;

/** Users, roles, mappings or action groups: shown, put, deleted and patched, as the security plugin of OpenSearch does. */
export class ObjectApi<T> {
  readonly #parts: ObjectApiParts<T>;

  constructor(parts: ObjectApiParts<T>) {
    this.#parts = parts;
  }

  async get(dialect: SecurityDialect, name: string | undefined): Promise<AccountAnswer> {
    const { store } = this.#parts;
    await store.ready();
    const found = name === undefined ? [...store.list()] : ([[name, this.#find(name)]] as const);
    const body = Object.fromEntries(found.map(([each, object]) => [each, this.#shown(object, dialect)]));
    return { status: 200, body };
  }

  async put(call: AccountCall, dialect: SecurityDialect, name: string): Promise<AccountAnswer> {
    const { form, store } = this.#parts;
    const value = form.read(await readContent(call), dialect);
    await store.ready();
    checkName(name);
    const before = store.get(name);
    refuseFixed(name, before);
    store.check(name, value);
    if (!(await store.put(name, value))) throw conflict(name);
    this.#changed(call, name);
    return before === undefined ? message(201, `'${name}' created.`) : message(200, `'${name}' updated.`);
  }

  async delete(call: AccountCall, name: string): Promise<AccountAnswer> {
    const { store } = this.#parts;
    await store.ready();
    refuseFixed(name, this.#find(name));
    if (!(await store.remove(name))) throw conflict(name);
    this.#changed(call, name);
    return message(200, `'${name}' deleted.`);
  }

  async patch(call: AccountCall, dialect: SecurityDialect, name: string | undefined): Promise<AccountAnswer> {
    if (call.contentType === undefined) throw invalidContent('Request body required for this action.');
    const patch = await call.json().catch(() => undefined);
    await this.#parts.store.ready();
    return name === undefined
      ? this.#patchAll(call, dialect, patch)
      : this.#patchOne(call, dialect, name, patch);
  }

  async #patchOne(
    call: AccountCall,
    dialect: SecurityDialect,
    name: string,
    patch: unknown,
  ): Promise<AccountAnswer> {
    const { form, store } = this.#parts;
    const before = this.#find(name);
    refuseFixed(name, before);
    const value = form.read(patched(form.show(before.value, dialect), patch) as Fields, dialect);
    store.check(name, value);
    if (!(await store.put(name, value))) throw conflict(name);
    this.#changed(call, name);
    return message(200, `'${name}' updated.`);
  }

  /** All is checked before anything is written. */
  async #patchAll(call: AccountCall, dialect: SecurityDialect, patch: unknown): Promise<AccountAnswer> {
    const { form, store } = this.#parts;
    const before = Object.fromEntries(
      [...store.list()].map(([name, { value }]) => [name, form.show(value, dialect)]),
    );
    const after = patched(before, patch);
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const changed = [...names].filter((name) => !isSame(own(before, name), own(after, name)));
    const values = changed.map((name) => {
      refuseFixed(name, store.get(name));
      const content = own(after, name);
      if (content === undefined) return undefined;
      checkName(name);
      if (typeof content !== 'object' || content === null || Array.isArray(content)) {
        throw invalidContent('Wrong request body');
      }
      const value = form.read(content as Fields, dialect);
      store.check(name, value);
      return value;
    });
    for (const [i, name] of changed.entries()) {
      const value = values[i];
      const isDone = value === undefined ? store.remove(name) : store.put(name, value);
      if (!(await isDone)) throw conflict(name);
      this.#changed(call, name);
    }
    return message(200, changed.length === 0 ? 'No updates required' : 'Resource updated.');
  }

  #find(name: string): SecurityObject<T> {
    const found = this.#parts.store.get(name);
    if (found !== undefined) return found;
    throw refused(404, `${this.#parts.form.label} '${name}' not found.`);
  }

  #shown({ value, flags }: SecurityObject<T>, dialect: SecurityDialect): JsonMap {
    const { form } = this.#parts;
    return form.arrange(form.show(value, dialect), flags);
  }

  #changed(call: AccountCall, name: string): void {
    this.#parts.onChange(call, `${this.#parts.form.label} ${name}`);
  }
}

function own(map: JsonMap, name: string): JsonMap[string] {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Throws SecurityRefusal for what is built in. */
function refuseFixed(name: string, object: SecurityObject<unknown> | undefined): void {
  if (object === undefined) return;
  if (object.flags.static) throw refused(403, `Resource '${name}' is static.`);
  if (object.flags.reserved) throw refused(403, `Resource '${name}' is reserved.`);
}

/** Throws SecurityRefusal for a name that could not be kept, or be taken for another one. */
export function checkName(name: string): void {
  const isKept = name.isWellFormed() && name.trim() === name && Buffer.byteLength(name) <= nameBytesMax;
  if (isKept && name === name.normalize('NFKC') && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return;
  throw refused(
    400,
    'a name has at most 256 bytes, no space at its ends, no control character and no letter in a compatibility form',
  );
}

function conflict(name: string): Error {
  return refused(409, `'${name}' was changed at the same time, try again.`);
}
