import type { WorkBudget } from '../budget/work-budget.ts';
import { javaTrim } from '../mapping/java-text.ts';
import { encoderOf, type TextEncoder } from './encoders.ts';
import type { HighlightOptions } from './highlight-request.ts';
import { BestPassages, type Passage, passageScore } from './passage.ts';
import { type PassageBreaks, sentencePassages, ValuePassages, wordPassages } from './passage-breaks.ts';
import { wordEnd } from './word-breaks.ts';
import type { WordOffset } from './word-offsets.ts';

/** Of a field that is one word as it is, a value is never cut. */
export interface UnifiedText {
  readonly values: readonly string[];
  readonly isTokenized: boolean;
}

/** Stands between two values. */
const SEPARATOR = '\0';
const PARAGRAPH_SEPARATOR = 0x2029;

/** So many words that a passage matches, as a power of two, are counted in a step. */
const MATCHES_PER_STEP = 5;

/** The best passages with what is marked in them; empty where there are none. As OpenSearch's unified highlighter. */
export function unifiedFragments(
  text: UnifiedText,
  offsets: readonly WordOffset[],
  options: HighlightOptions,
  budget: WorkBudget,
): string[] {
  const content = text.values.join(SEPARATOR);
  const most = options.numberOfFragments === 0 ? Number.MAX_SAFE_INTEGER : options.numberOfFragments;
  let passages = bestPassages(content, offsets, breaksOf(text, options), most, budget);
  if (passages.length === 0) passages = beginning(content, options.noMatchSize);
  const encode = encoderOf(options.encoder);
  const snippets = passages
    .map((passage) => ({ text: marked(passage, content, options, encode), score: passage.score }))
    .filter((snippet) => snippet.text !== '');
  if (options.order === 'score') snippets.sort((a, b) => b.score - a.score);
  return snippets.map((snippet) => snippet.text);
}

function breaksOf({ values, isTokenized }: UnifiedText, options: HighlightOptions): PassageBreaks {
  if (options.numberOfFragments === 0 || !isTokenized) return new ValuePassages(values, null);
  const isWord = options.boundaryScanner === 'word';
  return new ValuePassages(values, isWord ? wordPassages : sentencePassages(options.fragmentSize));
}

function bestPassages(
  content: string,
  offsets: readonly WordOffset[],
  breaks: PassageBreaks,
  most: number,
  budget: WorkBudget,
): Passage[] {
  const best = new BestPassages(most);
  let matches = 0;
  let current: { start: number; end: number; matches: WordOffset[] } | null = null;
  const add = (): void => {
    budget.charge(1 + (matches >>> MATCHES_PER_STEP));
    matches = 0;
    if (current !== null) best.add({ ...current, score: passageScore(current, content.length) });
  };
  if (offsets.length > 0) budget.charge(content.length >>> 5);
  for (const offset of offsets) {
    if (current === null || offset.start >= current.end) {
      add();
      current = { ...breaks.around(offset.start), matches: [] };
    }
    current.matches.push(offset);
    matches += offset.words.length;
  }
  add();
  return best.inOrder();
}

/** What is shown where nothing is marked: the first words of the first value that has any. */
function beginning(content: string, size: number): Passage[] {
  if (size <= 0) return [];
  let start = 0;
  while (start < content.length && content[start] === SEPARATOR) start++;
  if (start === content.length) return [];
  const separator = content.indexOf(SEPARATOR, start);
  let end = separator < 0 ? content.length : separator;
  if (start + size < end) end = firstBreakAfter(content, start + size);
  return [{ start, end, matches: [], score: Number.NaN }];
}

function firstBreakAfter(content: string, place: number): number {
  let at = 0;
  while (at <= place) at = wordEnd(content, at);
  return at;
}

function marked(
  { start, end, matches }: Passage,
  content: string,
  { preTag, postTag }: HighlightOptions,
  encode: TextEncoder,
): string {
  let snippet = '';
  let at = start;
  for (let i = 0; i < matches.length; i++) {
    const from = matches[i]!.start;
    // Words that overlap are marked as one, which ends with the last of them, though an earlier one be longer.
    while (i + 1 < matches.length && matches[i + 1]!.start < matches[i]!.end) i++;
    const to = Math.min(matches[i]!.end, end);
    if (from > at) snippet += encode(content.slice(at, from));
    if (to > at) {
      snippet += preTag + encode(content.slice(Math.max(at, from), to)) + postTag;
      at = to;
    }
  }
  snippet += encode(content.slice(at, end));
  const last = snippet.charCodeAt(snippet.length - 1);
  return javaTrim(last === 0 || last === PARAGRAPH_SEPARATOR ? snippet.slice(0, -1) : snippet);
}
