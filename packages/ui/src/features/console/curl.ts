import type { ConsoleCall } from '../../lib/console-lines.ts';

/** The call of a curl command line as a shell would read it, or undefined for anything else. */
export function parseCurl(input: string): ConsoleCall | undefined {
  const words = shellWords(input.trim());
  if (words[0] !== 'curl') return undefined;
  let method: string | undefined;
  let url: string | undefined;
  const data: string[] = [];
  for (let place = 1; place < words.length; place++) {
    const [name, inline] = splitOption(words[place]!);
    const value = () => inline ?? words[++place] ?? '';
    if (name === '-X' || name === '--request') method = value().toUpperCase();
    else if (name === '-I' || name === '--head') method = 'HEAD';
    else if (name === '-d' || name.startsWith('--data') || name === '--json') data.push(value());
    else if (name === '--url') url = value();
    else if (takesValue.has(name)) value();
    else if (!name.startsWith('-')) url ??= name;
  }
  if (url === undefined) return undefined;
  const body = data.join('&').trimEnd();
  return {
    method: method ?? (data.length > 0 ? 'POST' : 'GET'),
    path: pathOf(url),
    body: body === '' ? undefined : body,
  };
}

/** Options that this reader has no use for but whose next word is their value. */
const takesValue = new Set([
  '-H',
  '--header',
  '-u',
  '--user',
  '-o',
  '--output',
  '-A',
  '--user-agent',
  '-b',
  '--cookie',
  '-e',
  '--referer',
  '-m',
  '--max-time',
  '--connect-timeout',
  '--cacert',
  '--cert',
  '--key',
  '-E',
  '-x',
  '--proxy',
  '-w',
  '--write-out',
]);

/** `--request=PUT`, `-XPUT` and `-d{}` carry their value with them. */
function splitOption(word: string): readonly [string, string | undefined] {
  const long = /^(--[a-z-]+)=([\s\S]*)$/.exec(word);
  if (long !== null) return [long[1]!, long[2]!];
  const short = /^(-[XdHuo])([\s\S]+)$/.exec(word);
  return short === null ? [word, undefined] : [short[1]!, short[2]!];
}

function pathOf(url: string): string {
  const path = url.replace(/^[a-z]+:\/\//i, '');
  const at = /^[^/?]*/.exec(path)![0].length;
  const rest = /^[a-z]+:\/\//i.test(url) || /^[^/?]*[:.]/.test(path) ? path.slice(at) : path;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Splits as a POSIX shell does: quotes of both kinds, `$'…'`, backslash, line continuation. */
function shellWords(input: string): readonly string[] {
  const words: string[] = [];
  const part =
    /\\\r?\n|(\s+)|\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\$]+|\$)/gy;
  let word: string | undefined;
  for (const match of input.matchAll(part)) {
    const [, space, ansi, singleQuoted, doubleQuoted, escaped, bare] = match;
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const text =
      singleQuoted ?? escaped ?? bare ?? fromAnsi(ansi) ?? doubleQuoted?.replace(/\\(["\\$`])/g, '$1');
    if (text !== undefined) word = (word ?? '') + text;
  }
  if (word !== undefined) words.push(word);
  return words;
}

const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function fromAnsi(text: string | undefined): string | undefined {
  return text?.replace(/\\([\s\S])/g, (_, char: string) => ansiEscapes[char] ?? char);
}
