import { apiError } from '@sextant/contract';
import {
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  toBoolean,
  toFloat,
  toInt,
  toText,
  toTextList,
} from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { type Likes, readLikes } from '../more-like-this/like-item.ts';
import { moreLikeThisWeight } from '../more-like-this/more-like-this-weight.ts';
import type { TermLimits } from '../more-like-this/term-choice.ts';
import type { MoreLikeThisNode } from '../nodes/more-like-this.ts';
import type { QueryType } from '../query-type.ts';

/** Documents that have the terms that texts or other documents are told by. */
export const moreLikeThis: QueryType<MoreLikeThisNode> = {
  name: 'more_like_this',
  ofField: false,
  parse: parseMoreLikeThis,
  weight: moreLikeThisWeight,
};

const noLikes: Likes = Object.freeze({ texts: [], items: [] });

/** What is a list or an object; nothing else may be one. */
const holdsMore: ReadonlySet<string> = new Set(['fields', 'like', 'unlike', 'stop_words']);

type Draft = { -readonly [key in keyof MoreLikeThisNode]: MoreLikeThisNode[key] };

const defaultLimits: TermLimits = Object.freeze({
  minTermFreq: 2,
  maxQueryTerms: 25,
  minDocFreq: 5,
  maxDocFreq: 0x7fffffff,
  minWordLength: 0,
  maxWordLength: 0,
  stopWords: new Set<string>(),
});

function readersOf(draft: Draft): Readonly<Record<string, (value: unknown) => void>> {
  const set = (part: Partial<Draft>): void => void Object.assign(draft, part);
  const limit = (part: Partial<TermLimits>): void => set({ limits: { ...draft.limits, ...part } });
  return {
    fields: (value) => set({ fields: Object.freeze(listOf('fields', value)) }),
    like: (value) => set({ like: readLikes('like', value) }),
    unlike: (value) => set({ unlike: readLikes('unlike', value) }),
    max_query_terms: (value) => limit({ maxQueryTerms: mostTerms(toInt(value)) }),
    min_term_freq: (value) => limit({ minTermFreq: toInt(value) }),
    min_doc_freq: (value) => limit({ minDocFreq: toInt(value) }),
    max_doc_freq: (value) => limit({ maxDocFreq: toInt(value) }),
    min_word_length: (value) => limit({ minWordLength: toInt(value) }),
    max_word_length: (value) => limit({ maxWordLength: toInt(value) }),
    stop_words: (value) => limit({ stopWords: new Set(listOf('stop_words', value)) }),
    analyzer: (value) => set({ analyzer: toText(value) }),
    minimum_should_match: (value) => set({ minimumShouldMatch: toText(value) }),
    boost_terms: (value) => set({ boostTerms: toFloat(value) }),
    include: (value) => set({ include: toBoolean(value) }),
    fail_on_unsupported_field: (value) => set({ failsOnUnsupported: toBoolean(value) }),
    boost: (value) => set({ boost: requireBoost(value) }),
  };
}

function listOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return toTextList(value);
  throw notSupported('mlt', name);
}

function mostTerms(count: number): number {
  if (count > 0) return count;
  throw apiError('illegal_argument_exception', "requires 'maxQueryTerms' to be greater than 0");
}

/** `{"more_like_this":{"fields":["title"],"like":["a text",{"_id":"1"}],"min_term_freq":1,…}}` */
function parseMoreLikeThis(body: JsonObject): MoreLikeThisNode {
  const draft: Draft = {
    kind: 'more_like_this',
    fields: null,
    like: noLikes,
    unlike: noLikes,
    limits: defaultLimits,
    analyzer: null,
    minimumShouldMatch: '30%',
    boostTerms: 0,
    include: false,
    failsOnUnsupported: true,
    boost: 1,
  };
  const readers = readersOf(draft);
  for (const [name, value] of membersOf(body)) {
    if (value === null) continue;
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined || (typeof value === 'object' && !holdsMore.has(name))) {
      throw notSupported('mlt', name);
    }
    read(value);
  }
  if (draft.like.texts.length + draft.like.items.length === 0) {
    throw parsingError("more_like_this requires 'like' to be specified");
  }
  if (draft.fields?.length === 0) throw parsingError("more_like_this requires 'fields' to be non-empty");
  return Object.freeze(draft);
}
