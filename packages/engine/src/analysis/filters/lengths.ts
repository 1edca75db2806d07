import { invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import type { Token, TokenStage } from '../token-stream.ts';
import { PassingStage } from './passing-stage.ts';

const INT_MAX = 0x7fffffff;

export const length: TokenFilterType = {
  name: 'length',
  make: (settings) => {
    const min = settings.integer('min', 0);
    const max = settings.integer('max', INT_MAX);
    if (min < 0) throw invalid('minimum length must be greater than or equal to zero');
    if (min > max) throw invalid('maximum length must not be greater than minimum length');
    return { term: (term) => (term.length >= min && term.length <= max ? term : null) };
  },
};

export const truncate: TokenFilterType = {
  name: 'truncate',
  preset: () => ({ term: (term) => term.slice(0, 10), heedsKeywords: true, adds: ['keyword'] }),
  make: (settings) => {
    const size = settings.integer('length', -1);
    if (size <= 0) throw invalid('length parameter must be provided');
    return { term: (term) => term.slice(0, size), heedsKeywords: true, adds: ['keyword'] };
  },
};

/** Lets the first tokens through; unless all are consumed, the text ends with the last one of them. */
class LimitStage extends PassingStage {
  readonly #consumesAll: boolean;
  #left: number;
  #end = 0;

  constructor(next: TokenStage, most: number, consumesAll: boolean) {
    super(next);
    this.#left = most;
    this.#consumesAll = consumesAll;
  }

  token(token: Token): void {
    if (this.#left === 0) return;
    this.#left--;
    this.#end = token.endOffset;
    this.next.token(token);
  }

  override end(left: number, endOffset: number): void {
    if (this.#left > 0 || this.#consumesAll) super.end(left, endOffset);
    else super.end(0, this.#end);
  }
}

export const limit: TokenFilterType = {
  name: 'limit',
  make: (settings) => {
    const most = settings.integer('max_token_count', 1);
    const consumesAll = settings.flag('consume_all_tokens', false);
    if (most < 1) throw invalid('maxTokenCount must be greater than zero');
    return { open: (next) => new LimitStage(next, most, consumesAll) };
  },
};
