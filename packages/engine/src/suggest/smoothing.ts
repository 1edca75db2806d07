import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  parsingError,
  shallowOptions,
  toDouble,
  tokenOf,
} from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import type { Dictionary } from './dictionary.ts';

/** How likely words follow on others of which too little is known. */
export type SmoothingModel =
  | { readonly kind: 'stupid_backoff'; readonly discount: number }
  | { readonly kind: 'laplace'; readonly alpha: number }
  | {
      readonly kind: 'linear';
      readonly trigram: number;
      readonly bigram: number;
      readonly unigram: number;
    };

/** The model of a request; null where it names none. Throws ApiError. */
export function parseSmoothing(body: JsonObject): SmoothingModel | null {
  let model: SmoothingModel | null = null;
  for (const [name, value] of membersOf(body)) {
    if (!isObject(value)) {
      throw parsingError(`[smoothing] unknown token [${tokenOf(value)}] after [${name}]`);
    }
    if (name === 'stupid_backoff') {
      model = { kind: 'stupid_backoff', discount: numberOf(value, 'discount', 0.4) };
    } else if (name === 'laplace') model = { kind: 'laplace', alpha: numberOf(value, 'alpha', 0.5) };
    else if (name === 'linear') model = parseLinear(value);
    else throw invalid(`suggester[phrase] doesn't support object field [${name}]`);
  }
  return model;
}

function invalid(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}

/** Other members are not looked at, as in OpenSearch. */
function numberOf(body: JsonObject, wanted: string, otherwise: number): number {
  let number = otherwise;
  for (const { name, value } of shallowOptions(body)) if (name === wanted) number = toDouble(value);
  return number;
}

function parseLinear(body: JsonObject): SmoothingModel {
  const lambdas = new Map([
    ['trigram_lambda', 0],
    ['bigram_lambda', 0],
    ['unigram_lambda', 0],
  ]);
  for (const [name, value] of membersOf(body)) {
    if (typeof value === 'object') {
      throw parsingError(`[linear] unknown token [${tokenOf(value)}] after [${name}]`);
    }
    if (!lambdas.has(name)) {
      throw invalid(`suggester[phrase][smoothing][linear] doesn't support field [${name}]`);
    }
    const lambda = toDouble(value);
    if (lambda < 0) throw invalid(`${name} must be positive`);
    lambdas.set(name, lambda);
  }
  const [trigram, bigram, unigram] = [...lambdas.values()] as [number, number, number];
  if (Math.abs(trigram + bigram + unigram - 1) > LAMBDAS_OFF) {
    throw invalid('linear smoothing lambdas must sum to 1');
  }
  const sum = unigram + bigram + trigram;
  return { kind: 'linear', trigram: trigram / sum, bigram: bigram / sum, unigram: unigram / sum };
}

const LAMBDAS_OFF = 0.001;

/** Keeps what is divided by from being nothing. */
const HARDLY = 0.00000000001;

/** How likely words are in the texts of a field, after one or two others: OpenSearch's `WordScorer`s. */
export class WordScores {
  readonly #model: SmoothingModel;
  readonly #dictionary: Dictionary;
  readonly #separator: string;

  constructor(model: SmoothingModel, dictionary: Dictionary, separator: string) {
    this.#model = model;
    this.#dictionary = dictionary;
    this.#separator = separator;
  }

  /** `totalFreq`: of the word before, where it was looked up. */
  of(
    word: string,
    before: { readonly term: string; readonly totalFreq: number } | null,
    second: string | null,
  ): number {
    if (before === null) return this.#unigram(word);
    return second === null
      ? this.#bigram(word, before.term, before.totalFreq)
      : this.#trigram(word, before.term, before.totalFreq, second);
  }

  #frequency(...words: readonly string[]): number {
    return this.#dictionary.statsOf(words.join(this.#separator)).totalFreq;
  }

  #unigram(word: string): number {
    const { totalFreq, size } = this.#dictionary;
    const alpha = this.#model.kind === 'laplace' ? this.#model.alpha : 1;
    return (alpha + this.#frequency(word)) / (totalFreq + alpha * size);
  }

  #bigram(word: string, before: string, beforeFreq: number): number {
    const model = this.#model;
    const count = this.#frequency(before, word);
    if (model.kind === 'laplace') {
      return (model.alpha + count) / (beforeFreq + model.alpha * this.#dictionary.size);
    }
    if (model.kind === 'linear') {
      const alone = model.unigram * this.#unigram(word);
      return count < 1 ? alone : model.bigram * (count / (0.5 + beforeFreq)) + alone;
    }
    return count < 1 ? model.discount * this.#unigram(word) : count / (beforeFreq + HARDLY);
  }

  #trigram(word: string, before: string, beforeFreq: number, second: string): number {
    const model = this.#model;
    if (model.kind === 'laplace') {
      const count = this.#frequency(second, before, word);
      return (model.alpha + count) / (this.#frequency(before, word) + model.alpha * this.#dictionary.size);
    }
    if (model.kind === 'linear') {
      // OpenSearch looks for the words in this order.
      const count = this.#frequency(word, before, second);
      const shorter = this.#bigram(word, before, beforeFreq);
      return count < 1 ? shorter : model.trigram * (count / (1 + this.#frequency(word, before))) + shorter;
    }
    const pairs = this.#frequency(before, word);
    if (pairs < 1) return model.discount * this.#unigram(word);
    const count = this.#frequency(second, before, word);
    return count < 1 ? model.discount * (pairs / (beforeFreq + HARDLY)) : count / (pairs + HARDLY);
  }
}
