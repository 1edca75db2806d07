import { apiError } from '@sextant/contract';
import type { RE2JS } from 're2js';
import { javaPattern } from './java-pattern.ts';

/** What Java's Matcher and `String.split` do with an expression of a user, in time that grows with the text alone. */
export class JavaMatcher {
  readonly #compiled: RE2JS;

  /** Throws ApiError where the expression cannot be read, or is too large. */
  constructor(expression: string) {
    this.#compiled = javaPattern(expression);
  }

  /** The groups of the first match, by number, the whole first; null: took no part. Undefined: nothing matches. */
  groups(text: string): readonly (string | null)[] | undefined {
    const matcher = this.#compiled.matcher(text);
    if (!matcher.find()) return undefined;
    return Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? null);
  }

  /** `$1` and `${name}` stand for groups. Throws ApiError for a group that is not there. */
  replaceAll(text: string, replacement: string): string {
    const matcher = this.#compiled.matcher(text);
    const group = /(?<!\\)\$(\d)/.exec(replacement);
    if (group !== null && Number(group[1]) > matcher.groupCount()) {
      throw apiError('index_out_of_bounds_exception', `No group ${group[1]}`);
    }
    try {
      return matcher.replaceAll(replacement);
    } catch (error) {
      throw apiError('illegal_argument_exception', (error as Error).message);
    }
  }

  /** As Java's `String.split`: no empty part of a match of no length at the start; empty ones at the end as asked. */
  split(text: string, keepTrailing: boolean): string[] {
    const parts: string[] = [];
    const matcher = this.#compiled.matcher(text);
    let from = 0;
    while (matcher.find()) {
      if (matcher.end() === 0) continue;
      parts.push(text.slice(from, matcher.start()));
      from = matcher.end();
    }
    if (parts.length === 0) return [text];
    parts.push(text.slice(from));
    if (!keepTrailing) while (parts.at(-1) === '') parts.pop();
    return parts;
  }
}
