import { ApiError } from '@sextant/contract';
import { checkFilterCount } from './analysis-meter.ts';
import type { Analyzer } from './analyzer.ts';
import { analyzerTypes } from './analyzer-types.ts';
import { ChainAnalyzer } from './chain-analyzer.ts';
import { charFilterTypes } from './char-filter-types.ts';
import { ComponentSettings, invalid, type Parameters } from './component-settings.ts';
import type { ChainBefore, ComponentContext, ComponentType, TokenFilterType } from './component-type.ts';
import type { Definitions, FlatSettings } from './definitions.ts';
import { RuleChain } from './rule-chain.ts';
import { CANNOT_READ_RULES, SYNONYMS_FAILED } from './synonym-rules.ts';
import { tokenFilterTypes } from './token-filter-types.ts';
import type { CharFilter, TokenFilter, Tokenizer } from './token-stream.ts';
import { tokenizerTypes } from './tokenizer-types.ts';
import { keywordTokenizer } from './tokenizers/characters.ts';

/** What is defined, by its kind, with the types that it may be of. */
const kinds = { char_filter: charFilterTypes, tokenizer: tokenizerTypes, filter: tokenFilterTypes };

type Kind = keyof typeof kinds;

const NONE: Parameters = {};

/** What a component without a name is called, before its type. */
const ANONYMOUS = '__anonymous__';

/** Analyzers that may be part of each other. */
const PARTS_MAX = 100;

/** What an analyzer is put together from: names, or definitions of a request. */
export interface AnalyzerParts {
  readonly charFilters: readonly unknown[];
  readonly tokenizer: unknown;
  readonly filters: readonly unknown[];
}

/** Where a component of a request stands. */
interface GivenIn {
  readonly before?: ChainBefore;
  /** Of no index. */
  readonly isGlobal: boolean;
}

/** Makes the components of one index from its settings, of the built-in types. */
export class ComponentBuilder {
  readonly definitions: Definitions;
  readonly #settings: FlatSettings;
  readonly #readsRulesByAll: boolean;
  /** Names of analyzers, each a part of the one before. */
  readonly #inMaking = new Set<string>();
  readonly #filtersInMaking = new Set<string>();
  /** Those that are parts of others. */
  readonly #parts = new Map<string, Analyzer>();

  /** `readsRulesByAll`: the rules of synonyms are read by each filter before them, whatever its type says. */
  constructor(definitions: Definitions, settings: FlatSettings, readsRulesByAll = false) {
    this.definitions = definitions;
    this.#settings = settings;
    this.#readsRulesByAll = readsRulesByAll;
  }

  /** Makes all that is defined, also what nothing uses. Throws ApiError where something is not sound. */
  checkAll(): void {
    for (const name of this.definitions.char_filter.keys()) this.charFilter(name);
    for (const name of this.definitions.tokenizer.keys()) this.tokenizer(name);
    for (const name of this.definitions.filter.keys()) this.#checkFilter(name);
  }

  /** Synonyms are read where an analyzer has them. */
  #checkFilter(name: string): void {
    try {
      this.filter(name);
    } catch (error) {
      if (!isIncomplete(error)) throw error;
    }
  }

  charFilter(name: string): CharFilter | undefined {
    return this.#named('char_filter', charFilterTypes, name, this.context());
  }

  tokenizer(name: string): Tokenizer | undefined {
    return this.#named('tokenizer', tokenizerTypes, name, this.context());
  }

  /** Also undefined for one that is being made, of which it would be a part. */
  filter(name: string, before?: ChainBefore): TokenFilter | undefined {
    if (this.#filtersInMaking.has(name)) return undefined;
    this.#filtersInMaking.add(name);
    try {
      return this.#named('filter', tokenFilterTypes, name, this.context(before));
    } finally {
      this.#filtersInMaking.delete(name);
    }
  }

  builtInAnalyzer(type: string, name: string, parameters: Parameters = NONE): Analyzer | undefined {
    return analyzerTypes.get(type)?.make(new ComponentSettings(name, parameters), this.context());
  }

  context(before?: ChainBefore): ComponentContext {
    return {
      limit: (setting, otherwise) => Number(this.#settings[setting] ?? otherwise),
      filter: (name) => this.filter(name, before),
      tokenizer: (name) => this.tokenizer(name),
      analyzer: (name) => this.#otherAnalyzer(name),
      hasToOpen: this.#readsRulesByAll,
      before,
    };
  }

  #otherAnalyzer(name: string): Analyzer | undefined {
    const parameters = this.definitions.analyzer.get(name);
    if (parameters === undefined) return this.builtInAnalyzer(name, name);
    if (this.#inMaking.has(name)) return undefined;
    if (this.#inMaking.size > PARTS_MAX) throw invalid(`analyzers in more than [${PARTS_MAX}] others`);
    const made = this.#parts.get(name) ?? this.analyzer(name, parameters);
    this.#parts.set(name, made);
    return made;
  }

  analyzer(name: string, parameters: Parameters): Analyzer {
    this.#inMaking.add(name);
    try {
      return this.#make(name, parameters);
    } finally {
      this.#inMaking.delete(name);
    }
  }

  #make(name: string, parameters: Parameters): Analyzer {
    const { type } = parameters;
    if (type !== undefined && type !== 'custom') {
      const builtIn = this.builtInAnalyzer(String(type), name, parameters);
      if (builtIn !== undefined) return builtIn;
      throw invalid(`Unknown analyzer type [${String(type)}] for [${name}]`);
    }
    const settings = new ComponentSettings(name, parameters);
    const tokenizerName = settings.text('tokenizer');
    if (tokenizerName === undefined) {
      throw invalid(
        type === undefined
          ? `analyzer [${name}] must specify either an analyzer type, or a tokenizer`
          : `Custom Analyzer [${name}] must be configured with a tokenizer`,
      );
    }
    const tokenizer = this.tokenizer(tokenizerName) ?? missing('Analyzer', name, 'tokenizer', tokenizerName);
    const charFilters = settings
      .list('char_filter')
      .map((each) => this.charFilter(each) ?? missing('Analyzer', name, 'char_filter', each));
    const filters: TokenFilter[] = [];
    // One that is there already has to open.
    if (!this.#readsRulesByAll) checkFilterCount(charFilters.length + settings.list('filter').length);
    const rules = new RuleChain(charFilters, tokenizer);
    for (const each of settings.list('filter')) {
      const filter = this.filter(each, rules.before) ?? missing('Analyzer', name, 'filter', each);
      filters.push(filter);
      this.addTo(rules, filter, each);
    }
    const searchOnly = settings.list('filter').some((each) => this.#isUpdatable(each));
    const gap = settings.integer('position_increment_gap', -1);
    const own = gap < 0 ? {} : { positionIncrementGap: gap };
    return new ChainAnalyzer(name, { charFilters, tokenizer, filters, searchOnly, ...own });
  }

  normalizer(name: string, parameters: Parameters): Analyzer {
    const type = parameters.type ?? 'custom';
    if (type !== 'custom') throw invalid(`Unknown normalizer type [${String(type)}] for [${name}]`);
    const settings = new ComponentSettings(name, parameters);
    if (settings.has('tokenizer')) throw invalid(`Custom normalizer [${name}] cannot configure a tokenizer`);
    const charFilters = settings.list('char_filter').map((each) => {
      const filter = this.charFilter(each) ?? missing('normalizer', name, 'char_filter', each);
      if (charFilterTypes.get(this.#typeOf('char_filter', each))?.normalizes === true) return filter;
      throw invalid(`Custom normalizer [${name}] may not use char filter [${each}]`);
    });
    const filters = settings.list('filter').map((each) => {
      const filter = this.filter(each) ?? missing('Analyzer', name, 'filter', each);
      if (tokenFilterTypes.get(this.#typeOf('filter', each))?.normalizes === true) return filter;
      throw invalid(`Custom normalizer [${name}] may not use filter [${each}]`);
    });
    return new ChainAnalyzer(name, { charFilters, tokenizer: keywordTokenizer, filters });
  }

  /** Of what a custom analyzer or a normalizer is put together; undefined for any other. */
  partsOf(kind: 'analyzer' | 'normalizer', name: string): AnalyzerParts | undefined {
    const defined = this.definitions[kind].get(name);
    const isOfRow = kind === 'normalizer' && name === 'lowercase' && defined === undefined;
    const settings = new ComponentSettings(name, defined ?? (isOfRow ? { filter: ['lowercase'] } : NONE));
    const tokenizer = kind === 'normalizer' ? 'keyword' : settings.text('tokenizer');
    const type = settings.text('type') ?? 'custom';
    if (tokenizer === undefined || type !== 'custom') return undefined;
    return { charFilters: settings.list('char_filter'), tokenizer, filters: settings.list('filter') };
  }

  /** A component of an `_analyze` request: a name, or a definition of its own. */
  given<T>(
    kind: Kind,
    types: ReadonlyMap<string, ComponentType<T>>,
    wanted: unknown,
    { before, isGlobal }: GivenIn,
  ): T {
    const context = { ...this.context(before), hasToOpen: false };
    const scope = isGlobal ? `global ${kind}` : kind;
    if (typeof wanted !== 'object' || wanted === null) {
      const name = String(wanted);
      return this.#named(kind, types, name, context, true) ?? notFound(scope, name);
    }
    const parameters = wanted as Parameters;
    const { type } = parameters;
    const settings = new ComponentSettings(`${ANONYMOUS}${String(type)}`, parameters);
    if (type === undefined)
      throw invalid(`Missing [type] setting for anonymous ${kind}: ${settings.toString()}`);
    const known = types.get(String(type));
    return known === undefined ? notFound(`global ${kind}`, String(type)) : known.make(settings, context);
  }

  #named<T>(
    kind: Kind,
    types: ReadonlyMap<string, ComponentType<T>>,
    name: string,
    context: ComponentContext,
    asked = false,
  ): T | undefined {
    const defined = this.definitions[kind].get(name);
    if (defined === undefined) {
      const type = types.get(name);
      if (type?.isDefinedOnly === true) {
        if (asked) throw invalid("Analysis settings required - can't instantiate analysis factory");
        return undefined;
      }
      if (type?.preset !== undefined) return type.preset(context);
      return type?.make(new ComponentSettings(name, NONE), context);
    }
    if (defined.type === undefined)
      throw invalid(`${kind} [${name}] must specify either an analyzer type, or a tokenizer`);
    const type = types.get(String(defined.type));
    if (type === undefined) throw invalid(`Unknown ${kind} type [${String(defined.type)}] for [${name}]`);
    return type.make(new ComponentSettings(name, defined), context);
  }

  /** `given`: the name or the definition that the filter was made of. */
  addTo(rules: RuleChain, filter: TokenFilter, given: unknown): void {
    const isNamed = typeof given !== 'object' || given === null;
    const parameters = isNamed ? (this.definitions.filter.get(String(given)) ?? NONE) : (given as Parameters);
    const type = String(parameters.type ?? given);
    const name = isNamed ? String(given) : `${ANONYMOUS}${type}`;
    const forRules = this.#readsRulesByAll ? undefined : tokenFilterTypes.get(type)?.forRules;
    rules.add(filter, name, forRules?.(new ComponentSettings(name, parameters)));
  }

  #typeOf(kind: Kind, name: string): string {
    return String(this.definitions[kind].get(name)?.type ?? name);
  }

  #isUpdatable(filter: string): boolean {
    const defined = this.definitions.filter.get(filter);
    if (defined === undefined) return false;
    const type: TokenFilterType | undefined = tokenFilterTypes.get(String(defined.type));
    return type?.isUpdatable?.(new ComponentSettings(filter, defined)) === true;
  }
}

function missing(what: 'Analyzer' | 'normalizer', owner: string, kind: Kind, name: string): never {
  throw invalid(`Custom ${what} [${owner}] failed to find ${kind} under name [${name}]`);
}

function notFound(what: string, name: string): never {
  throw invalid(`failed to find ${what} under [${name}]`);
}

/** Whether an analyzer could not be put together, which is told of all of them at once. */
export function isIncomplete(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { reason } = error.error;
  return (
    reason.startsWith('Custom Analyzer') || reason === SYNONYMS_FAILED || reason.endsWith(CANNOT_READ_RULES)
  );
}
