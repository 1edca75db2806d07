import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, tokenOf, toText } from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import type { Suggester, SuggestTexts } from './suggester.ts';
import { suggesterTypeOf } from './suggester-types.ts';

/** One suggestion, by the name that the request gives it. */
export interface NamedSuggestion extends SuggestTexts {
  readonly name: string;
  readonly suggester: Suggester;
}

/** `suggest` of a search, read and checked. */
export interface SuggestRequest {
  /** For suggestions that have no text of their own. */
  readonly text: string | null;
  /** Ascending by name, as answers have them. */
  readonly suggestions: readonly NamedSuggestion[];
}

/** Throws ApiError. */
export function parseSuggest(body: JsonObject): SuggestRequest {
  let text: string | null = null;
  const suggestions: NamedSuggestion[] = [];
  for (const [name, value] of membersOf(body)) {
    if (isObject(value)) suggestions.push(parseSuggestion(name, value));
    else if (Array.isArray(value) || value === null) {
      throw parsingError(`unexpected token [${tokenOf(value)}] after [${name}]`);
    } else if (name === 'text') text = toText(value);
    else throw apiError('illegal_argument_exception', `[suggest] does not support [${name}]`);
  }
  suggestions.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { text, suggestions };
}

function parseSuggestion(name: string, body: JsonObject): NamedSuggestion {
  const texts: { -readonly [key in keyof SuggestTexts]: SuggestTexts[key] } = {
    text: null,
    prefix: null,
    regex: null,
  };
  let suggester: Suggester | null = null;
  for (const [key, value] of membersOf(body)) {
    if (isObject(value)) {
      const type = suggesterTypeOf(key);
      if (type === undefined) throw apiError('named_object_not_found_exception', `unknown field [${key}]`);
      suggester = type.parse(value);
      continue;
    }
    // A list stands for the last of its texts.
    for (const each of [value].flat()) {
      if (each === null) continue;
      if (typeof each === 'object' || !Object.hasOwn(texts, key)) {
        throw parsingError(`suggestion does not support [${key}]`);
      }
      texts[key as keyof SuggestTexts] = toText(each);
    }
  }
  if (suggester === null) throw apiError('parse_exception', 'missing suggestion object');
  return { name, ...texts, suggester };
}
