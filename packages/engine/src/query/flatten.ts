import { type BoolParts, BoolWeight } from './bool-weight.ts';
import { SealedWeight, type Weight } from './weight.ts';

/**
 * Takes nested conjunctions and disjunctions apart as Lucene rewrites them, which decides where sums are
 * rounded.
 */
export function flatten(parts: BoolParts): BoolParts {
  const must: Weight[] = [];
  const filter: Weight[] = [];
  const mustNot: Weight[] = [...parts.mustNot];
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
  return { must, filter, should, mustNot, minimum: parts.minimum };
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
