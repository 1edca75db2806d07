import { Double, Float, type Json, type JsonMap } from '@sextant/contract';
import { javaFloat } from '../mapping/java-text.ts';
import type { Scorer } from './scorer.ts';
import type { Weight } from './weight.ts';

/** Why a document has its score, or does not match: a value, what it is, and what it was made of. */
export interface Explanation {
  readonly match: boolean;
  readonly value: number;
  /** How the value is written. */
  readonly form: 'float' | 'double' | 'whole';
  readonly description: string;
  readonly details: readonly Explanation[];
}

export function matched(
  value: number,
  description: string,
  details: readonly Explanation[] = [],
): Explanation {
  return { match: true, value: Math.fround(value), form: 'float', description, details };
}

export function counted(value: number, description: string): Explanation {
  return { match: true, value, form: 'whole', description, details: [] };
}

/** A value that Lucene did not round to a float. */
export function matchedDouble(
  value: number,
  description: string,
  details: readonly Explanation[],
): Explanation {
  return { match: true, value, form: 'double', description, details };
}

export function unmatched(description: string, details: readonly Explanation[] = []): Explanation {
  return { match: false, value: 0, form: 'float', description, details };
}

/** Explains a document of a segment; a weight that has no words of its own is told by its score. */
export function explain(weight: Weight, segment: number, doc: number): Explanation {
  const own = weight.explain?.(segment, doc);
  return own ?? explainByText(weight, segment, doc);
}

/** By its score, and its text. */
export function explainByText(weight: Weight, segment: number, doc: number): Explanation {
  const score = scoreAt(weight.scorer(segment), doc);
  if (weight.text === undefined) {
    return Number.isNaN(score) ? unmatched('no match') : matched(score, 'score, as the query works it out');
  }
  const text = weight.text();
  if (Number.isNaN(score)) return unmatched(`${text} doesn't match id ${doc}`);
  return matched(score, boostedText(text, score));
}

/** The same of a query that only decides: one that matches has a score of 1. */
export function explainFilter(weight: Weight, segment: number, doc: number): Explanation {
  const text = textOf(weight);
  const isMatch = !Number.isNaN(scoreAt(weight.scorer(segment), doc));
  return isMatch ? matched(1, text) : unmatched(`${text} doesn't match id ${doc}`);
}

/** The query in Lucene's words, as clauses name it. */
export function textOf(weight: Weight): string {
  return weight.text?.() ?? 'query';
}

/** A query whose documents all have one score; one that is such already is told once. */
export function constantText(weight: Weight): string {
  const text = textOf(weight);
  if (!text.startsWith('ConstantScore(')) return `ConstantScore(${text})`;
  let depth = 0;
  for (let i = 0; i < text.length - 1; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return `ConstantScore(${text})`;
  }
  return text;
}

function boostedText(text: string, boost: number): string {
  return boost === 1 ? text : `${text}^${javaFloat(boost)}`;
}

/** NaN where the document is none of the scorer's. */
export function scoreAt(scorer: Scorer | null, doc: number): number {
  if (scorer === null) return Number.NaN;
  const hits = new Uint8Array(1);
  const scores = new Float64Array(1);
  scorer.probe(Int32Array.of(doc), 1, hits, scores);
  return hits[0] === 1 ? Math.fround(scores[0]!) : Number.NaN;
}

/** As answers show it. */
export function explanationJson({ value, form, description, details }: Explanation): JsonMap {
  return {
    value: numberOf(value, form),
    description,
    details: details.map((each): Json => explanationJson(each)),
  };
}

function numberOf(value: number, form: Explanation['form']): Json {
  if (form === 'whole') return value;
  return form === 'double' ? new Double(value) : new Float(value);
}
