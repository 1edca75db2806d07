import type { Matcher, RE2JS } from 're2js';
import { invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { checkAdded } from '../growth.ts';
import { javaPattern } from '../java-pattern.ts';
import { Replacement } from '../replacement.ts';
import type { Token, TokenStage } from '../token-stream.ts';
import { PassingStage } from './passing-stage.ts';

function replaced(term: string, matcher: Matcher, replacement: Replacement, all: boolean): string {
  let result = '';
  let copied = 0;
  while (matcher.find()) {
    result += term.slice(copied, matcher.start()) + replacement.of(matcher);
    copied = matcher.end();
    checkAdded(result.length - copied, term.length);
    if (!all) break;
  }
  return result + term.slice(copied);
}

export const patternReplace: TokenFilterType = {
  name: 'pattern_replace',
  isDefinedOnly: true,
  normalizes: true,
  make: (settings) => {
    const expression = settings.text('pattern');
    if (expression === undefined)
      throw invalid(`pattern is missing for [${settings.name}] token filter of type 'pattern_replace'`);
    const pattern = javaPattern(expression, settings.text('flags'));
    const names = new Set(Object.keys(pattern.namedGroups()));
    const replacement = new Replacement(settings.text('replacement') ?? '', pattern.groupCount(), names);
    const all = settings.flag('all', true);
    return {
      term: (term) => replaced(term, pattern.matcher(term), replacement, all),
      normalizes: true,
    };
  },
};

/** Where the matches of one pattern stand. */
interface Captures {
  readonly matcher: Matcher;
  readonly groups: number;
  /** -1: find the next match; 0: there are no more. */
  group: number;
}

/** Lucene's PatternCaptureGroupTokenFilter: what groups of patterns have, at the place of the token. */
class CaptureStage extends PassingStage {
  readonly #patterns: readonly RE2JS[];
  readonly #keepsOriginal: boolean;

  constructor(next: TokenStage, patterns: readonly RE2JS[], keepsOriginal: boolean) {
    super(next);
    this.#patterns = patterns;
    this.#keepsOriginal = keepsOriginal;
  }

  token(token: Token): void {
    const { term } = token;
    const captures = this.#patterns.map((pattern): Captures => {
      return { matcher: pattern.matcher(term), groups: pattern.groupCount(), group: -1 };
    });
    let isFirst = true;
    if (this.#keepsOriginal) {
      this.next.token(token.withTerm(term));
      isFirst = false;
    }
    for (let found = this.#first(captures, term); found !== null; found = this.#first(captures, term)) {
      const part = term.slice(found.matcher.start(found.group), found.matcher.end(found.group));
      this.next.token(token.withTerm(part, isFirst ? token.increment : 0));
      isFirst = false;
      found.group++;
    }
    if (isFirst) this.next.token(token);
  }

  /** The capture that begins first of those that are left. */
  #first(all: readonly Captures[], term: string): Captures | null {
    let best: Captures | null = null;
    let lowest = Number.POSITIVE_INFINITY;
    for (const captures of all) {
      this.#advance(captures, term);
      if (captures.group === 0) continue;
      const start = captures.matcher.start(captures.group);
      if (start < lowest) {
        lowest = start;
        best = captures;
      }
    }
    return best;
  }

  #advance(captures: Captures, term: string): void {
    const { matcher, groups } = captures;
    for (;;) {
      if (captures.group === -1) captures.group = matcher.find() ? 1 : 0;
      if (captures.group === 0) return;
      for (; captures.group <= groups; captures.group++) {
        const start = matcher.start(captures.group);
        const end = matcher.end(captures.group);
        const isWhole = this.#keepsOriginal && start === 0 && end === term.length;
        if (start !== end && !isWhole) return;
      }
      captures.group = -1;
    }
  }
}

export const patternCapture: TokenFilterType = {
  name: 'pattern_capture',
  isDefinedOnly: true,
  make: (settings) => {
    if (!settings.has('patterns'))
      throw invalid(`required setting 'patterns' is missing for token filter [${settings.name}]`);
    const patterns = settings.list('patterns').map((expression) => javaPattern(expression));
    const keepsOriginal = settings.flag('preserve_original', true);
    return { open: (next) => new CaptureStage(next, patterns, keepsOriginal) };
  },
};
