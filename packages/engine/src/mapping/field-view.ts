import { matchesWildcard, setOwn } from '@sextant/contract';
import { isJsonObject, parseLossless } from './lossless-json.ts';

/**
 * Which fields of an index somebody may see, by their full names; `*` is a wildcard, and a pattern that names a field or an
 * object stands for all below it. What `excludes` name is hidden though `includes` name it too. Plain data.
 */
export interface FieldRules {
  /** None: all but those of `excludes`. */
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** Names whose answer is remembered: a document may bring ever new ones. */
const REMEMBERED_NAMES = 10_000;
const REMEMBERED_VIEWS = 256;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the rules leave of the fields, and of documents. */
export class FieldView {
  readonly #rules: FieldRules;
  readonly #known = new Map<string, boolean>();

  constructor(rules: FieldRules) {
    this.#rules = rules;
  }

  /** Whether the field, or the whole object, of this full name is seen, but for what is hidden below it. */
  sees(name: string): boolean {
    let isSeen = this.#known.get(name);
    if (isSeen === undefined) {
      isSeen = this.#judge(name);
      if (this.#known.size >= REMEMBERED_NAMES) this.#known.clear();
      this.#known.set(name, isSeen);
    }
    return isSeen;
  }

  /** Whether something below a name may be hidden where the name itself is seen. */
  mayHideBelow(name: string): boolean {
    return this.#rules.excludes.some((pattern) => mayMatchBelow(pattern, name));
  }

  /**
   * The document without what is hidden, as UTF-8 JSON. Objects in lists stay though nothing is left of them: the place of one
   * is the number of a nested document.
   */
  source(bytes: Uint8Array): Uint8Array {
    const document = parseLossless(decoder.decode(bytes));
    return encoder.encode(JSON.stringify(isJsonObject(document) ? this.#object(document, '') : {}));
  }

  #judge(name: string): boolean {
    const { includes, excludes } = this.#rules;
    let isIncluded = includes.length === 0;
    for (let dot = name.indexOf('.'); ; dot = name.indexOf('.', dot + 1)) {
      const around = dot < 0 ? name : name.slice(0, dot);
      if (excludes.some((pattern) => matchesWildcard(pattern, around))) return false;
      isIncluded ||= includes.some((pattern) => matchesWildcard(pattern, around));
      if (dot < 0) return isIncluded;
    }
  }

  #object(object: Readonly<Record<string, unknown>>, path: string): Record<string, unknown> {
    const kept = {};
    for (const [name, value] of Object.entries(object)) {
      const shown = this.#value(value, path === '' ? name : `${path}.${name}`);
      if (shown !== undefined) setOwn<unknown>(kept, name, shown);
    }
    return kept;
  }

  /** undefined: nothing of it is to be seen. */
  #value(value: unknown, path: string): unknown {
    const isSeen = this.sees(path);
    if (isSeen && !this.mayHideBelow(path)) return value;
    if (!isSeen && !this.#mayShowBelow(path)) return undefined;
    if (Array.isArray(value)) return this.#list(value, path, isSeen);
    if (isJsonObject(value)) return this.#object(value, path);
    return isSeen ? value : undefined;
  }

  #list(values: readonly unknown[], path: string, isSeen: boolean): unknown[] {
    return values.flatMap((value) => {
      if (Array.isArray(value)) return [this.#list(value, path, isSeen)];
      if (isJsonObject(value)) return [this.#object(value, path)];
      return isSeen ? [value] : [];
    });
  }

  #mayShowBelow(name: string): boolean {
    const { includes, excludes } = this.#rules;
    if (excludes.some((pattern) => namesAround(pattern, name))) return false;
    return includes.some((pattern) => mayMatchBelow(pattern, name));
  }
}

/** Whether the pattern names what the name means, or something around it. */
function namesAround(pattern: string, name: string): boolean {
  if (matchesWildcard(pattern, name)) return true;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    if (matchesWildcard(pattern, name.slice(0, dot))) return true;
  }
  return false;
}

/** Whether the pattern could name something below the path. */
export function mayMatchBelow(pattern: string, path: string): boolean {
  const below = `${path}.`;
  const star = pattern.indexOf('*');
  if (star < 0) return pattern.startsWith(below);
  const literal = pattern.slice(0, star);
  return below.startsWith(literal) || literal.startsWith(below);
}

const views = new Map<string, FieldView>();

/** The same object for the same rules, while it is remembered. */
export function fieldView({ includes, excludes }: FieldRules): FieldView {
  const key = JSON.stringify([includes, excludes]);
  let view = views.get(key);
  if (view === undefined) {
    if (views.size >= REMEMBERED_VIEWS) views.clear();
    view = new FieldView({ includes, excludes });
    views.set(key, view);
  }
  return view;
}
