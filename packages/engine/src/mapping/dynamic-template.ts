import { illegalArgument, mapperParsing } from './errors.ts';
import { javaText } from './java-text.ts';
import type { JsonObject } from './mapping-parser.ts';

/** Kinds of JSON values that a template can ask for. */
export type MatchType = 'object' | 'string' | 'long' | 'double' | 'boolean' | 'date' | 'binary';

const MATCH_TYPES: readonly MatchType[] = ['object', 'string', 'long', 'double', 'boolean', 'date', 'binary'];

/** The mapping type that a JSON value of the kind gets when the template names none. */
const DEFAULT_TYPES: Readonly<Record<MatchType, string>> = {
  object: 'object',
  string: 'text',
  long: 'long',
  double: 'float',
  boolean: 'boolean',
  date: 'date',
  binary: 'binary',
};

const PARAMETERS: readonly string[] = [
  'match',
  'path_match',
  'unmatch',
  'path_unmatch',
  'match_mapping_type',
  'match_pattern',
];

/** `*` stands for any run of characters. Linear in the length of the name, whatever the pattern. */
export function simpleMatch(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return pattern === name;
  const first = parts[0]!;
  const last = parts[parts.length - 1]!;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  for (let part = 1; part < parts.length - 1; part++) {
    const found = name.indexOf(parts[part]!, at);
    if (found < 0) return false;
    at = found + parts[part]!.length;
  }
  return at <= name.length - last.length;
}

/** Regular expressions are checked when the mapping is made, not when a document meets them. */
function checkPatterns(template: string, given: Readonly<Record<string, string>>): void {
  for (const key of ['match', 'unmatch', 'path_match', 'path_unmatch']) {
    const pattern = given[key];
    if (pattern === undefined) continue;
    try {
      new RegExp(`^(?:${pattern})$`, 'u');
    } catch {
      const what = `Pattern [${pattern}] of type [regex] is invalid.`;
      throw illegalArgument(`${what} Cannot create dynamic template [${template}].`);
    }
  }
}

/** A rule for fields that documents introduce. */
export class DynamicTemplate {
  readonly name: string;
  readonly #given: Readonly<Record<string, string>>;
  readonly #mapping: JsonObject;
  readonly #regex: boolean;

  constructor(name: string, definition: unknown) {
    if (typeof definition !== 'object' || definition === null) {
      throw mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
    }
    const given: Record<string, string> = {};
    let mapping: JsonObject | undefined;
    for (const [key, value] of Object.entries(definition)) {
      if (key === 'mapping') mapping = value as JsonObject;
      else if (PARAMETERS.includes(key)) given[key] = String(value);
      else throw illegalArgument(`Illegal dynamic template parameter: [${key}]`);
    }
    if (mapping === undefined) throw mapperParsing('template must have mapping set');
    const {
      match,
      path_match: pathMatch,
      match_mapping_type: type,
    } = given as Record<string, string | undefined>;
    if (match === undefined && pathMatch === undefined && type === undefined) {
      const shown = javaText(definition);
      throw mapperParsing(`template must have match, path_match or match_mapping_type set ${shown}`);
    }
    if (type !== undefined && type !== '*' && !MATCH_TYPES.includes(type as MatchType)) {
      throw illegalArgument(
        `No field type matched on [${type}], possible values are [${MATCH_TYPES.join(', ')}]`,
      );
    }
    const pattern = given.match_pattern;
    if (pattern !== undefined && pattern !== 'regex' && pattern !== 'simple') {
      throw illegalArgument(`No matching pattern matched on [${pattern}]`);
    }
    this.name = name;
    this.#given = given;
    this.#mapping = mapping;
    this.#regex = pattern === 'regex';
    if (this.#regex) checkPatterns(name, given);
  }

  matches(name: string, path: string, type: MatchType): boolean {
    const { match, unmatch, path_match: pathMatch, path_unmatch: pathUnmatch } = this.#given;
    if (match !== undefined && !this.#matchesPattern(match, name)) return false;
    if (pathMatch !== undefined && !this.#matchesPattern(pathMatch, path)) return false;
    if (unmatch !== undefined && this.#matchesPattern(unmatch, name)) return false;
    if (pathUnmatch !== undefined && this.#matchesPattern(pathUnmatch, path)) return false;
    const wanted = this.#given.match_mapping_type;
    return wanted === undefined || wanted === '*' || wanted === type;
  }

  /** The definition for a field, `{name}` and `{dynamic_type}` filled in. */
  definition(name: string, type: MatchType): JsonObject {
    const filled = fill(this.#mapping, name, DEFAULT_TYPES[type]) as Record<string, unknown>;
    if (filled.type !== undefined) return filled;
    return { type: DEFAULT_TYPES[type], ...filled };
  }

  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = {};
    const hasName = this.#given.match !== undefined || this.#given.path_match !== undefined;
    for (const key of PARAMETERS) {
      const value = this.#given[key];
      if (value === undefined) continue;
      if (key === 'match_mapping_type' && value === '*' && hasName) continue;
      if (key === 'match_pattern' && value === 'simple') continue;
      json[key] = value;
    }
    const sorted = Object.entries(this.#mapping).sort(([a], [b]) => (a < b ? -1 : 1));
    return { [this.name]: { ...json, mapping: Object.fromEntries(sorted) } };
  }

  #matchesPattern(pattern: string, text: string): boolean {
    return this.#regex ? new RegExp(`^(?:${pattern})$`, 'u').test(text) : simpleMatch(pattern, text);
  }
}

function fill(value: unknown, name: string, type: string): unknown {
  if (typeof value === 'string') {
    return value
      .replaceAll('{name}', name)
      .replaceAll('{dynamic_type}', type)
      .replaceAll('{dynamicType}', type);
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, name, type));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [fill(key, name, type), fill(inner, name, type)]),
  );
}
