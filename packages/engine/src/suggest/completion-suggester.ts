import { apiError, dictionary, type JsonMap } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import { completionForms } from '../mapping/completion/completion-forms.ts';
import { hashMapOrder } from '../mapping/java-text.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { utf8 } from '../query/query-tokens.ts';
import { literalStart, RegexpAutomaton } from '../query/regexp/automaton.ts';
import { parseRegexp } from '../query/regexp/parse.ts';
import { checkRegexpLength } from '../query/types/regexp.ts';
import { askedContexts } from './completion-contexts.ts';
import { type CompletionRequest, parseCompletion } from './completion-request.ts';
import {
  bestDocuments,
  type CompletionQuery,
  type FoundCompletion,
  matchingEntries,
  utf8Numbers,
} from './completion-search.ts';
import { compareWords } from './dictionary.ts';
import { PrefixEdits } from './prefix-edits.ts';
import {
  type SuggestEntry,
  type Suggester,
  type SuggesterType,
  type SuggestField,
  type SuggestOption,
  type SuggestShard,
  type SuggestTexts,
  shardSizeOf,
  suggestField,
} from './suggester.ts';

/** What goes on as a text begins, from a field that was made for it. */
export const completionSuggester: SuggesterType = {
  name: 'completion',
  parse: (body) => new CompletionSuggester(parseCompletion(body)),
};

class CompletionSuggester implements Suggester {
  readonly type = completionSuggester.name;
  readonly size: number;
  readonly #request: CompletionRequest;

  constructor(request: CompletionRequest) {
    this.size = request.size;
    this.#request = request;
  }

  bind(shard: SuggestShard, texts: SuggestTexts & { readonly text: string }): () => Steps<SuggestEntry[]> {
    const found = suggestField(shard, this.#request);
    const query = bindCompletion(this.#request, shard, found, texts);
    return () => this.#find(shard, found.field, query, texts.text);
  }

  *#find(
    shard: SuggestShard,
    field: MappedField,
    query: CompletionQuery,
    text: string,
  ): Steps<SuggestEntry[]> {
    const { skipDuplicates } = this.#request;
    const count = shardSizeOf(this.#request);
    const options: SuggestOption[] = [];
    for (const [number, segment] of shard.searcher.segments.entries()) {
      const terms = segment.terms(field.name);
      if (terms === null || query.prefixes.length === 0) continue;
      const entries = matchingEntries(terms, query, shard);
      for (const found of bestDocuments(segment, terms, entries, { count, skipDuplicates })) {
        options.push(optionOf(found, number, field));
      }
      if (shard.budget.sliceOver) yield;
    }
    const sorted = options.sort((a, b) => this.compare(a, b) || docOrder(a, b));
    const kept = skipDuplicates ? distinct(sorted) : sorted;
    return [{ text, offset: 0, length: text.length, options: kept.slice(0, this.size) }];
  }

  merge(known: SuggestOption, other: SuggestOption): SuggestOption | null {
    if (!this.#request.skipDuplicates) return null;
    return this.compare(known, other) <= 0 ? known : other;
  }

  compare(a: SuggestOption, b: SuggestOption): number {
    return b.score - a.score || compareWords(a.text, b.text);
  }
}

function docOrder(a: SuggestOption, b: SuggestOption): number {
  return a.at!.segment - b.at!.segment || a.at!.doc - b.at!.doc;
}

function distinct(options: readonly SuggestOption[]): SuggestOption[] {
  const texts = new Set<string>();
  return options.filter(({ text }) => {
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}

function optionOf(
  { text, score, doc, contexts }: FoundCompletion,
  segment: number,
  field: MappedField,
): SuggestOption {
  const option = { text, score, at: { segment, doc } };
  const mapped = field.completion!.contexts;
  if (mapped.length === 0) return option;
  const json: Record<string, string[]> = dictionary();
  for (const name of hashMapOrder(mapped.map((context) => context.name))) {
    const number = mapped.findIndex((context) => context.name === name);
    const values = contexts.flatMap(([context, value]) => (context === number ? [value] : []));
    // Sets of Java's are not in the order of what was put in.
    if (values.length > 0) json[name] = hashMapOrder([...new Set(values)]);
  }
  return { ...option, contexts: json as JsonMap };
}

/** Throws ApiError for what does not fit the field. */
function bindCompletion(
  request: CompletionRequest,
  { mapping, budget }: SuggestShard,
  { field, analyzer }: SuggestField,
  { prefix, regex, text }: SuggestTexts & { readonly text: string },
): CompletionQuery {
  const { completion } = field;
  if (completion === undefined) {
    throw apiError('illegal_argument_exception', `Field [${field.name}] is not a completion suggest field`);
  }
  if (completion.contexts.length === 0 && request.contexts !== null) {
    throw apiError('illegal_argument_exception', `suggester [${field.name}] doesn't expect any context`);
  }
  const contexts =
    completion.contexts.length === 0 ? null : askedContexts(completion.contexts, request.contexts ?? {});
  if (prefix === null && regex !== null) {
    checkRegexpLength(regex, { mapping });
    parseRegexp(regex, request.regexFlags, false);
    const expression = parseRegexp(`(${regex}).*`, request.regexFlags, false);
    const automaton = new RegexpAutomaton(expression, request.maxDeterminizedStates);
    const boostOf = (form: Uint8Array): number => (automaton.matches(form, 0, form.length) ? 0 : -1);
    return { prefixes: [utf8(literalStart(expression))], boostOf, contexts };
  }
  // Of nothing but removed words nothing goes on.
  const texts = completionForms(analyzer, prefix ?? text, completion).filter((form) => form !== '');
  const forms = texts.map(utf8);
  const { fuzzy } = request;
  if (fuzzy === null) return { prefixes: forms, boostOf: null, contexts };
  const edits = forms.map((form) => new PrefixEdits(utf8Numbers(form, fuzzy.unicode), fuzzy));
  const boostOf = (form: Uint8Array): number => {
    budget.charge(1 + (form.length >>> 3));
    const numbers = utf8Numbers(form, fuzzy.unicode);
    return Math.max(-1, ...edits.map((each) => each.common(numbers)));
  };
  const sure = forms.map((form) => beginningOf(form, fuzzy.prefixLength, fuzzy.unicode));
  return { prefixes: sure, boostOf, contexts };
}

/** The first characters, in UTF-8. */
function beginningOf(form: Uint8Array, length: number, asCodePoints: boolean): Uint8Array {
  if (!asCodePoints) return form.slice(0, length);
  return utf8(Array.from(Buffer.from(form).toString('utf8')).slice(0, length).join(''));
}
