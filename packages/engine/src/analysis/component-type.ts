import type { Charge } from './analysis-meter.ts';
import type { Analyzer } from './analyzer.ts';
import type { ComponentSettings } from './component-settings.ts';
import type { CharFilter, TokenFilter, Tokenizer } from './token-stream.ts';

/** What a component may ask of the index that it is made for. */
export interface ComponentContext {
  /** A limit of the index, such as `index.max_ngram_diff`. */
  limit(setting: string, otherwise: number): number;
  /** Other components by name; undefined where there are none. */
  filter(name: string): TokenFilter | undefined;
  tokenizer(name: string): Tokenizer | undefined;
  /** Also undefined for one that is being made, of which the component is a part. */
  analyzer(name: string): Analyzer | undefined;
  /** It is that of an index which is there already, and has to open: limits that came later are not asked. */
  readonly hasToOpen: boolean;
  /** What stands before this filter in the analyzer that is made; none where it is looked at for itself. */
  readonly before: ChainBefore | undefined;
}

/** What the rules of synonyms are read by. */
export interface ChainBefore {
  readonly charFilters: readonly CharFilter[];
  readonly tokenizer: Tokenizer;
  readonly filters: readonly TokenFilter[];
  /** The name of the first filter that no rule can be read by; null where there is none. */
  readonly unfit: string | null;
  /** Told what reading them takes. */
  readonly charge: Charge | undefined;
}

/** What reads the rules of synonyms in place of a filter: nothing, so that it is skipped; another one; or no rules can be read behind it. */
export type RuleReading = 'skipped' | 'unfit' | TokenFilter;

/** One kind of component: its name, and how it is made. One such object, and a line in the table of its kind, add one. */
export interface ComponentType<T> {
  readonly name: string;
  /** Throws ApiError where the parameters are not sound. */
  readonly make: (settings: ComponentSettings, context: ComponentContext) => T;
  /** Cannot be used by its name alone: has to be defined. */
  readonly isDefinedOnly?: boolean;
  /** As it is by its name alone, where that is not what `make` gives without parameters. */
  readonly preset?: (context: ComponentContext) => T;
}

export type CharFilterType = ComponentType<CharFilter> & {
  /** A custom normalizer may use it. */
  readonly normalizes?: boolean;
};

export type TokenizerType = ComponentType<Tokenizer>;

export type TokenFilterType = ComponentType<TokenFilter> & {
  /** A custom normalizer may use it. */
  readonly normalizes?: boolean;
  /** Makes the analyzers that use it ones for searches alone. */
  readonly isUpdatable?: (settings: ComponentSettings) => boolean;
  /** undefined, or absent: the filter itself reads the rules of synonyms that stand behind it. */
  readonly forRules?: (settings: ComponentSettings) => RuleReading | undefined;
};

export type AnalyzerType = ComponentType<Analyzer>;
