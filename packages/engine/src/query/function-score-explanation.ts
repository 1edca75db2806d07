import { javaFloat } from '../mapping/java-text.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { type Explanation, matched, scoreAt, textOf, unmatched } from './explanation.ts';
import {
  type BoundFunction,
  combined,
  type FunctionScoring,
  joined,
  startOf,
} from './function-score-modes.ts';
import { nameOrNothing } from './functions/score-function.ts';
import { TermFilterWeight } from './term-weight.ts';
import type { Weight } from './weight.ts';

interface ExplainedDoc {
  readonly segment: number;
  readonly reader: SegmentReader;
  readonly doc: number;
}

/** What one function says of a document. */
interface Said {
  readonly value: number;
  readonly weight: number;
  readonly explanation: Explanation;
}

/** What the functions make of the score of a document that the query matches: OpenSearch's `FunctionScoreQuery.explain`. */
export function explainFunctions(
  scoring: FunctionScoring,
  inner: Explanation,
  at: ExplainedDoc,
): Explanation {
  const told = scoring.functions.length === 0 ? inner : withFactor(scoring, inner, at);
  return aboveMinScore(told, scoring.minScore);
}

/** A score below the least one is none. */
export function aboveMinScore(told: Explanation, minScore: number | null): Explanation {
  if (minScore === null || told.value >= minScore) return told;
  const expected = `Score value is too low, expected at least ${javaFloat(minScore)}`;
  return unmatched(`${expected} but got ${javaFloat(told.value)}`, [told]);
}

function withFactor(scoring: FunctionScoring, inner: Explanation, at: ExplainedDoc): Explanation {
  const { functions, boostMode, maxBoost } = scoring;
  const said = functions.flatMap((each) => saidBy(each, inner, at) ?? []);
  const factor = factorOf(scoring, said);
  const capped = Math.min(factor.value, maxBoost);
  const bounded = matched(capped, 'min of:', [factor, matched(maxBoost, 'maxBoost')]);
  if (boostMode === 'replace') return bounded;
  return matched(combined(boostMode, inner.value, capped), combinations[boostMode], [inner, bounded]);
}

const combinations = {
  multiply: 'function score, product of:',
  sum: 'sum of',
  avg: 'avg of',
  min: 'min of',
  max: 'max of:',
} as const;

function factorOf({ functions, scoreMode }: FunctionScoring, said: readonly Said[]): Explanation {
  const [first] = said;
  if (first === undefined) return matched(1, 'No function matched');
  if (functions.length === 1 && functions[0]!.filter === null) return first.explanation;
  const counted = scoreMode === 'first' ? [first] : said;
  let value = counted.reduce((all, each) => joined(scoreMode, all, each.value), startOf[scoreMode]);
  if (scoreMode === 'avg') value /= counted.reduce((sum, { weight }) => sum + weight, 0);
  const details = said.map(({ explanation }) => explanation);
  return matched(value, `function score, score mode [${scoreMode}]`, details);
}

/** Undefined where the document is none of its filter. */
function saidBy(
  { filter, function: made, weight, name }: BoundFunction,
  inner: Explanation,
  { segment, reader, doc }: ExplainedDoc,
): Said | undefined {
  if (filter !== null && Number.isNaN(scoreAt(filter.scorer(segment), doc))) return undefined;
  const out = new Float64Array([1]);
  if (made !== null) made.of(reader)(Int32Array.of(doc), 1, Float32Array.of(inner.value), out);
  const plain = out[0]!;
  const own =
    made === null
      ? matched(1, `constant score 1.0${nameOrNothing(name)} - no function provided`)
      : made.explain({ segment: reader, doc, value: plain, inner, name });
  const value = plain * (weight ?? 1);
  const weighed = weight === null ? own : matched(value, 'product of:', [own, matched(weight, 'weight')]);
  if (filter === null) return { value, weight: weight ?? 1, explanation: weighed };
  const met = matched(1, `match filter: ${filterText(filter)}`);
  const explanation = matched(value, 'function score, product of:', [met, weighed]);
  return { value, weight: weight ?? 1, explanation };
}

function filterText(filter: Weight): string {
  const text = textOf(filter);
  return filter instanceof TermFilterWeight ? `ConstantScore(${text})` : text;
}
