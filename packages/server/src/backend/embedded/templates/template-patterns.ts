import { type ApiError, apiError, matchesWildcard } from '@sextant/contract';

const forbidden = /[ "\\<|,>/?]/;
const forbiddenText = '[ , ", *, \\, <, |, ,, >, /, ?]';

/** Each is held against those of all other templates. */
const PATTERNS_MAX = 1_000;

export function matchesAny(patterns: readonly string[], index: string): boolean {
  return patterns.some((pattern) => matchesWildcard(pattern, index));
}

export function matchesAll(patterns: readonly string[]): boolean {
  return patterns.includes('*');
}

/**
 * Whether two patterns practically meet: as OpenSearch 3.6 judges it, by the shortest name that either of them fits. So
 * `a-*-x-*` and `a-*-y-*` do not meet, though names could be thought of that fit both.
 */
export function overlap(some: readonly string[], others: readonly string[]): boolean {
  const shortest = (pattern: string): string => pattern.replaceAll('*', '');
  const shortestOfOthers = others.map(shortest);
  return some.some((a) => {
    const short = shortest(a);
    return others.some((b, i) => matchesWildcard(a, shortestOfOthers[i]!) || matchesWildcard(b, short));
  });
}

function nameProblems(name: string): string[] {
  const problems: string[] = [];
  if (name.includes(' ')) problems.push('name must not contain a space');
  if (name.includes(',')) problems.push("name must not contain a ','");
  if (name.includes('#')) problems.push("name must not contain a '#'");
  if (name.includes('*')) problems.push("name must not contain a '*'");
  if (name.startsWith('_')) problems.push("name must not start with '_'");
  if (name !== name.toLowerCase()) problems.push('name must be lower cased');
  return problems;
}

function patternProblems(pattern: string): string[] {
  const problems: string[] = [];
  if (pattern.includes(' ')) problems.push(`index_patterns [${pattern}] must not contain a space`);
  for (const sign of [',', '#', ':']) {
    if (pattern.includes(sign)) problems.push(`index_pattern [${pattern}] must not contain a '${sign}'`);
  }
  if (pattern.startsWith('_')) problems.push(`index_pattern [${pattern}] must not start with '_'`);
  if (forbidden.test(pattern)) {
    problems.push(`index_pattern [${pattern}] must not contain the following characters ${forbiddenText}`);
  }
  return problems;
}

/** Throws ApiError where a template may not have this name, these patterns, or what else is wrong with it. */
export function checkTemplate(
  name: string,
  patterns: readonly string[],
  others: readonly string[] = [],
): void {
  if (patterns.length > PATTERNS_MAX) {
    const limit = `index_patterns has [${patterns.length}] entries, and may have [${PATTERNS_MAX}]`;
    throw invalidTemplate(name, validationText([limit]));
  }
  const problems = [...nameProblems(name), ...patterns.flatMap(patternProblems), ...others];
  if (problems.length > 0) throw invalidTemplate(name, validationText(problems));
}

function validationText(problems: readonly string[]): string {
  const numbered = problems.map((problem, at) => `${at + 1}: ${problem};`).join('');
  return `Validation Failed: ${numbered}`;
}

export function invalidTemplate(name: string, cause: string): ApiError {
  return apiError('invalid_index_template_exception', `index_template [${name}] invalid, cause [${cause}]`);
}

export function templateMissing(name: string): ApiError {
  return apiError('index_template_missing_exception', `index_template [${name}] missing`);
}
