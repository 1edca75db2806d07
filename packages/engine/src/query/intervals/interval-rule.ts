import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, toInt, tokenOf } from '../../dsl/json-reader.ts';
import {
  booleanField,
  type FieldParser,
  type FieldParsers,
  intField,
  readFields,
  textField,
} from '../../dsl/object-parser.ts';
import { readAtName } from '../../dsl/read-place.ts';
import { readFuzziness } from '../../dsl/text-options.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import { ALL_FLAGS } from '../regexp/parse.ts';
import { readFlags } from '../types/regexp.ts';

/** What an `intervals` query asks for, as it was written. */
export type IntervalRule = MatchRule | CombinedRule | TermsRule | FuzzyRule;

export type IntervalMode = 'ordered' | 'unordered' | 'unordered_no_overlap';

interface Filtered {
  readonly filter: RuleFilter | null;
}

interface OfField {
  readonly analyzer: string | null;
  /** Another field than that of the query. */
  readonly useField: string | null;
}

export interface MatchRule extends Filtered, OfField {
  readonly rule: 'match';
  readonly text: string;
  /** -1 = any number. */
  readonly maxGaps: number;
  readonly mode: IntervalMode;
}

export interface CombinedRule extends Filtered {
  readonly rule: 'any_of' | 'all_of';
  readonly rules: readonly IntervalRule[];
  readonly maxGaps: number;
  readonly mode: IntervalMode;
}

export interface TermsRule extends OfField {
  readonly rule: 'prefix' | 'wildcard' | 'regexp';
  readonly text: string;
  readonly flags: number;
  readonly caseInsensitive: boolean;
  /** Terms of a segment; 0 = as many as there may be. */
  readonly maxExpansions: number;
}

export interface FuzzyRule extends OfField {
  readonly rule: 'fuzzy';
  readonly text: string;
  readonly fuzziness: string;
  readonly prefixLength: number;
  readonly transpositions: boolean;
}

/** Which intervals are left: those with a relation to others, or those of which a script says so. */
export type RuleFilter =
  | { readonly relation: string; readonly rule: IntervalRule }
  | { readonly script: ScriptSpec };

/** Rules within rules; deeper ones are refused. */
const MAX_DEPTH = 30;

/** `{"match":{…}}`: the rule that has this name. Throws ApiError with the text of OpenSearch. */
export function readRule(name: string, body: unknown, depth = 1): IntervalRule {
  if (depth > MAX_DEPTH) {
    throw apiError('illegal_argument_exception', `intervals are nested more than [${MAX_DEPTH}] deep`);
  }
  switch (name) {
    case 'match':
      return readMatch(objectOf(name, body), depth);
    case 'any_of':
    case 'all_of':
      return readCombined(name, objectOf(name, body), depth);
    case 'prefix':
    case 'wildcard':
    case 'regexp':
      return readTerms(name, objectOf(name, body));
    case 'fuzzy':
      return readFuzzy(objectOf(name, body));
    default: {
      const known = 'match, any_of, all_of, prefix, wildcard, regexp';
      readAtName();
      throw parsingError(`Unknown interval type [${name}], expecting one of [${known}]`);
    }
  }
}

function objectOf(name: string, body: unknown): JsonObject {
  if (isObject(body)) return body;
  const reason = `[${name}] Expected START_OBJECT but was: ${tokenOf(body)}`;
  throw apiError('x_content_parse_exception', reason);
}

/** What many rules have, filled in as it is met. */
interface Draft {
  text: string | null;
  maxGaps: number;
  ordered: boolean | null;
  mode: string | null;
  analyzer: string | null;
  useField: string | null;
  filter: RuleFilter | null;
}

function draft(): Draft {
  return {
    text: null,
    maxGaps: -1,
    ordered: null,
    mode: null,
    analyzer: null,
    useField: null,
    filter: null,
  };
}

/** Readers of the options with these names. */
function readers(into: Draft, depth: number): Record<string, FieldParser> {
  return {
    max_gaps: intField((value) => {
      into.maxGaps = value;
    }),
    ordered: booleanField((value) => {
      into.ordered = value;
    }),
    mode: textField((value) => {
      into.mode = value;
    }),
    analyzer: textField((value) => {
      into.analyzer = value;
    }),
    use_field: textField((value) => {
      into.useField = value;
    }),
    filter: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        into.filter = readFilter(value as JsonObject, depth);
      },
    },
  };
}

function textReader(into: Draft): FieldParser {
  return textField((value) => {
    into.text = value;
  });
}

function pick(all: FieldParsers, ...names: readonly string[]): FieldParsers {
  return Object.fromEntries(names.map((name) => [name, all[name]!]));
}

function required(name: string): Error {
  return apiError('illegal_argument_exception', `Required [${name}]`);
}

function modeOf(type: string, { ordered, mode }: Draft): IntervalMode {
  if (ordered !== null) return ordered ? 'ordered' : 'unordered';
  const text = mode ?? 'unordered';
  if (text === 'ordered' || text === 'unordered' || text === 'unordered_no_overlap') return text;
  throw notBuilt(type, apiError('illegal_argument_exception', `no mode can be parsed from ordinal ${text}`));
}

/** All that was asked for is there, and does not go together. */
function notBuilt(type: string, error: ApiError): ApiError {
  const reason = `Failed to build [${type}] after last required field arrived`;
  return new ApiError({ type: 'x_content_parse_exception', reason, causedBy: error.error });
}

function readMatch(body: JsonObject, depth: number): MatchRule {
  const found = draft();
  const others = pick(
    readers(found, depth),
    'max_gaps',
    'ordered',
    'mode',
    'analyzer',
    'filter',
    'use_field',
  );
  readFields('match', body, { query: textReader(found), ...others });
  const { text, maxGaps, analyzer, useField, filter } = found;
  if (text === null) throw required('query');
  const mode = modeOf('match', found);
  return Object.freeze({ rule: 'match', text, maxGaps, mode, analyzer, useField, filter });
}

function readCombined(rule: 'any_of' | 'all_of', body: JsonObject, depth: number): CombinedRule {
  const found = draft();
  let rules: readonly IntervalRule[] | null = null;
  const intervals: FieldParser = {
    tokens: ['START_ARRAY', 'START_OBJECT'],
    read: (value) => {
      rules = readRules(value, depth + 1);
    },
  };
  const names = rule === 'all_of' ? ['ordered', 'mode', 'max_gaps', 'filter'] : ['filter'];
  readFields(rule, body, { intervals, ...pick(readers(found, depth), ...names) });
  if (rules === null) throw required('intervals');
  const mode = modeOf(rule, found);
  return Object.freeze({ rule, rules, maxGaps: found.maxGaps, mode, filter: found.filter });
}

function readRules(value: unknown, depth: number): readonly IntervalRule[] {
  if (!Array.isArray(value)) return [readOnly(value as JsonObject, depth)];
  const all: readonly unknown[] = value;
  return all.map((each, i) => {
    if (isObject(each)) return readOnly(each, depth);
    if (Array.isArray(each)) {
      throw apiError('illegal_state_exception', 'expected value but got [START_ARRAY]');
    }
    // The reader of a rule goes on to the next token without a look at this one.
    throw notField(i + 1 === all.length ? 'END_ARRAY' : tokenOf(all[i + 1]));
  });
}

/** An object with one rule. */
function readOnly(body: JsonObject, depth: number): IntervalRule {
  const [first, second] = Object.entries(body);
  if (first === undefined) throw notField('END_OBJECT');
  const rule = readRule(first[0], first[1], depth);
  if (second !== undefined) throw parsingError('Expected [END_OBJECT] but got [FIELD_NAME]');
  return rule;
}

function notField(token: string): Error {
  return parsingError(`Expected [FIELD_NAME] but got [${token}]`);
}

function readFilter(body: JsonObject, depth: number): RuleFilter {
  const [first, second] = Object.entries(body);
  if (first === undefined) throw notField('END_OBJECT');
  const [relation, inner] = first;
  if (relation === 'script') {
    if (!isObject(inner)) {
      const reason = `[script] Expected START_OBJECT but was: ${tokenOf(inner)}`;
      throw apiError('x_content_parse_exception', reason);
    }
    const script = readScript(inner);
    if (second !== undefined) throw parsingError('Expected [END_OBJECT] but got [FIELD_NAME]');
    return Object.freeze({ script });
  }
  if (!isObject(inner)) throw parsingError(`Expected [START_OBJECT] but got [${tokenOf(inner)}]`);
  const rule = readOnly(inner, depth + 1);
  if (second !== undefined) throw parsingError('Expected [END_OBJECT] but got [FIELD_NAME]');
  return Object.freeze({ relation: relation.toLowerCase(), rule });
}

function readTerms(rule: TermsRule['rule'], body: JsonObject): TermsRule {
  const found = draft();
  const options = { flags: null as string | null, value: ALL_FLAGS, caseInsensitive: false, most: 0 };
  const special: FieldParsers = {
    flags: textField((value) => {
      options.flags = value;
    }),
    flags_value: intField((value) => {
      options.value = value;
    }),
    case_insensitive: booleanField((value) => {
      options.caseInsensitive = value;
    }),
    max_expansions: intField((value) => {
      options.most = Math.max(0, value);
    }),
  };
  const name = rule === 'prefix' ? 'prefix' : 'pattern';
  readFields(rule, body, {
    [name]: textReader(found),
    ...pick(readers(found, 1), ...(rule === 'regexp' ? ['use_field'] : ['analyzer', 'use_field'])),
    ...(rule === 'prefix' ? {} : pick(special, 'max_expansions')),
    ...(rule === 'regexp' ? pick(special, 'flags', 'flags_value', 'case_insensitive') : {}),
  });
  const { text, analyzer, useField } = found;
  if (text === null) throw required(name);
  const flags = flagsOf(rule, options.flags, options.value);
  const { caseInsensitive, most: maxExpansions } = options;
  return Object.freeze({ rule, text, flags, caseInsensitive, maxExpansions, analyzer, useField });
}

/** A number counts before names. */
function flagsOf(rule: string, names: string | null, value: number): number {
  if (names === null || value !== ALL_FLAGS) return value;
  try {
    return readFlags(names);
  } catch (error) {
    if (error instanceof ApiError) throw notBuilt(rule, error);
    throw error;
  }
}

function readFuzzy(body: JsonObject): FuzzyRule {
  const found = draft();
  const options = { fuzziness: 'AUTO', prefixLength: 0, transpositions: true };
  readFields('fuzzy', body, {
    term: textReader(found),
    prefix_length: intField((value) => {
      options.prefixLength = toInt(value);
    }),
    transpositions: booleanField((value) => {
      options.transpositions = value;
    }),
    fuzziness: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN'],
      read: (value) => {
        options.fuzziness = readFuzziness(value);
      },
    },
    ...pick(readers(found, 1), 'analyzer', 'use_field'),
  });
  const { text, analyzer, useField } = found;
  if (text === null) throw required('term');
  return Object.freeze({ rule: 'fuzzy', text, analyzer, useField, ...options });
}
