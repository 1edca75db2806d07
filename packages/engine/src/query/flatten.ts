import { type BoolParts, BoolWeight } from './bool-weight.ts';
import { ScriptWeight } from './script-weight.ts';
import { SealedWeight, type Weight } from './weight.ts';

/**
 * Takes nested conjunctions and disjunctions apart as Lucene rewrites them, which decides where sums are
 * rounded.
 */
export function flatten(parts: BoolParts): BoolParts {
  const must: Weight[] = [];
  const filter: Weight[] = [];
  const mustNot: Weight[] = parts.mustNot.map(onlyClause);
  for (const [weights, target] of [
    [parts.must, must],
    [parts.filter, filter],
  ] as const) {
    for (const weight of weights) {
      const inner = weight instanceof BoolWeight ? weight.parts : null;
      if (inner === null || inner.should.length > 0) target.push(weight);
      else {
        target.push(...inner.must);
        filter.push(...inner.filter);
        mustNot.push(...inner.mustNot);
      }
    }
  }
  const should =
    parts.minimum > 1 ? parts.should : parts.should.flatMap((weight) => pureDisjunction(weight) ?? [weight]);
  if (parts.minimum > 0 && parts.minimum === should.length) {
    // What is now required may be a conjunction itself.
    return flatten({ must: [...must, ...should], filter, should: [], mustNot, minimum: 0 });
  }
  return promoted({ must, filter, should, mustNot, minimum: parts.minimum });
}

/** A script that is a filter and may match as well must match, and is asked once. */
function promoted(parts: BoolParts): BoolParts {
  const { must, filter, should, minimum } = parts;
  const both = should.filter((weight) => filter.some((other) => isSame(weight, other)));
  if (both.length === 0) return parts;
  return flatten({
    ...parts,
    must: [...must, ...both],
    filter: filter.filter((weight) => !both.some((other) => isSame(weight, other))),
    should: should.filter((weight) => !both.includes(weight)),
    minimum: Math.max(0, minimum - both.length),
  });
}

export function isSame(a: Weight, b: Weight): boolean {
  return a instanceof ScriptWeight && b instanceof ScriptWeight && a.key === b.key;
}

/** A query of one clause is that clause, where its score is not looked at. */
function onlyClause(weight: Weight): Weight {
  if (!(weight instanceof BoolWeight)) return weight;
  const { must, filter, should, mustNot } = weight.parts;
  const clauses = [...must, ...filter, ...should];
  return clauses.length === 1 && mustNot.length === 0 ? onlyClause(clauses[0]!) : weight;
}

function pureDisjunction(weight: Weight): readonly Weight[] | null {
  if (!(weight instanceof BoolWeight)) return null;
  const { must, filter, should, mustNot, minimum } = weight.parts;
  return must.length + filter.length + mustNot.length === 0 && minimum <= 1 ? should : null;
}

/** A query with a boost of its own is not taken apart. */
export function sealed(weight: Weight): Weight {
  return weight instanceof BoolWeight ? new SealedWeight(weight) : weight;
}
