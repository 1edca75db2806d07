import { matchesPattern, setOwn } from '@sextant/contract';
import { LinearPattern } from './linear-pattern.ts';
import { isJsonObject, parseLossless } from './lossless-json.ts';
import { type FieldMask, masking, type ValueMask } from './value-mask.ts';

/**
 * Which fields of an index somebody may see, by their full names; `*` and `?` are wildcards, `/…/` is a regular expression, and a pattern that names a field or an
 * object stands for all below it. What `excludes` name is hidden though `includes` name it too. Plain data.
 */
export interface FieldRules {
  /** None: all but those of `excludes`. */
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
  /** Fields of whose values something else is seen. Where several masks name a field that are not the same, it is the plain hash. */
  readonly masks?: readonly FieldMask[];
  /** Of plain hashes: base64 of 16 bytes. */
  readonly maskSalt?: string;
}

/** A mask that is ready for use; two of the same name do the same. */
export interface NamedMask {
  readonly name: string;
  readonly of: (text: string) => string;
}

type Judgement = 'seen' | 'hidden' | NamedMask;

/** Names whose answer is remembered: a document may bring ever new ones. */
const REMEMBERED_NAMES = 10_000;
const REMEMBERED_VIEWS = 256;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the rules leave of the fields, and of documents. */
export class FieldView {
  readonly #rules: FieldRules;
  readonly #known = new Map<string, Judgement>();
  readonly #masks = new Map<string, NamedMask>();

  constructor(rules: FieldRules) {
    this.#rules = rules;
  }

  /** Whether the field, or the whole object, of this full name is seen as it is, but for what is hidden or masked below it. */
  sees(name: string): boolean {
    return this.#judgementOf(name) === 'seen';
  }

  /** What is seen of the values of a field that is masked; undefined: it is seen as it is, or hidden. */
  maskOf(name: string): NamedMask | undefined {
    if (this.#rules.masks === undefined) return undefined;
    const judgement = this.#judgementOf(name);
    return typeof judgement === 'object' ? judgement : undefined;
  }

  #judgementOf(name: string): Judgement {
    let judgement = this.#known.get(name);
    if (judgement === undefined) {
      judgement = this.#isShown(name) ? (this.#maskFor(name) ?? 'seen') : 'hidden';
      if (this.#known.size >= REMEMBERED_NAMES) this.#known.clear();
      this.#known.set(name, judgement);
    }
    return judgement;
  }

  #maskFor(name: string): NamedMask | undefined {
    const { masks = [], maskSalt = '' } = this.#rules;
    const found = new Map<string, ValueMask>();
    for (const { pattern, mask } of masks) {
      if (namesAround(pattern, name)) found.set(JSON.stringify(mask), mask);
    }
    if (found.size === 0) return undefined;
    const mask: ValueMask = found.size === 1 ? [...found.values()][0]! : { kind: 'hash' };
    const key = JSON.stringify([mask, maskSalt]);
    let named = this.#masks.get(key);
    if (named === undefined) {
      named = { name: key, of: masking(mask, maskSalt) };
      this.#masks.set(key, named);
    }
    return named;
  }

  /** Whether something below a name may be hidden or masked where the name itself is seen. */
  mayHideBelow(name: string): boolean {
    const { excludes, masks = [] } = this.#rules;
    return (
      excludes.some((pattern) => mayMatchBelow(pattern, name)) ||
      masks.some(({ pattern }) => mayMatchBelow(pattern, name))
    );
  }

  /**
   * The document without what is hidden, as UTF-8 JSON. Objects in lists stay though nothing is left of them: the place of one
   * is the number of a nested document.
   */
  source(bytes: Uint8Array): Uint8Array {
    const document = parseLossless(decoder.decode(bytes));
    return encoder.encode(JSON.stringify(isJsonObject(document) ? this.#object(document, '') : {}));
  }

  #isShown(name: string): boolean {
    const { includes, excludes } = this.#rules;
    let isIncluded = includes.length === 0;
    for (let dot = name.indexOf('.'); ; dot = name.indexOf('.', dot + 1)) {
      const around = dot < 0 ? name : name.slice(0, dot);
      if (excludes.some((pattern) => matchesName(pattern, around))) return false;
      isIncluded ||= includes.some((pattern) => matchesName(pattern, around));
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
    const judgement = this.#judgementOf(path);
    if (judgement === 'seen' && !this.mayHideBelow(path)) return value;
    if (judgement === 'hidden' && !this.#mayShowBelow(path)) return undefined;
    if (Array.isArray(value)) return this.#list(value, path, judgement);
    if (isJsonObject(value)) return this.#object(value, path);
    return scalarOf(value, judgement);
  }

  #list(values: readonly unknown[], path: string, judgement: Judgement): unknown[] {
    return values.flatMap((value) => {
      if (Array.isArray(value)) return [this.#list(value, path, judgement)];
      if (isJsonObject(value)) return [this.#object(value, path)];
      return judgement === 'hidden' ? [] : [scalarOf(value, judgement)];
    });
  }

  #mayShowBelow(name: string): boolean {
    const { includes, excludes } = this.#rules;
    if (excludes.some((pattern) => namesAround(pattern, name))) return false;
    return includes.some((pattern) => mayMatchBelow(pattern, name));
  }
}

/** A number or a boolean is masked as its text. */
function scalarOf(value: unknown, judgement: Judgement): unknown {
  if (judgement === 'hidden') return undefined;
  if (judgement === 'seen' || value === null) return value;
  return judgement.of(typeof value === 'string' ? value : JSON.stringify(value));
}

const expressionsMax = 1_000;
const expressions = new Map<string, LinearPattern>();

function isExpression(pattern: string): boolean {
  return pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/');
}

/** `*`, `?`, or a regular expression between slashes, which has to match the whole name. */
function matchesName(pattern: string, name: string): boolean {
  if (!isExpression(pattern)) return matchesPattern(pattern, name);
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    if (expressions.size >= expressionsMax) expressions.clear();
    expression = new LinearPattern(pattern.slice(1, -1));
    expressions.set(pattern, expression);
  }
  return expression.matches(name);
}

/** Whether the pattern names what the name means, or something around it. */
function namesAround(pattern: string, name: string): boolean {
  if (matchesName(pattern, name)) return true;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    if (matchesName(pattern, name.slice(0, dot))) return true;
  }
  return false;
}

/** Whether the pattern could name something below the path. */
export function mayMatchBelow(pattern: string, path: string): boolean {
  if (isExpression(pattern)) return true;
  const below = `${path}.`;
  const star = pattern.search(/[*?]/);
  if (star < 0) return pattern.startsWith(below);
  const literal = pattern.slice(0, star);
  return below.startsWith(literal) || literal.startsWith(below);
}

const views = new Map<string, FieldView>();

/** The same object for the same rules, while it is remembered. */
export function fieldView(rules: FieldRules): FieldView {
  const { includes, excludes, masks = [], maskSalt = '' } = rules;
  const key = JSON.stringify([includes, excludes, masks, maskSalt]);
  let view = views.get(key);
  if (view === undefined) {
    if (views.size >= REMEMBERED_VIEWS) views.clear();
    view = new FieldView({ includes, excludes, ...(masks.length === 0 ? {} : { masks, maskSalt }) });
    views.set(key, view);
  }
  return view;
}
