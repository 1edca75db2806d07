import { fieldNameKeys, fieldValueKeys, isAggregation, keysUnder, valuesOfKey } from './body-words.ts';
import { type Token, tokensOf } from './json-tokens.ts';
import type { Suggestion, Suggestions } from './suggestion.ts';

/** Where a place in a JSON body is. */
export interface BodyPlace {
  /** Keys from the outside in; lists add nothing. */
  readonly path: readonly string[];
  /** A key or a value is expected here. */
  readonly expects: 'key' | 'value';
  /** The key whose value is expected. */
  readonly key: string | undefined;
  /** Characters typed of it already. */
  readonly typed: string;
  /** The place is inside an open quote. */
  readonly quoted: boolean;
}

interface Level {
  readonly key: string | undefined;
  readonly isObject: boolean;
  current: string | undefined;
  afterColon: boolean;
}

/** Reads a body up to the cursor. Undefined where nothing can be completed: in a comment or outside of all. */
export function bodyPlace(before: string): BodyPlace | undefined {
  const tokens = tokensOf(before);
  const last = tokens.at(-1);
  if (last?.kind === 'comment' && last.to === before.length) return undefined;
  const quoted = last !== undefined && last.kind === 'string' && !last.ended;
  const bare = last?.kind === 'literal' && last.to === before.length;
  const levels = levelsAfter(before, quoted || bare ? tokens.slice(0, -1) : tokens);
  const level = levels.at(-1);
  if (level === undefined) return undefined;
  const typed = quoted || bare ? before.slice(last.from + (quoted ? 1 : 0)) : '';
  const path = levels.flatMap((each) => (each.key === undefined ? [] : [each.key]));
  const expects = level.isObject && !level.afterColon ? 'key' : 'value';
  const key = level.isObject ? level.current : level.key;
  return { path, expects, key, typed, quoted };
}

function levelsAfter(text: string, tokens: readonly Token[]): readonly Level[] {
  const levels: Level[] = [];
  for (const token of tokens) {
    const top = levels.at(-1);
    if (token.kind === 'open') {
      const key = top?.isObject ? top.current : undefined;
      levels.push({ key, isObject: text[token.from] === '{', current: undefined, afterColon: false });
    } else if (token.kind === 'close') levels.pop();
    else if (top === undefined) continue;
    else if (token.kind === 'colon') top.afterColon = true;
    else if (token.kind === 'comma') top.afterColon = false;
    else if (token.kind === 'string' && !top.afterColon)
      top.current = text.slice(token.from + 1, token.to - 1);
  }
  return levels;
}

/** The keys or values that fit at a place, for the endpoint of the request. */
export function bodySuggestions(
  before: string,
  place: number,
  requestPath: string,
  fields: readonly string[],
): Suggestions | undefined {
  const at = bodyPlace(before);
  if (at === undefined) return undefined;
  const words = at.expects === 'key' ? keyWords(at, requestPath, fields) : valueWords(at, fields);
  if (words.length === 0) return undefined;
  const options = words.map((word): Suggestion => {
    const end = at.expects === 'key' && !at.quoted ? ': ' : '';
    return at.quoted ? { label: word } : { label: word, apply: `"${word}"${end}` };
  });
  return { from: place - at.typed.length, options };
}

function keyWords(at: BodyPlace, requestPath: string, fields: readonly string[]): readonly string[] {
  const parent = at.path.at(-1);
  if (parent !== undefined && fieldNameKeys.has(parent) && !isFieldOf(at.path) && !isAggregation(at.path)) {
    return fields;
  }
  return keysUnder(at.path, requestPath);
}

/** `{"term": {"term": …`: the inner key is a field that only happens to be called so. */
function isFieldOf(path: readonly string[]): boolean {
  return path.length > 1 && fieldNameKeys.has(path.at(-2)!);
}

function valueWords(at: BodyPlace, fields: readonly string[]): readonly string[] {
  if (at.key === undefined) return [];
  if (fieldValueKeys.has(at.key)) return fields;
  return valuesOfKey(at.key, at.path);
}
