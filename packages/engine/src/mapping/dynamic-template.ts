import { ApiError, dictionary, mapTexts, matchesWildcard } from '@sextant/contract';
import { illegalArgument, mapperParsing } from './errors.ts';
import { javaText } from './java-text.ts';
import { LinearPattern } from './linear-pattern.ts';
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

const PATTERNS = ['match', 'unmatch', 'path_match', 'path_unmatch'] as const;

type Patterns = Partial<Record<(typeof PATTERNS)[number], (text: string) => boolean>>;

/** A rule for fields that documents introduce. */
export class DynamicTemplate {
  readonly name: string;
  readonly #given: Readonly<Record<string, string>>;
  readonly #mapping: JsonObject;
  readonly #patterns: Patterns;

  constructor(name: string, definition: unknown) {
    if (typeof definition !== 'object' || definition === null) {
      throw mapperParsing('Dynamic template syntax error. An array of named objects is expected.');
    }
    const given: Record<string, string> = dictionary();
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
    this.#patterns = patternsOf(given, pattern === 'regex');
  }

  /**
   * Throws illegal_argument_exception where an expression cannot be used. Asked when a mapping is made, not when a
   * stored one is read: what an earlier version has accepted must not keep its index from opening.
   */
  check(): void {
    if (this.#given.match_pattern !== 'regex') return;
    for (const key of PATTERNS) {
      const expression = this.#given[key];
      const problem = expression === undefined ? undefined : new LinearPattern(expression).problem();
      if (problem === undefined) continue;
      throw new ApiError({
        type: 'illegal_argument_exception',
        reason: `Pattern [${expression}] of type [regex] is invalid. Cannot create dynamic template [${this.name}].`,
        causedBy: { type: 'pattern_syntax_exception', reason: problem },
      });
    }
  }

  matches(name: string, path: string, type: MatchType): boolean {
    const { match, unmatch, path_match: pathMatch, path_unmatch: pathUnmatch } = this.#patterns;
    if (match?.(name) === false || pathMatch?.(path) === false) return false;
    if (unmatch?.(name) === true || pathUnmatch?.(path) === true) return false;
    const wanted = this.#given.match_mapping_type;
    return wanted === undefined || wanted === '*' || wanted === type;
  }

  /** The definition for a field, `{name}` and `{dynamic_type}` filled in. */
  definition(name: string, type: MatchType): JsonObject {
    const dynamicType = DEFAULT_TYPES[type];
    const fill = (text: string): string =>
      text
        .replaceAll('{name}', name)
        .replaceAll('{dynamic_type}', dynamicType)
        .replaceAll('{dynamicType}', dynamicType);
    const filled = mapTexts(this.#mapping, fill) as Record<string, unknown>;
    if (filled.type !== undefined) return filled;
    return { type: DEFAULT_TYPES[type], ...filled };
  }

  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = dictionary();
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
}

function patternsOf(given: Readonly<Record<string, string>>, regex: boolean): Patterns {
  const patterns: Patterns = {};
  for (const key of PATTERNS) {
    const text = given[key];
    if (text === undefined) continue;
    const compiled = new LinearPattern(text);
    patterns[key] = regex ? (name) => compiled.matches(name) : (name) => matchesWildcard(text, name);
  }
  return patterns;
}
