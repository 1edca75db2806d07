import { matchesPattern } from '@sextant/contract';

/** Whether a name is one that a pattern means. */
export type NameTest = (name: string) => boolean;

/** Makes tests of regular expressions, that take linear time. Throws where one cannot be read. */
export type RegexTests = (expression: string) => NameTest;

/** The expression of `/regex/`; undefined for another pattern. */
export function expressionOf(pattern: string): string | undefined {
  return /^\/(.*)\/$/s.exec(pattern)?.[1];
}

/**
 * Patterns of names: `*`, `?` or `/regex/`, which has to match the whole name. An expression that cannot be read matches nothing, and no
 * expression matches a name with a star: that would be a pattern, of which it cannot be known whether it means more.
 */
export function nameTest(patterns: readonly string[], regexTests: RegexTests): NameTest {
  const tests = patterns.map((pattern): NameTest => {
    const expression = expressionOf(pattern);
    if (expression === undefined) return (name) => matchesPattern(pattern, name);
    try {
      const test = regexTests(expression);
      return (name) => !name.includes('*') && test(name);
    } catch {
      return () => false;
    }
  });
  return (name) => tests.some((test) => test(name));
}

/** Whether the patterns are more than names and stars. */
export function needsTest(patterns: readonly string[]): boolean {
  return patterns.some((pattern) => pattern.includes('?') || pattern.startsWith('/'));
}

/** A text as a part of an expression that stands for itself. */
export function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
