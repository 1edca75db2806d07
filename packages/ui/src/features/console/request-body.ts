import { type Token, tokensOf } from './json-tokens.ts';

export interface PreparedBody {
  readonly text: string;
  readonly contentType: 'application/json' | 'application/x-ndjson';
}

/**
 * What is sent for a body as written: comments out, texts in three quotes as JSON strings. Several values, or an
 * endpoint that takes lines, become NDJSON with one value in a line; one value keeps its lines, so that the place
 * named in an error of the service is the place in the editor.
 */
export function prepareBody(written: string, takesLines: boolean): PreparedBody | undefined {
  const tokens = tokensOf(written);
  const values = topLevelValues(tokens);
  if (values.length === 0) return undefined;
  if (!takesLines && values.length === 1) {
    return { text: keepLayout(written, tokens), contentType: 'application/json' };
  }
  const lines = values.map((value) => value.map((token) => plain(written, token)).join(''));
  return { text: `${lines.join('\n')}\n`, contentType: 'application/x-ndjson' };
}

/** The tokens of each value at depth 0, comments left out. Unclosed brackets run to the end. */
function topLevelValues(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const values: Token[][] = [];
  let depth = 0;
  let current: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'comment') continue;
    current.push(token);
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    values.push(current);
    current = [];
  }
  if (current.length > 0) values.push(current);
  return values;
}

function keepLayout(written: string, tokens: readonly Token[]): string {
  let out = '';
  let at = 0;
  for (const token of tokens) {
    out += written.slice(at, token.from);
    at = token.to;
    if (token.kind !== 'comment') out += plain(written, token);
  }
  return (out + written.slice(at)).trimEnd();
}

/** JSON of one token: a text in three quotes becomes a string with its line ends escaped. */
function plain(written: string, token: Token): string {
  const slice = written.slice(token.from, token.to);
  if (token.kind !== 'text') return slice;
  return JSON.stringify(slice.slice(3, token.ended ? -3 : undefined));
}
