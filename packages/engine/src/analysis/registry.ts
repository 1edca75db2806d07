import { ApiError, apiError, type ErrorCause, type JsonMap } from '@sextant/contract';
import { type Charge, checkFilterCount, stepsAdded, stepsOf } from './analysis-meter.ts';
import type { Analyzer } from './analyzer.ts';
import { ChainAnalyzer } from './chain-analyzer.ts';
import { charFilterTypes } from './char-filter-types.ts';
import { type AnalyzerParts, ComponentBuilder, isIncomplete } from './component-builder.ts';
import { type Definitions, definitionsOf, type FlatSettings } from './definitions.ts';
import { RuleChain } from './rule-chain.ts';
import { tokenFilterTypes } from './token-filter-types.ts';
import type { TokenFilter } from './token-stream.ts';
import { tokenizerTypes } from './tokenizer-types.ts';

export type { AnalyzerParts } from './component-builder.ts';
export type { FlatSettings } from './definitions.ts';

/** The analyzers and normalizers of one index: the built-in ones and those of its settings. */
export interface AnalyzerRegistry {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Analyzer | undefined;
  /** An analyzer put together in an `_analyze` request, of an index or of none. Throws ApiError. */
  assemble(parts: AnalyzerParts, isGlobal: boolean, charge?: Charge): ChainAnalyzer;
  /** What each of some texts is after each of the char filters. Throws ApiError. */
  filterChars(charFilters: readonly unknown[], texts: readonly string[], charge: Charge): string[][];
  /** Of what a named analyzer or normalizer is put together; undefined for a built-in one. */
  partsOf(kind: 'analyzer' | 'normalizer', name: string): AnalyzerParts | undefined;
}

/** As it stands in an answer. */
function causeOf({ type, reason, causedBy }: ErrorCause): JsonMap {
  return { type, reason, ...(causedBy === undefined ? {} : { caused_by: causeOf(causedBy) }) };
}

/** OpenSearch builds all custom analyzers and reports those that failed together, the causes as `suppressed`. */
function buildFailure(failures: ReadonlyMap<string, ErrorCause>): ApiError {
  const suppressed = [...failures].map(([name, cause]) => ({
    type: cause.type,
    reason: `[${name}] ${cause.reason}`,
    caused_by: causeOf(cause),
  }));
  const names = [...failures.keys()].join(', ');
  const type = 'illegal_argument_exception';
  const reason = `Failed to build analyzers: [${names}]`;
  return new ApiError({ type, reason, details: { suppressed }, rootCause: [{ type, reason }] });
}

/** Types that OpenSearch makes after it has read all parameters. */
const madeLate: ReadonlySet<unknown> = new Set(['standard', 'snowball']);

function buildAnalyzers(builder: ComponentBuilder): Map<string, Analyzer> {
  const analyzers = new Map<string, Analyzer>();
  const failures = new Map<string, ErrorCause>();
  for (const [name, parameters] of builder.definitions.analyzer) {
    if (name.startsWith('_')) {
      throw apiError('illegal_argument_exception', `analyzer name must not start with '_'. got "${name}"`);
    }
    try {
      analyzers.set(name, builder.analyzer(name, parameters));
    } catch (error) {
      const isLate = madeLate.has(parameters.type) && error instanceof ApiError;
      if (!isLate && !isIncomplete(error)) throw error;
      failures.set(name, error.error);
    }
  }
  if (failures.size > 0) throw buildFailure(failures);
  return analyzers;
}

class SettingsRegistry implements AnalyzerRegistry {
  /** Why no new index may have such analyzers. */
  readonly refusal: ApiError | undefined;
  readonly #builder: ComponentBuilder;
  readonly #analyzers: Map<string, Analyzer>;
  readonly #normalizers = new Map<string, Analyzer>();

  /** `refusal`: what is told of them; the rules of synonyms are read by what they were read by before that was told. */
  constructor(definitions: Definitions, settings: FlatSettings, refusal?: ApiError) {
    this.refusal = refusal;
    this.#builder = new ComponentBuilder(definitions, settings, refusal !== undefined);
    this.#builder.checkAll();
    this.#analyzers = buildAnalyzers(this.#builder);
    for (const [name, parameters] of definitions.normalizer)
      this.#normalizers.set(name, this.#builder.normalizer(name, parameters));
  }

  analyzer(name: string): Analyzer | undefined {
    let found = this.#analyzers.get(name);
    if (found === undefined) {
      found = this.#builder.builtInAnalyzer(name === 'default' ? 'standard' : name, name);
      if (found !== undefined) this.#analyzers.set(name, found);
    }
    return found;
  }

  normalizer(name: string): Analyzer | undefined {
    let found = this.#normalizers.get(name);
    if (found === undefined && name === 'lowercase') {
      found = this.#builder.normalizer(name, { filter: ['lowercase'] });
      this.#normalizers.set(name, found);
    }
    return found;
  }

  assemble(
    { charFilters, tokenizer, filters }: AnalyzerParts,
    isGlobal: boolean,
    charge?: Charge,
  ): ChainAnalyzer {
    checkFilterCount(charFilters.length + filters.length);
    const builder = this.#builder;
    const chars = charFilters.map((each) =>
      builder.given('char_filter', charFilterTypes, each, { isGlobal }),
    );
    const cut = builder.given('tokenizer', tokenizerTypes, tokenizer, { isGlobal });
    const chain: TokenFilter[] = [];
    const rules = new RuleChain(chars, cut, charge);
    for (const each of filters) {
      const { before } = rules;
      const filter = builder.given('filter', tokenFilterTypes, each, { before, isGlobal });
      chain.push(filter);
      builder.addTo(rules, filter, each);
    }
    return new ChainAnalyzer('__custom__', { charFilters: chars, tokenizer: cut, filters: chain });
  }

  filterChars(charFilters: readonly unknown[], texts: readonly string[], charge: Charge): string[][] {
    let filtered = texts;
    return charFilters.map((each) => {
      const filter = this.#builder.given('char_filter', charFilterTypes, each, { isGlobal: false });
      const next = filtered.map((text) => {
        charge(stepsOf(text));
        const next = filter.filter(text).text;
        charge(stepsAdded(text, next));
        return next;
      });
      filtered = next;
      return next;
    });
  }

  partsOf(kind: 'analyzer' | 'normalizer', name: string): AnalyzerParts | undefined {
    return this.#builder.partsOf(kind, name);
  }
}

const registries = new WeakMap<FlatSettings, SettingsRegistry>();
/** By what settings say of analysis: thousands of indices say the same. */
const shared = new Map<string, WeakRef<SettingsRegistry>>();
const ended = new FinalizationRegistry<string>((said) => {
  if (shared.get(said)?.deref() === undefined) shared.delete(said);
});
/** Longer ones, with lists of words, are hardly those of many indices. */
const SHARED_MAX = 16 * 1024;

/**
 * One for all settings that say the same of analysis. Throws ApiError where they name something unknown or are not sound.
 * Rules of synonyms that are refused today may stand in an index that is there already, which has to open.
 */
export function analyzerRegistry(settings: FlatSettings): AnalyzerRegistry {
  return settingsRegistry(settings);
}

/** Throws ApiError where an index may not get such analyzers; `before`: the settings that it has, whose faults may stay. */
export function checkAnalyzers(settings: FlatSettings, before?: FlatSettings): void {
  const { refusal } = settingsRegistry(settings);
  if (refusal === undefined) return;
  if (before === undefined || settingsRegistry(before).refusal === undefined) throw refusal;
}

function settingsRegistry(settings: FlatSettings): SettingsRegistry {
  let registry = registries.get(settings);
  if (registry === undefined) {
    registry = registryOf(settings);
    registries.set(settings, registry);
  }
  return registry;
}

/** What components ask of their index: see `ComponentContext.limit`. */
const limits: ReadonlySet<string> = new Set(['index.max_ngram_diff', 'index.max_shingle_diff']);

function isOfAnalysis(name: string): boolean {
  return name.startsWith('index.analysis.') || limits.has(name);
}

function registryOf(settings: FlatSettings): SettingsRegistry {
  const said = JSON.stringify(Object.entries(settings).filter(([name]) => isOfAnalysis(name)));
  const known = shared.get(said)?.deref();
  if (known !== undefined) return known;
  const registry = madeOf(settings);
  if (said.length <= SHARED_MAX) {
    shared.set(said, new WeakRef(registry));
    ended.register(registry, said);
  }
  return registry;
}

function madeOf(settings: FlatSettings): SettingsRegistry {
  const definitions = definitionsOf(settings);
  try {
    return new SettingsRegistry(definitions, settings);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    try {
      return new SettingsRegistry(definitions, settings, error);
    } catch {
      throw error;
    }
  }
}
