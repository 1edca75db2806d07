import { tokensOf } from './json-tokens.ts';

/**
 * Indents JSON by two spaces without changing a literal: a long beyond 2^53 and a `1.0` stay what they are.
 * Empty objects and lists, and lists of plain values that fit a line, stay on one line.
 */
export function prettyJson(input: string): string {
  const out: string[] = [];
  const tokens = tokensOf(input);
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place]!;
    const slice = input.slice(token.from, token.to);
    if (token.kind === 'open') {
      const flat = flatEnd(input, tokens, place);
      if (flat !== undefined) {
        out.push(flat.text);
        place = flat.end;
        continue;
      }
      depth++;
      out.push(slice, line());
    } else if (token.kind === 'close') {
      depth = Math.max(0, depth - 1);
      out.push(line(), slice);
    } else if (token.kind === 'comma') out.push(',', line());
    else if (token.kind === 'colon') out.push(': ');
    else if (place > 0 && depth === 0) out.push('\n', slice);
    else out.push(slice);
  }
  return out.join('');
}

const longestFlat = 80;

/** The one-line form of what opens at `place`, where it holds nothing nested and is short. */
function flatEnd(
  input: string,
  tokens: ReturnType<typeof tokensOf>,
  place: number,
): { readonly text: string; readonly end: number } | undefined {
  const opening = input[tokens[place]!.from]!;
  let text = opening;
  for (let at = place + 1; at < tokens.length; at++) {
    const token = tokens[at]!;
    const slice = input.slice(token.from, token.to);
    if (token.kind === 'close') return { text: text + slice, end: at };
    if (token.kind === 'open' || opening === '{') return undefined;
    text += token.kind === 'comma' ? ', ' : slice;
    if (text.length > longestFlat) return undefined;
  }
  return undefined;
}
