import { ApiError, apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  parsingError,
  requireBoost,
  toFloat,
  tokenOf,
  toText,
} from '../../dsl/json-reader.ts';
import { matchAll, type QueryNode } from '../../dsl/query-node.ts';
import { itemsOf, membersOf } from '../../dsl/read-place.ts';
import { didYouMean } from '../../dsl/suggestions.ts';
import type { BoostMode, ScoreMode } from '../function-score-modes.ts';
import { FunctionScoreWeight } from '../function-score-weight.ts';
import type { ScoreFunction } from '../functions/score-function.ts';
import { scoreFunctions } from '../functions/score-functions.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight, withoutScores } from '../weight.ts';

interface FilteredFunction {
  readonly filter: QueryNode | null;
  readonly function: ScoreFunction | null;
  readonly weight: number | null;
  readonly name: string | null;
}

interface FunctionScoreNode extends QueryNode {
  readonly kind: 'function_score';
  readonly query: QueryNode;
  readonly functions: readonly FilteredFunction[];
  readonly scoreMode: ScoreMode;
  readonly boostMode: BoostMode;
  readonly maxBoost: number;
  readonly minScore: number | null;
}

export const functionScore: QueryType<FunctionScoreNode> = {
  name: 'function_score',
  ofField: false,
  compound: true,
  parse: (body, parse) => new Reader(parse).read(body),
  weight: functionScoreWeight,
  isNothing: ({ query, functions }, shard, isNothing) => {
    if (isNothing(query, shard)) return true;
    for (const { filter } of functions) if (filter !== null) isNothing(filter, shard);
    return false;
  },
};

const MAX_FLOAT = 3.4028234663852886e38;

/** `{"function_score":{"query":{…},"functions":[{"filter":{…},"weight":2}],"score_mode":"sum"}}`, or one function beside `query`. */
class Reader {
  readonly #parse: ParseQuery;
  readonly #functions: FilteredFunction[] = [];
  /** The function that stands beside the query, or `functions`. */
  #found: string | null = null;
  #query: QueryNode = matchAll;

  constructor(parse: ParseQuery) {
    this.#parse = parse;
  }

  read(body: JsonObject): FunctionScoreNode {
    let scoreMode: ScoreMode = 'multiply';
    let boostMode: BoostMode = 'multiply';
    let maxBoost = MAX_FLOAT;
    let minScore: number | null = null;
    let boost = 1;
    for (const [name, value] of membersOf(body)) {
      if (value === null) continue;
      if (typeof value === 'object') this.#readPart(name, value);
      else if (name === 'score_mode') scoreMode = readScoreMode(toText(value));
      else if (name === 'boost_mode') boostMode = readBoostMode(toText(value));
      else if (name === 'max_boost') maxBoost = toFloat(value);
      else if (name === 'min_score') minScore = toFloat(value);
      else if (name === 'boost') boost = requireBoost(value);
      else this.#readPart(name, value);
    }
    const functions = Object.freeze(this.#functions);
    const how = { scoreMode, boostMode, maxBoost, minScore, boost };
    return Object.freeze({ kind: 'function_score', query: this.#query, functions, ...how });
  }

  #readPart(name: string, value: unknown): void {
    if (Array.isArray(value)) this.#readFunctions(name, value);
    else if (isObject(value) && name === 'query') this.#query = this.#parse(value);
    else {
      this.#checkSole(name);
      if (isObject(value)) this.#add(name, { function: functionOf(name, value), weight: null });
      else if (name === 'weight') this.#add(name, { function: null, weight: weightOf(value) });
      else throw malformed(`field [${name}] is not supported`);
    }
  }

  #readFunctions(name: string, entries: readonly unknown[]): void {
    if (name !== 'functions') throw malformed(`array [${name}] is not supported`);
    if (this.#found !== null) throw both(`${this.#found}]`, name);
    this.#found = name;
    for (const entry of itemsOf(entries)) this.#functions.push(this.#entry(entry));
  }

  /** A function that is not in an array is the only one. */
  #checkSole(name: string): void {
    if (this.#found === 'functions') throw both('functions] array', name);
    if (this.#found === null) return;
    const use = 'use [functions] array if you want to define several functions.';
    throw malformed(`already found function [${this.#found}], now encountering [${name}]. ${use}`);
  }

  #add(name: string, part: Pick<FilteredFunction, 'function' | 'weight'>): void {
    this.#found = name;
    this.#functions.push({ filter: null, name: null, ...part });
  }

  #entry(entry: unknown): FilteredFunction {
    if (!isObject(entry)) {
      // OpenSearch fills its text in the wrong order.
      const found = `expected a [${tokenOf(entry)}] while parsing functions but got a [function_score] instead`;
      throw parsingError(`failed to parse [START_OBJECT]. malformed query, ${found}`);
    }
    let filter: QueryNode | null = null;
    let made: ScoreFunction | null = null;
    let madeBy = '';
    let weight: number | null = null;
    let called: string | null = null;
    for (const [name, given] of membersOf(entry)) {
      // OpenSearch does not see where an array begins and ends, nor what is null.
      const value = Array.isArray(given) ? (given[0] ?? null) : given;
      if (value === null) continue;
      if (name === 'weight' && !isObject(value)) weight = weightOf(value);
      else if (name === '_name' && !isObject(value)) called = toText(value);
      else if (!isObject(value)) throw malformed(`field [${name}] is not supported`);
      else if (name === 'filter') filter = this.#parse(value);
      else {
        if (made !== null) {
          const found = `already found [${madeBy}], now encountering [${name}].`;
          throw parsingError(`failed to parse function_score functions. ${found}`);
        }
        made = functionOf(name, value);
        madeBy = name;
      }
    }
    if (made === null && weight === null)
      throw malformed('an entry in functions list is missing a function.');
    return { filter, function: made, weight, name: called };
  }
}

function malformed(problem: string): ApiError {
  return parsingError(`failed to parse [function_score] query. ${problem}`);
}

function both(found: string, name: string): ApiError {
  const rule = 'you can either define [functions] array or a single function, not both.';
  return malformed(`[${rule} already found [${found}, now encountering [${name}].]`);
}

function functionOf(name: string, body: JsonObject): ScoreFunction {
  const parse = scoreFunctions[name];
  if (parse !== undefined) return parse(body);
  const reason = `unknown query [function_score]${didYouMean('function_score', Object.keys(scoreFunctions))}`;
  const causedBy = { type: 'named_object_not_found_exception', reason: `unknown field [${name}]` } as const;
  throw new ApiError({ type: 'parsing_exception', reason, causedBy });
}

function weightOf(value: unknown): number {
  const weight = toFloat(value);
  if (weight >= 0) return weight;
  throw apiError('illegal_argument_exception', '[weight] cannot be negative for a filtering function');
}

const scoreModes: readonly string[] = ['first', 'avg', 'max', 'sum', 'min', 'multiply'];
const boostModes: readonly string[] = ['multiply', 'replace', 'sum', 'avg', 'min', 'max'];

function readScoreMode(text: string): ScoreMode {
  if (scoreModes.includes(text.toLowerCase())) return text.toLowerCase() as ScoreMode;
  const type = 'org.opensearch.common.lucene.search.function.FunctionScoreQuery.ScoreMode';
  throw apiError('illegal_argument_exception', `No enum constant ${type}.${text.toUpperCase()}`);
}

function readBoostMode(text: string): BoostMode {
  if (boostModes.includes(text.toLowerCase())) return text.toLowerCase() as BoostMode;
  const type = 'org.opensearch.common.lucene.search.function.CombineFunction';
  throw apiError('illegal_argument_exception', `No enum constant ${type}.${text.toUpperCase()}`);
}

function functionScoreWeight(
  node: FunctionScoreNode,
  context: QueryContext,
  boost: number,
  bind: BindQuery,
): Weight {
  const { scoreMode, boostMode, maxBoost, minScore } = node;
  const plain = context.needsScores === false && minScore === null;
  const functions = node.functions.map(({ filter, function: own, weight, name }) => ({
    filter: filter === null || filter.kind === 'match_all' ? null : bind(filter, withoutScores(context), 1),
    function: own === null ? null : own.bind(context),
    weight,
    name,
  }));
  const scoring = minScore === null ? context : { ...context, needsScores: true };
  const inner = bind(node.query, scoring, boost);
  if (plain || inner instanceof MatchNoneWeight) return inner;
  if (functions.length === 0 && minScore === null) return inner;
  const mode = functions.length === 0 ? 'multiply' : boostMode;
  // As in OpenSearch: one function for all documents is not brought together with others.
  const isAlone = functions.length === 1 && functions[0]!.filter === null;
  return new FunctionScoreWeight(scoring, inner, {
    functions,
    scoreMode: isAlone ? 'multiply' : scoreMode,
    boostMode: mode,
    maxBoost,
    minScore,
  });
}
