import type { Charge } from './analysis-meter.ts';
import type { Analyzer, TokenSink } from './analyzer.ts';
import { edgesOf } from './filters/grams.ts';
import { SinkStage } from './sink-stage.ts';
import type { StreamFilter, TokenStage } from './token-stream.ts';

/** The beginnings of another analyzer's tokens, of `min` to `max` characters, each in the place of its token. */
export class PrefixAnalyzer implements Analyzer {
  readonly name: string;
  readonly #base: Analyzer;
  readonly #sizes: readonly [min: number, max: number];
  readonly #edges: StreamFilter;

  constructor(base: Analyzer, min: number, max: number) {
    this.name = base.name;
    this.#base = base;
    this.#sizes = [min, max];
    this.#edges = edgesOf({ min, max });
  }

  get positionIncrementGap(): number | undefined {
    return this.#base.positionIncrementGap;
  }

  metered(charge: Charge): PrefixAnalyzer {
    return new PrefixAnalyzer(this.#base.metered?.(charge) ?? this.#base, ...this.#sizes);
  }

  analyze(text: string, sink: TokenSink): number {
    const stage = new SinkStage(sink);
    this.analyzeTokens(text, stage);
    return stage.left;
  }

  analyzeTokens(text: string, stage: TokenStage): void {
    this.#base.analyzeTokens(text, this.#edges.open(stage));
  }

  normalize(text: string): string {
    return this.#base.normalize(text);
  }
}
