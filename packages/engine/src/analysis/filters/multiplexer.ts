import { checkFilterCount, meteredFilters } from '../analysis-meter.ts';
import { invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import {
  isTermFilter,
  type StreamFilter,
  type Token,
  type TokenFilter,
  type TokenStage,
} from '../token-stream.ts';
import { PassingStage } from './passing-stage.ts';

type Chain = readonly TokenFilter[];

interface Passed {
  readonly tokens: readonly Token[];
  /** Increments of what was removed after the last of them. */
  readonly left: number;
}

/** One token through one chain of filters. */
function through(chain: Chain, token: Token): Passed {
  const tokens: Token[] = [];
  let atEnd = 0;
  let first: TokenStage = {
    token: (each) => tokens.push(each),
    end: (left) => {
      atEnd = left;
    },
  };
  for (const filter of chain.toReversed()) {
    if (!isTermFilter(filter)) first = filter.open(first);
    else first = new TermOnlyStage(first, filter);
  }
  first.token(token);
  first.end(0, token.endOffset);
  return { tokens, left: atEnd };
}

class TermOnlyStage extends PassingStage {
  readonly #filter: Extract<TokenFilter, { readonly term: unknown }>;
  #skipped = 0;

  constructor(next: TokenStage, filter: Extract<TokenFilter, { readonly term: unknown }>) {
    super(next);
    this.#filter = filter;
  }

  token(token: Token): void {
    if (!token.keyword || this.#filter.heedsKeywords !== true) {
      const term = this.#filter.term(token.term);
      if (term === null) {
        this.#skipped += token.increment;
        return;
      }
      token.term = term;
    }
    this.next.token(token);
  }

  override end(left: number, endOffset: number): void {
    this.next.end(left + this.#skipped, endOffset);
  }
}

/** What each chain makes of a token, all in its place, each term once in a place. */
class MultiplexStage extends PassingStage {
  readonly #chains: readonly Chain[];
  readonly #seen = new Set<string>();
  /** Of the last token, in the last chain: as Lucene's, that counts as left at the end. */
  #left = 0;

  constructor(next: TokenStage, chains: readonly Chain[]) {
    super(next);
    this.#chains = chains;
  }

  token(token: Token): void {
    const seen = this.#seen;
    let { increment } = token;
    if (increment > 0) seen.clear();
    for (const chain of this.#chains) {
      const { tokens, left } = through(chain, token.withTerm(token.term));
      this.#left = left;
      for (const each of tokens) {
        if (seen.has(each.term)) continue;
        seen.add(each.term);
        each.increment = increment;
        increment = 0;
        this.next.token(each);
      }
    }
  }

  override end(left: number, endOffset: number): void {
    this.next.end(left + this.#left, endOffset);
  }
}

function filterOf(chains: readonly Chain[]): StreamFilter {
  return {
    open: (next) => new MultiplexStage(next, chains),
    metered: (charge) => filterOf(chains.map((chain) => meteredFilters(chain, charge))),
  };
}

export const multiplexer: TokenFilterType = {
  name: 'multiplexer',
  forRules: () => 'unfit',
  make: (settings, context) => {
    const chains: Chain[] = settings.flag('preserve_original', true) ? [[]] : [];
    let weight = 0;
    for (const names of settings.list('filters')) {
      const parts = names.split(',').map((name) => name.trim());
      chains.push(
        parts.map((name) => {
          const filter = context.filter(name);
          if (filter !== undefined) {
            weight += 1 + (isTermFilter(filter) ? 0 : (filter.weight ?? 0));
            if (!context.hasToOpen) checkFilterCount(weight);
            return filter;
          }
          throw invalid(`Multiplexing filter [${settings.name}] refers to undefined tokenfilter [${name}]`);
        }),
      );
    }
    const adds = [...new Set(chains.flat().flatMap((filter) => filter.adds ?? []))];
    return { ...filterOf(chains), adds, weight };
  },
};
