import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, toFloat } from '../../dsl/json-reader.ts';
import { boostField, nameField, readFields } from '../../dsl/object-parser.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { searchScript } from '../../script/make-search-script.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import { type SearchScript, searchContexts } from '../../script/search-script.ts';
import { refuseExpensive } from '../expensive-queries.ts';
import { type Explanation, explain, matched, scoreAt } from '../explanation.ts';
import { aboveMinScore } from '../function-score-explanation.ts';
import { explainScript } from '../functions/script-score.ts';
import { cursorOf, foundIn } from '../phases/cursor-of.ts';
import type { DocCursor } from '../phases/doc-cursor.ts';
import { NarrowedCursor } from '../phases/script-cursor.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import type { Scorer } from '../scorer.ts';
import { ScriptScoreScorer } from '../script-scorers.ts';
import { MatchNoneWeight, type QueryContext, SegmentWeight, type Weight, withoutScores } from '../weight.ts';
import type { WordSink } from '../word-sink.ts';

interface ScriptScoreNode extends QueryNode {
  readonly kind: 'script_score';
  readonly query: QueryNode;
  readonly script: ScriptSpec;
  readonly minScore: number | null;
}

/** The documents of a query with the scores that a script gives them. */
export const scriptScore: QueryType<ScriptScoreNode> = {
  name: 'script_score',
  ofField: false,
  named: 'by-text',
  compound: true,
  parse: parseScriptScore,
  weight: scriptScoreWeight,
  isNothing: ({ query }, shard, isNothing) => isNothing(query, shard),
};

/** `{"script_score":{"query":{…},"script":{"source":"_score * 2"},"min_score":3}}` */
function parseScriptScore(body: JsonObject, parse: ParseQuery): ScriptScoreNode {
  let query: QueryNode | null = null;
  let script: ScriptSpec | null = null;
  let minScore: number | null = null;
  let boost = 1;
  readFields('script_score', body, {
    query: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        query = parse(value);
      },
    },
    script: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        if (isObject(value)) script = readScript(value);
      },
    },
    min_score: {
      tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
      read: (value) => {
        minScore = toFloat(value);
      },
    },
    boost: boostField((value) => {
      boost = value;
    }),
    _name: nameField,
  });
  if (query === null) throw apiError('illegal_argument_exception', 'Required [query]');
  if (script === null) throw apiError('illegal_argument_exception', 'Required [script]');
  return Object.freeze({ kind: 'script_score', query, script, minScore, boost });
}

function scriptScoreWeight(
  node: ScriptScoreNode,
  context: QueryContext,
  boost: number,
  bind: BindQuery,
): Weight {
  refuseExpensive('[script score] queries', context);
  const { mapping, searcher, budget } = context;
  const script = searchScript(node.script, searchContexts.score, {
    mapping,
    searcher,
    budget,
  });
  const plain = context.needsScores === false && node.minScore === null;
  const inner = bind(
    node.query,
    script.needsScores && !plain ? { ...context, needsScores: true } : withoutScores(context),
    1,
  );
  if (plain || inner instanceof MatchNoneWeight) return inner;
  const scoring = { boost, minScore: node.minScore, spec: node.script, nestedPath: context.nestedPath };
  return new ScriptScoreWeight(context, inner, script, scoring);
}

interface ScriptScoring {
  readonly boost: number;
  readonly minScore: number | null;
  readonly spec: ScriptSpec;
  readonly nestedPath: string | undefined;
}

class ScriptScoreWeight extends SegmentWeight {
  readonly #inner: Weight;
  readonly #script: SearchScript;
  readonly #scoring: ScriptScoring;

  constructor(context: QueryContext, inner: Weight, script: SearchScript, scoring: ScriptScoring) {
    super(context);
    this.#inner = inner;
    this.#script = script;
    this.#scoring = scoring;
  }

  words(sink: WordSink): void {
    this.#inner.words?.(sink.only('others'));
  }

  get asks(): boolean {
    return this.#inner.asks === true || this.#script.runBlock === undefined;
  }

  cursor(segment: number): DocCursor | null {
    const [found] = this.asks ? foundIn([this.#inner], segment) : [];
    if (found === undefined) return null;
    const narrowing = this.#scorerOf(found.scorer, segment);
    return new NarrowedCursor(cursorOf(found, segment), narrowing, this.#scoring.minScore !== null);
  }

  override scorer(segment: number): Scorer | null {
    const inner = this.#inner.scorer(segment);
    return inner === null ? null : this.#scorerOf(inner, segment);
  }

  #scorerOf(inner: Scorer, segment: number): ScriptScoreScorer {
    return new ScriptScoreScorer(inner, this.segment(segment), this.#script, this.#scoring, this.budget);
  }

  explain(segment: number, doc: number): Explanation {
    const inner = explain(this.#inner, segment, doc);
    if (!inner.match) return inner;
    const { boost, minScore, spec } = this.#scoring;
    const scored = { boost: 1, minScore: null, nestedPath: this.nestedPath };
    const scorer = new ScriptScoreScorer(
      this.#inner.scorer(segment)!,
      this.segment(segment),
      this.#script,
      scored,
      this.budget,
    );
    const value = scoreAt(scorer, doc);
    const own = explainScript(spec, value, this.#script.needsScores ? inner : undefined);
    const boosted = matched(value * boost, 'Boosted score, product of:', [matched(boost, 'boost'), own]);
    return aboveMinScore(boost === 1 ? own : boosted, minScore);
  }
}
