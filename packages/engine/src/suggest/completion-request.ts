import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject } from '../dsl/json-reader.ts';
import { booleanField, intField, readFields, textField } from '../dsl/object-parser.ts';
import { readFuzziness } from '../dsl/text-options.ts';
import { editsFor } from '../query/fuzzy-query.ts';
import { ALL_FLAGS } from '../query/regexp/parse.ts';
import { readFlags } from '../query/types/regexp.ts';
import { commonDraft, requireField, requireName, type SuggestCommon } from './suggester.ts';

/** How what is typed may differ from what is suggested. */
export interface CompletionFuzzy {
  readonly edits: number;
  readonly transpositions: boolean;
  /** Shorter texts are taken as they are. */
  readonly minLength: number;
  /** So many characters at the beginning are the same. */
  readonly prefixLength: number;
  /** Characters are code points, not bytes of UTF-8. */
  readonly unicode: boolean;
}

/** A `completion` suggester as the request has it. */
export interface CompletionRequest extends SuggestCommon {
  readonly skipDuplicates: boolean;
  readonly fuzzy: CompletionFuzzy | null;
  readonly regexFlags: number;
  readonly maxDeterminizedStates: number;
  /** By name, as given; read by the shard, which knows what they are. */
  readonly contexts: JsonObject | null;
}

const fuzzyDefaults: CompletionFuzzy = {
  edits: 1,
  transpositions: true,
  minLength: 3,
  prefixLength: 1,
  unicode: false,
};

type Draft<Of> = { -readonly [key in keyof Of]: Of[key] };

/** Throws ApiError. */
export function parseCompletion(body: JsonObject): CompletionRequest {
  const request: Draft<CompletionRequest> = {
    ...commonDraft(),
    skipDuplicates: false,
    fuzzy: null,
    regexFlags: ALL_FLAGS,
    maxDeterminizedStates: 10_000,
    contexts: null,
  };
  const either = ['START_OBJECT', 'VALUE_BOOLEAN'] as const;
  readFields('completion', body, {
    field: textField((value) => {
      request.field = value;
    }),
    analyzer: textField((value) => {
      request.analyzer = value;
    }),
    size: intField((value) => {
      if (value <= 0) throw apiError('illegal_argument_exception', 'size must be positive');
      request.size = value;
    }),
    shard_size: intField((value) => {
      request.shardSize = value;
    }),
    skip_duplicates: booleanField((value) => {
      request.skipDuplicates = value;
    }),
    fuzzy: {
      tokens: either,
      read: (value) => {
        const whole = value === true ? fuzzyDefaults : null;
        request.fuzzy = isObject(value) ? parseFuzzy(value) : whole;
      },
    },
    regex: { tokens: either, read: (value) => readRegex(request, isObject(value) ? value : {}) },
    contexts: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        request.contexts = value as JsonObject;
      },
    },
  });
  requireField(body);
  requireName(request.field);
  return request;
}

function parseFuzzy(body: JsonObject): CompletionFuzzy {
  const fuzzy: Draft<CompletionFuzzy> = { ...fuzzyDefaults };
  readFields('fuzzy', body, {
    fuzziness: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER'],
      read: (value) => {
        fuzzy.edits = editsFor(readFuzziness(value), AUTO_LENGTH);
      },
    },
    transpositions: booleanField((value) => {
      fuzzy.transpositions = value;
    }),
    min_length: intField((value) => {
      fuzzy.minLength = notNegative('fuzzyMinLength', value);
    }),
    prefix_length: intField((value) => {
      fuzzy.prefixLength = notNegative('fuzzyPrefixLength', value);
    }),
    unicode_aware: booleanField((value) => {
      fuzzy.unicode = value;
    }),
    max_determinized_states: intField((value) => void notNegative('maxDeterminizedStates', value)),
  });
  return fuzzy;
}

/** What `AUTO` means does not go by what is typed, but is that for as many characters as this. */
const AUTO_LENGTH = 5;

function notNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw apiError('illegal_argument_exception', `${name} must not be negative`);
}

function readRegex(request: Draft<CompletionRequest>, body: JsonObject): void {
  readFields('regex', body, {
    flags: textField((value) => {
      request.regexFlags = readFlags(value);
    }),
    flags_value: intField((value) => {
      request.regexFlags = value;
    }),
    max_determinized_states: intField((value) => {
      request.maxDeterminizedStates = notNegative('maxDeterminizedStates', value);
    }),
  });
}

/** A context that is asked for. */
export interface AskedContext {
  /** Number of the context in the mapping. */
  readonly context: number;
  readonly value: string;
  /** Values that begin so are meant too. */
  readonly isPrefix: boolean;
  readonly boost: number;
}

/** The members of one context of a request: values, or objects with options. */
export function contextObjects(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? (given as readonly unknown[]) : [given];
}

export function badContext(kind: 'category' | 'geo'): ApiError {
  const reason =
    kind === 'category'
      ? 'category context must be a string, number or boolean'
      : 'geo context must be an object or string';
  return new ApiError({ type: 'x_content_parse_exception', reason });
}
