import type { RE2JS } from 're2js';
import { invalid } from '../component-settings.ts';
import type { TokenizerType } from '../component-type.ts';
import { javaPattern, lucenePattern } from '../java-pattern.ts';
import type { TermSink, Tokenizer } from '../token-stream.ts';

/** What stands between the matches; `long`: between those that have a character. */
function between(text: string, pattern: RE2JS, sink: TermSink, long = false): void {
  const matcher = pattern.matcher(text);
  let from = 0;
  const cut = (to: number): void => {
    if (to > from) sink.term(text.slice(from, to), from, to, 'word', 1);
  };
  while (matcher.find()) {
    if (long && matcher.end() === matcher.start()) continue;
    cut(matcher.start());
    from = matcher.end();
  }
  cut(text.length);
}

/** What a group of each match has. */
function matches(text: string, pattern: RE2JS, group: number, sink: TermSink): void {
  const matcher = pattern.matcher(text);
  while (matcher.find()) {
    const start = matcher.start(group);
    const end = matcher.end(group);
    if (end > start) sink.term(text.slice(start, end), start, end, 'word', 1);
  }
}

/** Lucene's PatternTokenizer: group -1 splits at what matches. */
function patternTokenizer(pattern: RE2JS, group: number): Tokenizer {
  return (text, sink) => {
    if (group < 0) between(text, pattern, sink);
    else matches(text, pattern, group, sink);
    return 0;
  };
}

export const pattern: TokenizerType = {
  name: 'pattern',
  make: (settings) => {
    const compiled = javaPattern(settings.text('pattern') ?? '\\W+', settings.text('flags'));
    const group = settings.integer('group', -1);
    if (group > compiled.groupCount())
      throw invalid(`invalid group specified: pattern only has: ${compiled.groupCount()} capturing groups`);
    return patternTokenizer(compiled, group);
  },
};

export const simplePattern: TokenizerType = {
  name: 'simple_pattern',
  make: (settings) => {
    const compiled = lucenePattern(settings.text('pattern') ?? '');
    return patternTokenizer(compiled, 0);
  },
};

export const simplePatternSplit: TokenizerType = {
  name: 'simple_pattern_split',
  make: (settings) => {
    const compiled = lucenePattern(settings.text('pattern') ?? '');
    return (text, sink) => {
      between(text, compiled, sink, true);
      return 0;
    };
  },
};
