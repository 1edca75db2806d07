import { ApiError, apiError, type Json } from '@sextant/contract';
import { type CompiledTemplate, functionPattern } from './compile-template.ts';
import type { TemplatePart } from './parse-mustache.ts';
import { encodeUrl, escapeJson, javaText, jsonText, membersOf, valueText } from './template-text.ts';

/** Longer than any body that a search may have. */
const CHARACTERS_MAX = 5 * 1024 * 1024;
/** Parts that are written, those in loops each time. */
const STEPS_MAX = 1_000_000;
/** Scopes that a name is looked for in, characters of a name and elements of a list that take as long as a step. */
const PER_STEP = 32;

export type Encoder = (text: string) => string;

const encoders: ReadonlyMap<string, Encoder> = new Map([
  ['text/plain', (text: string) => text],
  ['application/x-www-form-urlencoded', encodeUrl],
]);

/** How values are written in a text of this type: where nothing else is known, in JSON. */
export function encoderOf(contentType: string | undefined): Encoder {
  return encoders.get(contentType ?? '') ?? escapeJson;
}

/** Fills a template in. Throws ApiError where it would grow beyond all bounds. */
export function renderTemplate(
  template: CompiledTemplate,
  params: Readonly<Record<string, Json>>,
  encode: Encoder = escapeJson,
): string {
  const rendering = new Rendering(template.source, encode);
  return rendering.parts(template.parts, [params]);
}

class Rendering {
  readonly #source: string;
  readonly #encode: Encoder;
  #steps = 0;
  #characters = 0;

  constructor(source: string, encode: Encoder) {
    this.#source = source;
    this.#encode = encode;
  }

  /** `scopes`: the innermost last. */
  parts(parts: readonly TemplatePart[], scopes: readonly Json[]): string {
    let text = '';
    for (const part of parts) text += this.#part(part, scopes);
    return text;
  }

  #part(part: TemplatePart, scopes: readonly Json[]): string {
    this.#step(1 + (scopes.length + part.value.length) / PER_STEP);
    switch (part.kind) {
      case 'text':
        return this.#charged(part.value);
      case 'name':
        return this.#charged(this.#encode(valueText(lookup(part.value, scopes))));
      case '&':
        return this.#charged(valueText(lookup(part.value, scopes)));
      case '#':
        return this.#section(part, scopes);
      case '^':
        return isFalse(lookup(part.value, scopes)) ? this.parts(part.parts, scopes) : '';
      case '>':
        return '';
    }
  }

  #section(part: TemplatePart, scopes: readonly Json[]): string {
    const called = functionPattern.exec(part.value);
    if (called !== null) return this.#function(part, called[1] ?? ',', scopes);
    const value = lookup(part.value, scopes);
    if (isFalse(value)) return '';
    if (!Array.isArray(value)) return this.parts(part.parts, [...scopes, value as Json]);
    let text = '';
    for (const element of value as readonly Json[]) {
      this.#step(scopes.length / PER_STEP);
      text += this.parts(part.parts, element === null ? scopes : [...scopes, element]);
    }
    return text;
  }

  #function(part: TemplatePart, delimiter: string, scopes: readonly Json[]): string {
    if (part.value === 'url') return this.#charged(encodeUrl(this.parts(part.parts, scopes)));
    const [only] = part.parts;
    const name = only?.kind === 'text' ? only.value : this.#source.slice(only?.from, only?.to);
    this.#step(name.length / PER_STEP);
    const value = lookup(name, scopes);
    if (part.value === 'toJson') return this.#charged(jsonText(value));
    if (!Array.isArray(value)) return this.#charged(name);
    this.#step(value.length / PER_STEP);
    this.#checkRoom(delimiter.length * (value.length - 1));
    return this.#charged(joined(value as readonly Json[], delimiter));
  }

  #step(steps: number): void {
    this.#steps += steps;
    if (this.#steps > STEPS_MAX) throw tooLong(`${STEPS_MAX} steps`);
  }

  #charged(text: string): string {
    this.#checkRoom(text.length);
    this.#characters += text.length;
    return text;
  }

  /** Before what is made of little may be longer than any text. */
  #checkRoom(characters: number): void {
    if (this.#characters + characters > CHARACTERS_MAX) throw tooLong(`${CHARACTERS_MAX} characters`);
  }
}

function tooLong(limit: string): ApiError {
  return apiError('illegal_argument_exception', `the template takes more than ${limit} when it is filled in`);
}

function joined(values: readonly Json[], delimiter: string): string {
  if (!values.includes(null)) return values.map(javaText).join(delimiter);
  const causedBy = {
    type: 'null_pointer_exception',
    reason: 'Cannot invoke "Object.toString()" because "object" is null',
  } as const;
  throw new ApiError({
    type: 'mustache_exception',
    reason: 'Function failure @[query-template:1]',
    causedBy,
  });
}

/** Zero is true. */
function isFalse(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The nearest scope that knows the name, or where its path begins. */
function lookup(name: string, scopes: readonly Json[]): Json | undefined {
  if (name === '.') return scopes.at(-1);
  const path = name.split('.');
  for (let i = scopes.length - 1; i >= 0; i--) {
    const found = memberOf(scopes[i]!, name) ?? valueAt(scopes[i]!, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueAt(scope: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = scope;
  for (const part of path) {
    if (value === undefined) return undefined;
    value = memberOf(value, part);
  }
  return value;
}

function memberOf(value: Json, name: string): Json | undefined {
  if (Array.isArray(value)) {
    if (name === 'size') return value.length;
    return /^\d+$/.test(name) ? (value as readonly Json[])[Number(name)] : undefined;
  }
  const members = membersOf(value);
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}
