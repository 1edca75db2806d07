import { isObject, type Json, type JsonMap } from '@sextant/contract';
import {
  type AnalyzedToken,
  type Analyzer,
  type AnalyzerParts,
  analyzerRegistry,
  analyzeTexts,
  type IndexMetadata,
} from '@sextant/engine';
import type { AnalyzeRequest } from './analyze-request.ts';
import type { ChosenAnalyzer } from './chosen-analyzer.ts';

/** The steps of an analysis, each with the tokens that it gives. */
export class AnalyzeDetail {
  private readonly wanted: AnalyzeRequest;
  private readonly index: IndexMetadata | undefined;
  /** Throws ApiError where a step gives too many tokens. */
  private readonly check: (count: number) => void;

  constructor(wanted: AnalyzeRequest, index: IndexMetadata | undefined, check: (count: number) => void) {
    this.wanted = wanted;
    this.index = index;
    this.check = check;
  }

  body({ analyzer, parts, stepGap: gap }: ChosenAnalyzer): JsonMap {
    if (parts !== undefined) return this.steps(parts, gap);
    const { name } = analyzer;
    return { custom_analyzer: false, analyzer: { name, tokens: this.shown(analyzer, gap) } };
  }

  private steps({ charFilters, tokenizer, filters }: AnalyzerParts, gap: number): JsonMap {
    const registry = analyzerRegistry(this.index?.settings ?? {});
    const step = (upTo: number): Json[] => {
      const parts = { charFilters, tokenizer, filters: filters.slice(0, upTo) };
      return this.shown(registry.assemble(parts, this.index === undefined), gap);
    };
    return {
      custom_analyzer: true,
      charfilters: charFilters.map((filter, at) => ({
        name: nameOf(filter),
        filtered_text: this.wanted.text.map((text) =>
          registry.filterChars(charFilters.slice(0, at + 1), text),
        ),
      })),
      tokenizer: { name: nameOf(tokenizer), tokens: step(0) },
      tokenfilters: filters.map((filter, at) => ({ name: nameOf(filter), tokens: step(at + 1) })),
    };
  }

  private shown(analyzer: Analyzer, gap: number): Json[] {
    const tokens = analyzeTexts(analyzer, this.wanted.text, { gap, check: this.check });
    const { attributes } = this.wanted;
    return tokens.map(({ attributes: own, ...token }): Json => {
      const kept = Object.entries(attributesOf(own, analyzer)).filter(
        ([name]) => attributes.length === 0 || attributes.includes(name.toLowerCase()),
      );
      return { ...token, ...Object.fromEntries(kept) };
    });
  }
}

function attributesOf(token: AnalyzedToken['attributes'], { attributes }: Analyzer): JsonMap {
  const { keyword, payload } = token;
  return {
    bytes: bytesOf(Buffer.from(token.term)),
    ...(attributes?.has('keyword') === true ? { keyword } : {}),
    ...(attributes?.has('payload') === true ? { payload: payload === null ? null : bytesOf(payload) } : {}),
    positionLength: token.positionLength,
    termFrequency: token.termFrequency,
  };
}

/** `[61 62]`; a number below 16 has one digit, as Java prints it. */
function bytesOf(bytes: Uint8Array): string {
  return `[${Array.from(bytes, (byte) => byte.toString(16)).join(' ')}]`;
}

/** Definitions of a request have no name but their type. */
function nameOf(part: unknown): string {
  return isObject(part) ? `__anonymous__${String(part.type)}` : String(part);
}
