import { apiError, type ErrorCause } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  parsingError,
  shallowOptions,
  toBoolean,
  toFloat,
  toInt,
  toText,
} from '../dsl/json-reader.ts';
import { doubleField, type FieldParser, intField, readFields, textField } from '../dsl/object-parser.ts';
import { membersOf } from '../dsl/read-place.ts';
import { parseSmoothing, type SmoothingModel } from './smoothing.ts';
import { spellDefaults } from './spell-checker.ts';
import { commonDraft, readCommon, requireField, type SuggestCommon } from './suggester.ts';

/** One way to find words in place of others; `null` where the default holds. Names are looked up on the shard. */
export interface DirectGenerator {
  readonly field: string;
  readonly size: number;
  readonly suggestMode: string | null;
  readonly sort: string | null;
  readonly distance: string | null;
  readonly accuracy: number;
  readonly maxEdits: number;
  readonly maxInspections: number;
  readonly maxTermFreq: number;
  readonly prefixLength: number;
  readonly minWordLength: number;
  readonly minDocFreq: number;
  readonly preFilter: string | null;
  readonly postFilter: string | null;
}

/** A `phrase` suggester as the request has it. */
export interface PhraseRequest extends SuggestCommon {
  /** How sure it is that a word that exists is right. */
  readonly realWordLikelihood: number;
  /** The least score, as a multiple of that of the text itself; 0: any. */
  readonly confidence: number;
  readonly separator: string;
  /** Words that may be wrong: a number from 1 on, a part of all words below. */
  readonly maxErrors: number;
  /** null: as the shingles of the field tell. */
  readonly gramSize: number | null;
  readonly forceUnigrams: boolean;
  /** Texts of so many words get no suggestions. */
  readonly tokenLimit: number;
  readonly smoothing: SmoothingModel;
  readonly highlight: { readonly pre: string; readonly post: string } | null;
  readonly generators: readonly DirectGenerator[];
  readonly collate: Collate | null;
}

/** What every proposal is checked with: whether some document of its shard matches. */
export interface Collate {
  /** A query in which `suggestionMark` stands for the text of the proposal; or why there is none. */
  readonly query: { readonly prepared: JsonObject } | { readonly failure: ErrorCause };
  /** Those that match nothing are told, and not left out. */
  readonly prune: boolean;
}

type Draft = { -readonly [key in keyof PhraseRequest]: PhraseRequest[key] } & {
  generators: DirectGenerator[];
};

function draft(): Draft {
  return {
    ...commonDraft(),
    realWordLikelihood: Math.fround(0.95),
    confidence: 1,
    separator: ' ',
    maxErrors: 0.5,
    gramSize: null,
    forceUnigrams: true,
    tokenLimit: 10,
    // Where no model is named, OpenSearch's number is a float.
    smoothing: { kind: 'stupid_backoff', discount: Math.fround(0.4) },
    highlight: null,
    generators: [],
    collate: null,
  };
}

function invalid(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

function above(limit: number, value: unknown, problem: string): number {
  const number = toFloat(value);
  if (number > limit) return number;
  throw invalid(problem);
}

function atLeastOne(name: string, value: unknown): number {
  const number = toInt(value);
  if (number >= 1) return number;
  throw invalid(`${name} must be >= 1`);
}

function confidenceOf(value: unknown): number {
  const confidence = toFloat(value);
  if (confidence >= 0) return confidence;
  throw invalid('confidence must be >= 0.0');
}

const scalars: ReadonlyMap<string, (draft: Draft, value: unknown) => void> = new Map([
  [
    'real_word_error_likelihood',
    (to: Draft, value: unknown): void => {
      to.realWordLikelihood = above(0, value, 'real_word_error_likelihood must be > 0.0');
    },
  ],
  [
    'confidence',
    (to, value) => {
      to.confidence = confidenceOf(value);
    },
  ],
  [
    'separator',
    (to, value) => {
      to.separator = toText(value);
    },
  ],
  [
    'max_errors',
    (to, value) => {
      to.maxErrors = above(0, value, 'max_error must be > 0.0');
    },
  ],
  [
    'gram_size',
    (to, value) => {
      to.gramSize = atLeastOne('gramSize', value);
    },
  ],
  [
    'force_unigrams',
    (to, value) => {
      to.forceUnigrams = toBoolean(value);
    },
  ],
  [
    'token_limit',
    (to, value) => {
      to.tokenLimit = atLeastOne('token_limit', value);
    },
  ],
]);

/** Throws ApiError. */
export function parsePhrase(body: JsonObject): PhraseRequest {
  const request = draft();
  for (const [name, value] of membersOf(body)) {
    if (isObject(value)) readObject(request, name, value);
    else if (Array.isArray(value)) readList(request, name, value);
    else if (value === null) throw unsupported(name);
    else if (!readCommon(request, name, value)) {
      const read = scalars.get(name);
      if (read === undefined) throw unsupported(name);
      read(request, value);
    }
  }
  requireField(body);
  return request;
}

function unsupported(name: string): Error {
  return parsingError(`suggester[phrase] doesn't support field [${name}]`);
}

function readObject(request: Draft, name: string, value: JsonObject): void {
  if (name === 'smoothing') request.smoothing = parseSmoothing(value) ?? request.smoothing;
  else if (name === 'highlight') request.highlight = parseHighlight(value);
  else if (name === 'collate') request.collate = parseCollate(value);
  else throw parsingError(`suggester[phrase]  doesn't support array field [${name}]`);
}

function readList(request: Draft, name: string, values: readonly unknown[]): void {
  if (name !== 'direct_generator') {
    throw parsingError(`suggester[phrase]  doesn't support array field [${name}]`);
  }
  for (const value of values) {
    if (!isObject(value)) throw unsupported(name);
    request.generators.push(parseGenerator(value));
  }
}

function parseHighlight(body: JsonObject): PhraseRequest['highlight'] {
  let pre: string | null = null;
  let post: string | null = null;
  for (const { name, value } of shallowOptions(body)) {
    if (name === 'pre_tag') pre = toText(value);
    else if (name === 'post_tag') post = toText(value);
    else throw parsingError(`suggester[phrase][highlight] doesn't support field [${name}]`);
  }
  if ((pre === null) !== (post === null)) {
    throw invalid('Pre and post tag must both be null or both not be null.');
  }
  return pre === null ? null : { pre, post: post! };
}

/** Its template is filled in by who asks, but for the text of the proposal. null: it asks for nothing. */
function parseCollate(body: JsonObject): Collate | null {
  let query: unknown = null;
  let prune = false;
  for (const [name, value] of membersOf(body)) {
    if (name === 'query') query = value;
    else if (name === 'prune') prune = pruneOf(value);
    else if (name !== 'params')
      throw parsingError(`suggester[phrase][collate] doesn't support field [${name}]`);
  }
  if (query === null) return null;
  if (isObject(query) && (isObject(query.prepared) || isObject(query.failure))) {
    return { query: query as unknown as Collate['query'], prune };
  }
  // Bodies are looked at before templates in them are filled in.
  const reason = '[collate] of a [phrase] suggester is not supported here';
  return { query: { failure: { type: 'illegal_argument_exception', reason } }, prune };
}

function pruneOf(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw parsingError("suggester[phrase][collate] prune must be either 'true' or 'false'");
}

type GeneratorDraft = { -readonly [key in keyof DirectGenerator]: DirectGenerator[key] };

function parseGenerator(body: JsonObject): DirectGenerator {
  if (body.field === undefined) throw invalid('Required [field]');
  const { suggestMode: _mode, sort: _sort, distance: _distance, ...defaults } = spellDefaults;
  const to: GeneratorDraft = {
    ...defaults,
    field: '',
    size: 5,
    suggestMode: null,
    sort: null,
    distance: null,
    preFilter: null,
    postFilter: null,
  };
  const float = (set: (value: number) => void): FieldParser => doubleField((v) => set(toFloat(v)));
  readFields('direct_generator', body, {
    field: textField((value) => {
      to.field = value;
    }),
    pre_filter: textField((value) => {
      to.preFilter = value;
    }),
    post_filter: textField((value) => {
      to.postFilter = value;
    }),
    suggest_mode: textField((value) => {
      to.suggestMode = value;
    }),
    min_doc_freq: float((value) => {
      to.minDocFreq = value;
    }),
    accuracy: float((value) => {
      to.accuracy = value;
    }),
    size: intField((value) => {
      to.size = sizeOf(value);
    }),
    sort: textField((value) => {
      to.sort = value;
    }),
    string_distance: textField((value) => {
      to.distance = value;
    }),
    max_inspections: intField((value) => {
      to.maxInspections = value;
    }),
    max_edits: intField((value) => {
      to.maxEdits = editsOf(value);
    }),
    max_term_freq: float((value) => {
      to.maxTermFreq = value;
    }),
    prefix_length: intField((value) => {
      to.prefixLength = value;
    }),
    min_word_length: intField((value) => {
      to.minWordLength = value;
    }),
  });
  return to;
}

function sizeOf(size: number): number {
  if (size > 0) return size;
  throw invalid('Size must be positive');
}

function editsOf(edits: number): number {
  if (edits === 1 || edits === 2) return edits;
  throw invalid(`Illegal max_edits value ${edits}`);
}
