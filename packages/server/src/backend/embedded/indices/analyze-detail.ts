import { isObject, type Json, type JsonMap } from '@sextant/contract';
import { type AnalyzedToken, analyzerRegistry, analyzeTexts, type IndexMetadata } from '@sextant/engine';
import type { AnalyzeRequest } from './analyze-request.ts';
import type { AnalyzerParts, ChosenAnalyzer } from './chosen-analyzer.ts';

/** Filters and analyzers that leave words marked as keywords alone, and so show whether a word is one. */
const markKeywords = new Set(['porter_stem', 'english', '__anonymous__porter_stem']);

/** The steps of an analysis, each with the tokens that it gives. */
export class AnalyzeDetail {
  private readonly wanted: AnalyzeRequest;
  private readonly settings: IndexMetadata['settings'];
  private readonly gap: number;
  /** Throws ApiError where a step gives too many tokens. */
  private readonly check: (tokens: readonly AnalyzedToken[]) => void;

  constructor(
    wanted: AnalyzeRequest,
    settings: IndexMetadata['settings'],
    gap: number,
    check: (tokens: readonly AnalyzedToken[]) => void,
  ) {
    this.wanted = wanted;
    this.settings = settings;
    this.gap = gap;
    this.check = check;
  }

  body({ analyzer, parts }: ChosenAnalyzer): JsonMap {
    if (parts !== undefined) return this.steps(parts);
    const tokens = analyzeTexts(analyzer, this.wanted.text, this.gap);
    const { name } = analyzer;
    return {
      custom_analyzer: false,
      analyzer: { name, tokens: this.shown(tokens, markKeywords.has(name)) },
    };
  }

  private steps({ tokenizer, filters }: AnalyzerParts): JsonMap {
    const tokenfilters = filters.map((filter, at): JsonMap => {
      const applied = filters.slice(0, at + 1);
      const marked = applied.some((each) => markKeywords.has(nameOf(each)));
      return { name: nameOf(filter), tokens: this.step(tokenizer, applied, marked) };
    });
    return {
      custom_analyzer: true,
      charfilters: [],
      tokenizer: { name: nameOf(tokenizer), tokens: this.step(tokenizer, [], false) },
      tokenfilters,
    };
  }

  private step(tokenizer: unknown, filters: readonly unknown[], marked: boolean): Json[] {
    const analyzer = analyzerRegistry(this.settings).assemble(tokenizer, filters);
    return this.shown(analyzeTexts(analyzer, this.wanted.text, this.gap), marked);
  }

  private shown(tokens: readonly AnalyzedToken[], marked: boolean): Json[] {
    this.check(tokens);
    const { attributes } = this.wanted;
    return tokens.map((token) => {
      const more = Object.entries({
        bytes: `[${Buffer.from(token.token)
          .toString('hex')
          .replace(/..(?!$)/g, '$& ')}]`,
        ...(marked ? { keyword: false } : {}),
        positionLength: 1,
        termFrequency: 1,
      });
      const kept = more.filter(
        ([name]) => attributes.length === 0 || attributes.includes(name.toLowerCase()),
      );
      return { ...token, ...Object.fromEntries(kept) };
    });
  }
}

/** Definitions of a request have no name but their type. */
function nameOf(part: unknown): string {
  return isObject(part) ? `__anonymous__${String(part.type)}` : String(part);
}
