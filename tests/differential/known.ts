import type { Difference } from './compare.ts';
import type { Step } from './scenario.ts';

/** A difference that is meant, or accepted for a reason. Everything else is a failure. */
interface KnownDifference {
  readonly reason: string;
  /** Matched with `METHOD /path`. */
  readonly request?: RegExp;
  readonly body?: RegExp;
  readonly at: RegExp;
  readonly theirs?: RegExp;
  readonly ours?: RegExp;
}

const known: readonly KnownDifference[] = [
  {
    reason: 'a body is parsed whole before it is read: errors name the field, not its line and column',
    at: /\.(?:line|col)$/,
    ours: /^\(absent\)$/,
  },
  {
    reason: 'a body is parsed whole before it is read: errors name the field, not its line and column',
    at: /reason$/,
    theirs: /^"\[\d+:\d+\] /,
  },
  {
    reason: 'OpenSearch calls a search ended early when an aggregation was answered from term statistics',
    at: /^terminated_early$/,
    body: /"agg/,
    theirs: /^true$/,
  },
];

/** The reason why this difference is no failure; undefined where it is one. */
export function reasonFor(step: Step, difference: Difference): string | undefined {
  const request = `${step.method} ${step.path}`;
  return known.find(
    (one) =>
      (one.request?.test(request) ?? true) &&
      (one.body?.test(step.body ?? '') ?? true) &&
      one.at.test(difference.at) &&
      (one.theirs?.test(difference.theirs) ?? true) &&
      (one.ours?.test(difference.ours) ?? true),
  )?.reason;
}
