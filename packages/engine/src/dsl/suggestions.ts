import { similarNames } from '@sextant/contract';

/** `` or ` did you mean [a]?` or ` did you mean any of [a, b]?`, as OpenSearch's parsers word it. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const names = similarNames(name, candidates);
  if (names.length === 0) return '';
  return ` did you mean ${names.length === 1 ? `[${names[0]}]` : `any of [${names.join(', ')}]`}?`;
}
