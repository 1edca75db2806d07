import type { ChainBefore, RuleReading } from './component-type.ts';
import type { CharFilter, TokenFilter, Tokenizer } from './token-stream.ts';

/** Gathers what stands before each filter of an analyzer that is made. */
export class RuleChain {
  readonly #charFilters: readonly CharFilter[];
  readonly #tokenizer: Tokenizer;
  readonly #filters: TokenFilter[] = [];
  #unfit: string | null = null;

  constructor(charFilters: readonly CharFilter[], tokenizer: Tokenizer) {
    this.#charFilters = charFilters;
    this.#tokenizer = tokenizer;
  }

  /** What stands before the filter that is made next. */
  get before(): ChainBefore {
    return {
      charFilters: this.#charFilters,
      tokenizer: this.#tokenizer,
      filters: [...this.#filters],
      unfit: this.#unfit,
    };
  }

  /** `reading`: as its type has it. */
  add(filter: TokenFilter, name: string, reading: RuleReading | undefined): void {
    if (reading === 'unfit') this.#unfit ??= name;
    else if (reading !== 'skipped') this.#filters.push(reading ?? filter);
  }
}
