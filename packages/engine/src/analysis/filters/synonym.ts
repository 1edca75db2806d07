import { stepsOf } from '../analysis-meter.ts';
import type { Analyzer } from '../analyzer.ts';
import { ChainAnalyzer } from '../chain-analyzer.ts';
import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { ChainBefore, ComponentContext, TokenFilterType } from '../component-type.ts';
import { longestRule, type SynonymMap, type SynonymRule } from '../synonym-map.ts';
import { CANNOT_READ_RULES, synonymMap } from '../synonym-rules.ts';
import { Token, type TokenStage } from '../token-stream.ts';
import { wordsOf } from '../words/word-list.ts';

const TYPE = 'SYNONYM';

/** What a side of a rule takes beside its text. */
const STEPS_PER_RULE = 16;

/** Keeps as many tokens as the longest rule has words, and looks at each of them first. */
abstract class RuleStage implements TokenStage {
  protected readonly next: TokenStage;
  protected readonly window: Token[] = [];
  readonly #map: SynonymMap;

  constructor(next: TokenStage, map: SynonymMap) {
    this.next = next;
    this.#map = map;
  }

  token(token: Token): void {
    this.window.push(token);
    while (this.window.length >= this.#map.longest) this.#advance();
  }

  end(left: number, endOffset: number): void {
    this.flush();
    this.next.end(left, endOffset);
  }

  protected flush(): void {
    while (this.window.length > 0) this.#advance();
  }

  #advance(): void {
    const found = longestRule(this.#map, this.window, 0);
    const length = found?.length ?? 1;
    this.give(this.window.splice(0, length), found?.rule ?? null);
  }

  /** Tokens that a rule takes together, or one that none begins with. */
  protected abstract give(tokens: readonly Token[], rule: SynonymRule | null): void;
}

/** Outputs that wait for the place that they stand at. */
interface Output {
  readonly term: string;
  /** -1: that of the token at the place. */
  readonly endOffset: number;
  readonly positionLength: number;
}

/** Lucene's SynonymFilter: words of an output stand at the places of the tokens that follow, whatever those are. */
class SynonymStage extends RuleStage {
  /** Of the place that comes next, and of those behind it. */
  readonly #pending: Output[][] = [];
  #last: Token | null = null;

  protected give(tokens: readonly Token[], rule: SynonymRule | null): void {
    const end = tokens.at(-1)!.endOffset;
    for (const words of rule?.outputs ?? []) {
      for (const [i, term] of words.entries()) {
        this.#pending[i] ??= [];
        const isSole = words.length === 1;
        const positionLength = isSole && rule!.keepsInput ? tokens.length : 1;
        this.#pending[i].push({ term, endOffset: isSole ? end : -1, positionLength });
      }
    }
    for (const token of tokens) {
      this.#last = token;
      let increment = 1;
      if (rule === null || rule.keepsInput) {
        this.next.token(token);
        increment = 0;
      }
      this.#outputs(token, increment);
    }
  }

  override end(left: number, endOffset: number): void {
    this.flush();
    // What is left when the tokens are over stands behind them.
    const last = this.#last;
    for (const place of last === null ? [] : this.#pending) {
      for (const [i, { term }] of place.entries()) {
        this.next.token(new Token(term, last!.startOffset, last!.endOffset, TYPE, i === 0 ? 1 : 0));
      }
    }
    super.end(left, endOffset);
  }

  #outputs(token: Token, firstIncrement: number): void {
    let increment = firstIncrement;
    for (const { term, endOffset, positionLength } of this.#pending.shift() ?? []) {
      const end = endOffset < 0 ? token.endOffset : endOffset;
      const synonym = new Token(term, token.startOffset, end, TYPE, increment);
      synonym.positionLength = positionLength;
      this.next.token(synonym);
      increment = 0;
    }
  }
}

/** A token of a graph, between two of its nodes. */
interface Edge {
  readonly token: Token;
  readonly from: number;
  to: number;
}

/** Lucene's SynonymGraphFilter: each output is a path beside the words that it stands for. */
class SynonymGraphStage extends RuleStage {
  #lastNode = -1;
  #nextNode = 0;

  protected give(tokens: readonly Token[], rule: SynonymRule | null): void {
    if (rule !== null) {
      this.#paths(tokens, rule);
      return;
    }
    const [token] = tokens;
    this.#lastNode += token!.increment;
    this.#nextNode = this.#lastNode + token!.positionLength;
    this.next.token(token!);
  }

  #paths(tokens: readonly Token[], { outputs, keepsInput }: SynonymRule): void {
    const start = this.#nextNode;
    const [first] = tokens;
    const last = tokens.at(-1)!;
    const paths: (readonly Token[])[] = outputs.map((words) =>
      words.map((word) => new Token(word, first!.startOffset, last.endOffset, TYPE, 1)),
    );
    // The words themselves come last, so that offsets do not go back.
    if (keepsInput) paths.push(tokens);
    const inner = paths.reduce((sum, path) => sum + path.length - 1, 0);
    const end = start + inner + 1;
    const edges: Edge[] = [];
    let node = start;
    for (const path of paths) {
      edges.push({ token: path[0]!, from: start, to: path.length === 1 ? end : node + 1 });
      node += path.length - 1;
    }
    for (const [i, path] of paths.entries()) {
      let from = edges[i]!.to;
      for (const [at, token] of path.entries()) {
        if (at === 0) continue;
        edges.push({ token, from, to: at === path.length - 1 ? end : from + 1 });
        from++;
      }
    }
    this.#nextNode = end;
    for (const { token, from, to } of edges) {
      token.increment = from - this.#lastNode;
      token.positionLength = to - from;
      this.#lastNode = from;
      this.next.token(token);
    }
  }
}

/** How rules are read: through what stands before the filter in its analyzer. */
function chainBefore({ charFilters, tokenizer, filters }: ChainBefore): Analyzer {
  return new ChainAnalyzer('synonyms', { charFilters, tokenizer, filters });
}

function tokensBy(analyzer: Analyzer): (text: string) => readonly Token[] {
  return (text) => {
    const tokens: Token[] = [];
    analyzer.analyzeTokens(text, { token: (token) => tokens.push(token), end: () => undefined });
    return tokens;
  };
}

/**
 * null where the filter is looked at for itself: its rules are read where it is used. `tokenizer` and `ignore_case` of old indices, and a
 * `synonym_analyzer` that is not there, are taken and not heeded, as in OpenSearch.
 */
function mapOf(settings: ComponentSettings, context: ComponentContext): SynonymMap | null {
  const reader = settings.text('synonym_analyzer');
  const named = reader === undefined ? undefined : context.analyzer(reader);
  const unfit = named === undefined ? context.before?.unfit : null;
  if (typeof unfit === 'string') throw invalid(`Token filter [${unfit}] ${CANNOT_READ_RULES}`);
  const rules = wordsOf(settings, 'synonyms');
  if (rules === undefined)
    throw invalid('synonym requires either `synonyms` or `synonyms_path` to be configured');
  const expand = settings.flag('expand', true);
  const lenient = settings.flag('lenient', false);
  if (context.before === undefined) return null;
  const { charge, filters } = context.before;
  const tokens = tokensBy(named ?? chainBefore(context.before));
  const charged = (text: string): readonly Token[] => {
    charge?.(STEPS_PER_RULE + filters.length + stepsOf(text));
    return tokens(text);
  };
  return synonymMap(rules, { format: settings.text('format'), expand, lenient, tokens: charged, charge });
}

function synonymType(
  name: string,
  stage: new (next: TokenStage, map: SynonymMap) => TokenStage,
): TokenFilterType {
  return {
    name,
    isDefinedOnly: true,
    isUpdatable: (settings) => settings.flag('updateable', false),
    make: (settings, context) => {
      const map = mapOf(settings, context);
      if (map === null || map.root.next.size === 0) return { open: (next) => next };
      return { open: (next) => new stage(next, map) };
    },
  };
}

/** Rules behind it are read as if there were none of its own. */
export const synonym: TokenFilterType = {
  ...synonymType('synonym', SynonymStage),
  forRules: () => 'skipped',
};
export const synonymGraph = synonymType('synonym_graph', SynonymGraphStage);
