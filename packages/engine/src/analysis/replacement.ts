import type { Matcher } from 're2js';
import { invalid } from './component-settings.ts';

/** Text, the number of a group, or its name. */
type Part = string | { readonly group: number | string };

/** What Java puts in the place of a match: `$1`, `${name}` and `\$`. */
export class Replacement {
  readonly #parts: readonly Part[];

  /** Throws ApiError where it names a group that the pattern does not have. */
  constructor(text: string, groupCount: number, groupNames: ReadonlySet<string>) {
    this.#parts = partsOf(text);
    for (const part of this.#parts) {
      if (typeof part === 'string') continue;
      const { group } = part;
      if (typeof group === 'number' && group > groupCount) throw invalid(`No group ${group}`);
      if (typeof group === 'string' && !groupNames.has(group)) throw invalid(`No group with name {${group}}`);
    }
  }

  of(matcher: Matcher): string {
    let result = '';
    for (const part of this.#parts)
      result += typeof part === 'string' ? part : (matcher.group(part.group) ?? '');
    return result;
  }
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const add = (char: string): void => {
    const last = parts.length - 1;
    if (typeof parts[last] === 'string') parts[last] += char;
    else parts.push(char);
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '\\') {
      at++;
      if (at === text.length) throw invalid('character to be escaped is missing');
      add(text[at]!);
    } else if (char === '$') {
      const group = groupAt(text, at + 1);
      parts.push({ group: group.which });
      at = group.last;
    } else {
      add(char);
    }
  }
  return parts;
}

function groupAt(text: string, at: number): { readonly which: number | string; readonly last: number } {
  const named = /^\{([A-Za-z][A-Za-z0-9]*)\}/.exec(text.slice(at));
  if (named !== null) return { which: named[1]!, last: at + named[0].length - 1 };
  if (at === text.length) throw invalid('Illegal group reference: group index is missing');
  if (!/[0-9]/.test(text[at]!)) throw invalid('Illegal group reference');
  return { which: Number(text[at]), last: at };
}
