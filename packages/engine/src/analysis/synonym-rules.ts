import { ApiError } from '@sextant/contract';
import type { Charge } from './analysis-meter.ts';
import { invalid } from './component-settings.ts';
import { SynonymMap } from './synonym-map.ts';
import type { Token } from './token-stream.ts';

/** How rules are read. */
export interface RuleOptions {
  readonly format: string | undefined;
  /** Each word of a list stands for all of them; else the first stands for all. */
  readonly expand: boolean;
  /** Rules that cannot be read are left out. */
  readonly lenient: boolean;
  /** The tokens that the chain before the filter makes of a side of a rule. */
  readonly tokens: (text: string) => readonly Token[];
  readonly charge?: Charge | undefined;
}

/** Nothing that people write comes near. */
export const SYNONYMS_FAILED = 'Failed to build synonyms';
/** The end of what is said of a filter that no rules can be read by. */
export const CANNOT_READ_RULES = 'cannot be used to parse synonyms';

const OUTPUTS_MAX = 1_000_000;

/** Rules in Solr's format or in WordNet's. Throws ApiError. */
export function synonymMap(rules: readonly string[], options: RuleOptions): SynonymMap {
  const reader = new RuleReader(options);
  const isWordNet = options.format?.toLowerCase() === 'wordnet';
  if (isWordNet) reader.readWordNet(rules);
  else for (const [i, rule] of rules.entries()) reader.read(rule, i + 1);
  return reader.map.end();
}

class RuleReader {
  readonly map = new SynonymMap();
  readonly #options: RuleOptions;
  #outputs = 0;

  constructor(options: RuleOptions) {
    this.#options = options;
  }

  /** `a, b => c` or `a, b, c`. */
  read(rule: string, line: number): void {
    if (rule === '' || rule.startsWith('#')) return;
    this.#guarded(line, () => {
      const sides = splitAt(rule, '=>');
      if (sides.length > 2) throw invalid('more than one explicit mapping specified on the same line');
      const inputs = splitAt(sides[0]!, ',').flatMap((part) => this.#words(part));
      if (sides.length < 2) {
        this.#group(inputs);
        return;
      }
      const outputs = splitAt(sides[1]!, ',').flatMap((part) => this.#words(part));
      for (const input of inputs) for (const output of outputs) this.#add(input, output, false);
    });
  }

  /** Lines such as `s(100000001,1,'woods',n,1,0).`: words of one number mean the same. */
  readWordNet(rules: readonly string[]): void {
    let last = '';
    let group: string[][] = [];
    for (const [i, rule] of rules.entries()) {
      this.#guarded(i + 1, () => {
        if (rule.length < 11) throw invalid(`begin 2, end 11, length ${rule.length}`);
        const number = rule.slice(2, 11);
        if (number !== last) {
          this.#group(group);
          group = [];
          last = number;
        }
        const start = rule.indexOf("'") + 1;
        const end = rule.lastIndexOf("'");
        if (end < start) throw invalid(`begin ${start}, end ${end}, length ${rule.length}`);
        group.push(...this.#words(rule.slice(start, end).replaceAll("''", "'")));
      });
    }
    this.#group(group);
  }

  #group(words: readonly (readonly string[])[]): void {
    const { expand } = this.#options;
    for (const [i, input] of words.entries()) {
      if (!expand) this.#add(input, words[0]!, false);
      else for (const [j, output] of words.entries()) if (i !== j) this.#add(input, output, true);
    }
  }

  #add(input: readonly string[], output: readonly string[], keepsInput: boolean): void {
    if (++this.#outputs > OUTPUTS_MAX) throw invalid(`synonym rules have more than [${OUTPUTS_MAX}] outputs`);
    this.#options.charge?.(1);
    this.map.add(input, output, keepsInput);
  }

  #guarded(line: number, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = `Invalid synonym rule at line ${line}`;
      throw new ApiError({
        type: 'illegal_argument_exception',
        reason: SYNONYMS_FAILED,
        causedBy: { type: 'parse_exception', reason, causedBy: error.error },
      });
    }
  }

  /** The words of a part of a rule; none where a lenient reader leaves it out. */
  #words(part: string): string[][] {
    const text = unescaped(part).trim();
    try {
      return [this.#analyzed(text)];
    } catch (error) {
      if (!(error instanceof ApiError) || !this.#options.lenient) throw error;
      return [];
    }
  }

  #analyzed(text: string): string[] {
    const words = this.#options.tokens(text).map(({ term, increment }) => {
      if (term === '') throw invalid(`term: ${text} analyzed to a zero-length token`);
      if (increment !== 1) {
        const what = `term: ${text} analyzed to a token (${term}) with position increment != 1`;
        throw invalid(`${what} (got: ${increment})`);
      }
      return term;
    });
    if (words.length === 0) throw invalid(`term: ${text} was completely eliminated by analyzer`);
    return words;
  }
}

/** The parts between separators that no backslash stands before; one at the end begins nothing. */
function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith(separator, at)) {
      parts.push(part);
      part = '';
      at += separator.length;
    } else {
      const size = text[at] === '\\' && at + 1 < text.length ? 2 : 1;
      part += text.slice(at, at + size);
      at += size;
    }
  }
  if (part !== '') parts.push(part);
  return parts;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, '$1');
}
