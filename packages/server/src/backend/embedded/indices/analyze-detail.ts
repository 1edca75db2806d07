import { isObject, type Json, type JsonMap } from '@sextant/contract';
import {
  type AnalysisCharge,
  type AnalyzedToken,
  type Analyzer,
  type AnalyzerParts,
  analysisSteps,
  analyzerRegistry,
  analyzeTexts,
  type IndexMetadata,
} from '@sextant/engine';
import type { AnalyzeRequest } from './analyze-request.ts';
import type { ChosenAnalyzer } from './chosen-analyzer.ts';

interface Limits {
  /** Throws ApiError where a step gives too many tokens. */
  readonly check: (count: number) => void;
  /** Throws ApiError where all take too much. */
  readonly charge: AnalysisCharge;
}

/** The steps of an analysis, each with the tokens that it gives. */
export class AnalyzeDetail {
  private readonly wanted: AnalyzeRequest;
  private readonly index: IndexMetadata | undefined;
  private readonly limits: Limits;
  private readonly attributes: ReadonlySet<string>;

  constructor(wanted: AnalyzeRequest, index: IndexMetadata | undefined, limits: Limits) {
    this.wanted = wanted;
    this.index = index;
    this.limits = limits;
    this.attributes = new Set(wanted.attributes);
  }

  body({ analyzer, parts, stepGap: gap }: ChosenAnalyzer): JsonMap {
    if (parts !== undefined) return this.steps(parts, gap);
    const { name } = analyzer;
    return { custom_analyzer: false, analyzer: { name, tokens: this.shown(analyzer, gap) } };
  }

  private steps(parts: AnalyzerParts, gap: number): JsonMap {
    const { charFilters, tokenizer, filters } = parts;
    const { charge } = this.limits;
    const registry = analyzerRegistry(this.index?.settings ?? {});
    const whole = registry.assemble(parts, this.index === undefined, charge);
    const step = (upTo: number): Json[] => this.shown(whole.upTo(upTo), gap);
    const filtered = registry.filterChars(charFilters, this.wanted.text, charge);
    return {
      custom_analyzer: true,
      charfilters: charFilters.map((filter, at) => ({
        name: nameOf(filter),
        filtered_text: filtered[at]!,
      })),
      tokenizer: { name: nameOf(tokenizer), tokens: step(0) },
      tokenfilters: filters.map((filter, at) => ({ name: nameOf(filter), tokens: step(at + 1) })),
    };
  }

  private shown(analyzer: Analyzer, gap: number): Json[] {
    const tokens = analyzeTexts(analyzer, this.wanted.text, { gap, ...this.limits });
    const added = analyzer.attributes;
    return tokens.map(({ attributes: own, ...token }): Json => {
      this.limits.charge(analysisSteps(token.token));
      const kept = Object.entries(attributesOf(own, added)).filter(
        ([name]) => this.attributes.size === 0 || this.attributes.has(name.toLowerCase()),
      );
      return { ...token, ...Object.fromEntries(kept) };
    });
  }
}

function attributesOf(token: AnalyzedToken['attributes'], attributes: Analyzer['attributes']): JsonMap {
  const { keyword, payload } = token;
  return {
    bytes: bytesOf(Buffer.from(token.term)),
    ...(attributes?.has('keyword') === true ? { keyword } : {}),
    ...(attributes?.has('payload') === true ? { payload: payload === null ? null : bytesOf(payload) } : {}),
    positionLength: token.positionLength,
    termFrequency: token.termFrequency,
  };
}

const DIGITS = Buffer.from('0123456789abcdef');
const [BLANK, OPEN, CLOSE] = Buffer.from(' []');

/** `[61 62]`; a number below 16 has one digit, as Java prints it. A term may have megabytes. */
function bytesOf(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe(3 * bytes.length + 2);
  let at = 0;
  text[at++] = OPEN!;
  for (const [place, byte] of bytes.entries()) {
    if (place > 0) text[at++] = BLANK!;
    if (byte >= 16) text[at++] = DIGITS[byte >>> 4]!;
    text[at++] = DIGITS[byte & 15]!;
  }
  text[at++] = CLOSE!;
  return text.toString('latin1', 0, at);
}

/** Definitions of a request have no name but their type. */
function nameOf(part: unknown): string {
  return isObject(part) ? `__anonymous__${String(part.type)}` : String(part);
}
