import { type ApiError, apiError, isObject, type JsonMap } from '@sextant/contract';
import { exactLog, tokenOf } from '@sextant/engine';
import { type Field, readFields, wholeField } from '../../templates/read-body.ts';
import type { JsonObject } from '../../templates/template-kinds.ts';
import { built } from './built.ts';

/** What the hits of one request were worth. */
interface Evaluation {
  readonly score: number;
  /** What the score was made of. */
  readonly details: JsonMap;
}

/** A measure of rankings, as OpenSearch's `EvaluationMetric`. */
export interface RankMetric {
  readonly name: string;
  /** So many hits are looked at. */
  readonly size: number;
  /** `found`: the ratings of the hits in their order, null where one has none; `all`: those of every document that has one. */
  evaluate(found: readonly (number | null)[], all: readonly number[]): Evaluation;
}

interface Options {
  readonly k: number;
  readonly relevant_rating_threshold: number;
  readonly ignore_unlabeled: boolean;
  readonly normalize: boolean;
  readonly maximum_relevance: number;
  readonly unknown_doc_rating: number;
}

const DEFAULT_K = 10;

const flag: Field<boolean> = {
  read: (value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : undefined;
  },
};

const fields = {
  k: wholeField,
  relevant_rating_threshold: wholeField,
  ignore_unlabeled: flag,
  normalize: flag,
  maximum_relevance: wholeField,
  unknown_doc_rating: wholeField,
};

/** Of each metric the options that it has. */
const optionsOf = {
  precision: ['k', 'relevant_rating_threshold', 'ignore_unlabeled'],
  recall: ['k', 'relevant_rating_threshold'],
  mean_reciprocal_rank: ['k', 'relevant_rating_threshold'],
  dcg: ['k', 'normalize'],
  expected_reciprocal_rank: ['k', 'maximum_relevance', 'unknown_doc_rating'],
} as const;

type MetricName = keyof typeof optionsOf;

/** `{"precision":{"k":20,"relevant_rating_threshold":1}}`. Throws ApiError. */
export function readMetric(body: JsonObject): RankMetric {
  const [name, ...others] = Object.keys(body);
  if (name === undefined || !Object.hasOwn(optionsOf, name)) {
    throw apiError('named_object_not_found_exception', `unknown field [${name ?? ''}]`);
  }
  const options = optionsFor(name as MetricName, body[name]);
  if (others.length > 0) {
    const reason = 'Failed to parse object: expecting token of type [END_OBJECT] but found [FIELD_NAME]';
    throw apiError('parsing_exception', reason);
  }
  return made(name as MetricName, options);
}

function optionsFor(name: MetricName, given: unknown): Partial<Options> {
  if (!isObject(given)) {
    const reason = `[${parserOf(name)}] Expected START_OBJECT but was: ${tokenOf(given)}`;
    throw apiError('x_content_parse_exception', reason);
  }
  const own = Object.fromEntries(optionsOf[name].map((option) => [option, fields[option]]));
  return readFields<Options>(name, given, own as typeof fields);
}

/** OpenSearch's name for what reads its options. */
function parserOf(name: MetricName): string {
  return name === 'mean_reciprocal_rank' ? 'reciprocal_rank' : name;
}

function made(name: MetricName, options: Partial<Options>): RankMetric {
  const { k = DEFAULT_K, relevant_rating_threshold: threshold = 1, maximum_relevance: most } = options;
  if (name === 'expected_reciprocal_rank' && most === undefined) {
    throw apiError('illegal_argument_exception', 'Required [maximum_relevance]');
  }
  return built(name, () => {
    if (threshold < 0) throw illegal(`Relevant rating threshold for ${name} must be positive integer.`);
    if (k <= 0) throw illegal('Window size k must be positive.');
    const evaluate = evaluators[name]({ ...defaults, ...options });
    return { name, size: k, evaluate };
  });
}

const illegal = (reason: string): ApiError => apiError('illegal_argument_exception', reason);

const defaults: Options = {
  k: DEFAULT_K,
  relevant_rating_threshold: 1,
  ignore_unlabeled: false,
  normalize: false,
  maximum_relevance: 0,
  unknown_doc_rating: Number.NaN,
};

type Evaluate = RankMetric['evaluate'];

const evaluators: Readonly<Record<MetricName, (options: Options) => Evaluate>> = {
  precision:
    ({ relevant_rating_threshold: threshold, ignore_unlabeled: ignores }) =>
    (found) => {
      const counted = ignores ? found.filter((rating) => rating !== null) : found;
      const relevant = relevantOf(counted, threshold);
      return {
        score: share(relevant, counted.length),
        details: { relevant_docs_retrieved: relevant, docs_retrieved: counted.length },
      };
    },
  recall:
    ({ relevant_rating_threshold: threshold }) =>
    (found, all) => {
      const [retrieved, relevant] = [relevantOf(found, threshold), relevantOf(all, threshold)];
      const details = { relevant_docs_retrieved: retrieved, relevant_docs: relevant };
      return { score: share(retrieved, relevant), details };
    },
  mean_reciprocal_rank:
    ({ relevant_rating_threshold: threshold }) =>
    (found) => {
      const first = found.findIndex((rating) => rating !== null && rating >= threshold);
      return {
        score: first < 0 ? 0 : 1 / (first + 1),
        details: { first_relevant: first < 0 ? -1 : first + 1 },
      };
    },
  dcg:
    ({ normalize }) =>
    (found, all) => {
      const dcg = gainOf(found);
      const unrated = { unrated_docs: unratedOf(found) };
      if (!normalize) return { score: dcg, details: { dcg, ...unrated } };
      const ideal = gainOf([...all].sort((a, b) => b - a).slice(0, found.length));
      if (ideal === 0) return { score: 0, details: { dcg, ...unrated } };
      const score = dcg / ideal;
      return { score, details: { dcg, ideal_dcg: ideal, normalized_dcg: score, ...unrated } };
    },
  expected_reciprocal_rank:
    ({ maximum_relevance: most, unknown_doc_rating: unknown }) =>
    (found) => {
      let [score, left] = [0, 1];
      for (const [i, given] of found.entries()) {
        const rating = given ?? unknown;
        if (Number.isNaN(rating)) continue;
        const likely = (2 ** rating - 1) / 2 ** most;
        score += (left * likely) / (i + 1);
        left *= 1 - likely;
      }
      return { score, details: { unrated_docs: unratedOf(found) } };
    },
};

function relevantOf(ratings: readonly (number | null)[], threshold: number): number {
  return ratings.filter((rating) => rating !== null && rating >= threshold).length;
}

const unratedOf = (ratings: readonly (number | null)[]): number =>
  ratings.filter((rating) => rating === null).length;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Discounted cumulative gain: `(2^rating - 1) / log2(rank + 1)`, summed up. */
function gainOf(ratings: readonly (number | null)[]): number {
  let gain = 0;
  for (const [i, rating] of ratings.entries()) {
    if (rating !== null) gain += (2 ** rating - 1) / (exactLog(i + 2) / Math.LN2);
  }
  return gain;
}
