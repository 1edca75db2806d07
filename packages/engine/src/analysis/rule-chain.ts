import type { Charge } from './analysis-meter.ts';
import type { ChainBefore, RuleReading } from './component-type.ts';
import type { CharFilter, TokenFilter, Tokenizer } from './token-stream.ts';

/** Gathers what stands before each filter of an analyzer that is made. */
export class RuleChain {
  readonly #charFilters: readonly CharFilter[];
  readonly #tokenizer: Tokenizer;
  readonly #charge: Charge | undefined;
  readonly #filters: TokenFilter[] = [];
  #unfit: string | null = null;

  /** `charge` is told what reading of rules takes. */
  constructor(charFilters: readonly CharFilter[], tokenizer: Tokenizer, charge?: Charge) {
    this.#charFilters = charFilters;
    this.#tokenizer = tokenizer;
    this.#charge = charge;
  }

  /** What stands before the filter that is made next. Few filters ask for those before them: none is copied for the others. */
  get before(): ChainBefore {
    const all = this.#filters;
    const { length } = all;
    return {
      charFilters: this.#charFilters,
      tokenizer: this.#tokenizer,
      get filters() {
        return all.slice(0, length);
      },
      unfit: this.#unfit,
      charge: this.#charge,
    };
  }

  /** `reading`: as its type has it. */
  add(filter: TokenFilter, name: string, reading: RuleReading | undefined): void {
    if (reading === 'unfit') this.#unfit ??= name;
    else if (reading !== 'skipped') this.#filters.push(reading ?? filter);
  }
}
