import { ApiError, apiError, dictionary, type ErrorCause } from '@sextant/contract';
import type { Analyzer } from './analyzer.ts';
import { ChainAnalyzer } from './chain-analyzer.ts';
import { keywordTokenizer, letterTokenizer } from './character-tokenizers.ts';
import {
  filterTypes,
  listOf,
  maker,
  normalizerFilters,
  type Parameters,
  possessiveFilter,
  stopFilter,
  stopWordsOf,
  type TokenizerParts,
  tokenizerTypes,
} from './components.ts';
import { lowercase } from './lowercase.ts';
import { porterStem } from './porter-stemmer.ts';
import { StandardAnalyzer } from './standard-analyzer.ts';
import { MAX_TOKEN_LENGTH, standardTokens } from './standard-tokenizer.ts';
import { englishStopWords } from './stop-words.ts';
import type { TokenFilter } from './token-stream.ts';

/** Flat settings of an index with full names, as IndexMetadata keeps them. */
export type FlatSettings = Readonly<Record<string, string | readonly string[]>>;

/** The analyzers and normalizers of one index: the built-in ones and those of its settings. */
export interface AnalyzerRegistry {
  analyzer(name: string): Analyzer | undefined;
  normalizer(name: string): Analyzer | undefined;
  /** An analyzer put together in an `_analyze` request: names or definitions. */
  assemble(tokenizer: unknown, filters: readonly unknown[]): Analyzer;
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Analyzers by type: the built-in ones, made with the parameters of the settings where given. */
const analyzerTypes: Readonly<Record<string, (name: string, parameters: Parameters) => Analyzer>> = {
  standard: (name, parameters) => {
    const limit = Number(parameters.max_token_length ?? MAX_TOKEN_LENGTH);
    const words = stopWordsOf(parameters, NO_WORDS);
    if (words.size === 0 && limit === MAX_TOKEN_LENGTH) return new StandardAnalyzer(name);
    return new ChainAnalyzer(name, (text, sink) => standardTokens(text, sink, limit), [
      lowercase,
      stopFilter(words),
    ]);
  },
  simple: (name) => new ChainAnalyzer(name, letterTokenizer, [lowercase]),
  whitespace: (name, parameters) => {
    const { tokenizer } = tokenizerTypes.whitespace!(parameters);
    return new ChainAnalyzer(name, tokenizer, []);
  },
  keyword: (name) => new ChainAnalyzer(name, keywordTokenizer, []),
  stop: (name, parameters) =>
    new ChainAnalyzer(name, letterTokenizer, [
      lowercase,
      stopFilter(stopWordsOf(parameters, englishStopWords)),
    ]),
  english: (name, parameters) => {
    const { tokenizer } = tokenizerTypes.standard!({});
    const stop = stopFilter(stopWordsOf(parameters, englishStopWords));
    return new ChainAnalyzer(name, tokenizer, [possessiveFilter, lowercase, stop, porterStem]);
  },
};

function builtInAnalyzer(type: string, name: string, parameters: Parameters): Analyzer | undefined {
  return Object.hasOwn(analyzerTypes, type) ? analyzerTypes[type]!(name, parameters) : undefined;
}

interface Definitions {
  readonly analyzer: Map<string, Parameters>;
  readonly tokenizer: Map<string, Parameters>;
  readonly filter: Map<string, Parameters>;
  readonly normalizer: Map<string, Parameters>;
}

const ANALYSIS_KEY = /^index\.analysis\.(analyzer|tokenizer|filter|char_filter|normalizer)\.([^.]+)\.(.+)$/;

/**
 * `index.analysis.analyzer.x.type: custom` → analyzer x with type custom; `filter.0`, `filter.1` become a
 * list.
 */
function definitionsOf(settings: FlatSettings): Definitions {
  const groups = { analyzer: new Map(), tokenizer: new Map(), filter: new Map(), normalizer: new Map() };
  const all: Record<string, Map<string, Record<string, unknown>>> = groups;
  for (const [key, value] of Object.entries(settings)) {
    const match = ANALYSIS_KEY.exec(key);
    if (match === null) continue;
    const [, group, name, parameter] = match;
    const entries = all[group!];
    if (entries === undefined) {
      if (parameter !== 'type') continue;
      throw apiError('illegal_argument_exception', `Unknown ${group} type [${String(value)}] for [${name}]`);
    }
    if (!entries.has(name!)) entries.set(name!, dictionary());
    const parameters = entries.get(name!)!;
    const item = /^(.+)\.\d+$/.exec(parameter!);
    if (item === null) parameters[parameter!] = value;
    else parameters[item[1]!] = [...listOf(parameters[item[1]!]), String(value)];
  }
  return groups;
}

class Builder {
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    for (const [name, parameters] of definitions.tokenizer)
      this.#check('tokenizer', tokenizerTypes, name, parameters);
    for (const [name, parameters] of definitions.filter) this.#check('filter', filterTypes, name, parameters);
  }

  /** A named tokenizer, or undefined. A definition without a type has its name as type. */
  tokenizer(name: string): TokenizerParts | undefined {
    const defined = this.#definitions.tokenizer.get(name);
    return maker(tokenizerTypes, String(defined?.type ?? name))?.(defined ?? {});
  }

  filter(name: string): TokenFilter | undefined {
    const defined = this.#definitions.filter.get(name);
    return maker(filterTypes, String(defined?.type ?? name))?.(defined ?? {});
  }

  filterType(name: string): string {
    return String(this.#definitions.filter.get(name)?.type ?? name);
  }

  analyzer(name: string, parameters: Parameters): Analyzer {
    const type = parameters.type;
    if (type !== undefined && type !== 'custom') {
      const builtIn = builtInAnalyzer(String(type), name, parameters);
      if (builtIn !== undefined) return builtIn;
      throw apiError('illegal_argument_exception', `Unknown analyzer type [${String(type)}] for [${name}]`);
    }
    return this.#customAnalyzer(name, parameters);
  }

  normalizer(name: string, parameters: Parameters): Analyzer {
    const type = parameters.type ?? 'custom';
    if (type !== 'custom') {
      throw apiError('illegal_argument_exception', `Unknown normalizer type [${String(type)}] for [${name}]`);
    }
    refuseCharFilters(name, parameters);
    const filters = listOf(parameters.filter).map((filterName) => {
      const filter = this.filter(filterName);
      if (filter === undefined) throw missing(name, 'filter', filterName);
      if (normalizerFilters.has(this.filterType(filterName))) return filter;
      throw apiError(
        'illegal_argument_exception',
        `Custom normalizer [${name}] may not use filter [${filterName}]`,
      );
    });
    return new ChainAnalyzer(name, keywordTokenizer, filters);
  }

  #customAnalyzer(name: string, parameters: Parameters): Analyzer {
    const tokenizerName = parameters.tokenizer;
    if (tokenizerName === undefined) {
      const reason =
        parameters.type === undefined
          ? `analyzer [${name}] must specify either an analyzer type, or a tokenizer`
          : `Custom Analyzer [${name}] must be configured with a tokenizer`;
      throw apiError('illegal_argument_exception', reason);
    }
    const parts = this.tokenizer(String(tokenizerName));
    if (parts === undefined) throw missing(name, 'tokenizer', String(tokenizerName));
    refuseCharFilters(name, parameters);
    const filters = listOf(parameters.filter).map((filterName) => {
      const filter = this.filter(filterName);
      if (filter === undefined) throw missing(name, 'filter', filterName);
      return filter;
    });
    return new ChainAnalyzer(name, parts.tokenizer, [...parts.filters, ...filters]);
  }

  #check(kind: string, types: Readonly<Record<string, unknown>>, name: string, parameters: Parameters): void {
    const type = parameters.type;
    if (type === undefined || Object.hasOwn(types, String(type))) return;
    throw apiError('illegal_argument_exception', `Unknown ${kind} type [${String(type)}] for [${name}]`);
  }
}

function missing(analyzer: string, kind: string, name: string): ApiError {
  return apiError(
    'illegal_argument_exception',
    `Custom Analyzer [${analyzer}] failed to find ${kind} under name [${name}]`,
  );
}

function refuseCharFilters(name: string, parameters: Parameters): void {
  const [first] = listOf(parameters.char_filter);
  if (first !== undefined) throw missing(name, 'char_filter', first);
}

/**
 * OpenSearch builds all custom analyzers and reports those that failed together, the causes as `suppressed`.
 */
function buildFailure(failures: ReadonlyMap<string, ErrorCause>): ApiError {
  const suppressed = [...failures].map(([name, cause]) => ({
    type: cause.type,
    reason: `[${name}] ${cause.reason}`,
    caused_by: { type: cause.type, reason: cause.reason },
  }));
  const names = [...failures.keys()].join(', ');
  return apiError('illegal_argument_exception', `Failed to build analyzers: [${names}]`, { suppressed });
}

function buildAnalyzers(builder: Builder, definitions: Definitions): Map<string, Analyzer> {
  const analyzers = new Map<string, Analyzer>();
  const failures = new Map<string, ErrorCause>();
  for (const [name, parameters] of definitions.analyzer) {
    if (name.startsWith('_')) {
      throw apiError('illegal_argument_exception', `analyzer name must not start with '_'. got "${name}"`);
    }
    try {
      analyzers.set(name, builder.analyzer(name, parameters));
    } catch (error) {
      const isCustom = error instanceof ApiError && error.error.reason.startsWith('Custom Analyzer');
      if (!isCustom) throw error;
      failures.set(name, error.error);
    }
  }
  if (failures.size > 0) throw buildFailure(failures);
  return analyzers;
}

function assemble(builder: Builder, tokenizer: unknown, filters: readonly unknown[]): Analyzer {
  const parts = component('tokenizer', tokenizer, tokenizerTypes, (name) => builder.tokenizer(name));
  const chain = filters.map((filter) =>
    component('filter', filter, filterTypes, (name) => builder.filter(name)),
  );
  return new ChainAnalyzer('__custom__', parts.tokenizer, [...parts.filters, ...chain]);
}

function component<T>(
  kind: string,
  wanted: unknown,
  types: Readonly<Record<string, (parameters: Parameters) => T>>,
  byName: (name: string) => T | undefined,
): T {
  if (typeof wanted === 'object' && wanted !== null) {
    const parameters = wanted as Parameters;
    const type = parameters.type;
    if (type === undefined)
      throw apiError('illegal_argument_exception', `Missing [type] setting for anonymous ${kind}: {}`);
    const make = maker(types, String(type));
    if (make !== undefined) return make(parameters);
    throw apiError('illegal_argument_exception', `failed to find global ${kind} under [${String(type)}]`);
  }
  const found = byName(String(wanted));
  if (found !== undefined) return found;
  throw apiError('illegal_argument_exception', `failed to find global ${kind} under [${String(wanted)}]`);
}

const registries = new WeakMap<FlatSettings, AnalyzerRegistry>();

/** Kept per settings object. Throws illegal_argument_exception where the settings name something unknown. */
export function analyzerRegistry(settings: FlatSettings): AnalyzerRegistry {
  const known = registries.get(settings);
  if (known !== undefined) return known;
  const definitions = definitionsOf(settings);
  const builder = new Builder(definitions);
  const analyzers = buildAnalyzers(builder, definitions);
  const normalizers = new Map<string, Analyzer>();
  for (const [name, parameters] of definitions.normalizer)
    normalizers.set(name, builder.normalizer(name, parameters));
  const registry: AnalyzerRegistry = {
    analyzer(name) {
      let found = analyzers.get(name);
      if (found === undefined) {
        found = builtInAnalyzer(name === 'default' ? 'standard' : name, name, {});
        if (found !== undefined) analyzers.set(name, found);
      }
      return found;
    },
    normalizer(name) {
      let found = normalizers.get(name);
      if (found === undefined && name === 'lowercase') {
        found = new ChainAnalyzer(name, keywordTokenizer, [lowercase]);
        normalizers.set(name, found);
      }
      return found;
    },
    assemble: (tokenizer, filters) => assemble(builder, tokenizer, filters),
  };
  registries.set(settings, registry);
  return registry;
}
