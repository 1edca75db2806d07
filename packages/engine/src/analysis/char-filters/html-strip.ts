import type { CharFilterType } from '../component-type.ts';
import { OffsetMap } from '../offset-map.ts';
import type { CharFilter, FilteredText } from '../token-stream.ts';
import { htmlEntity } from './html-entities.ts';

/** Elements within a line; any other ends one. */
const inline: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b basefont bdo big cite code dfn em font i img input kbd label q s samp select small span strike ' +
    'strong sub sup textarea tt u var'
  ).split(' '),
);

const space = /\s*/y;
const tagName = /[A-Za-z_:][\w:.-]*/y;
const attributeName = /[^\s"'=<>/]+/y;
const bareValue = /[^\s"'>]+/y;
const entity = /&(?:#([0-9]{1,8})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,8}));/y;

function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Past the attributes and the closing bracket of a tag; the end of the text where it is not closed; -1 = no tag. */
function endOfTag(text: string, from: number): number {
  let at = from;
  for (;;) {
    const begin = past(space, text, at);
    if (begin >= text.length) return text.length;
    if (text[begin] === '>') return begin + 1;
    if (text[begin] === '/') {
      at = begin + 1;
      continue;
    }
    const name = past(attributeName, text, begin);
    if (name === begin || begin === at) return -1;
    at = pastValue(text, name);
    if (at < 0) return -1;
  }
}

function pastValue(text: string, name: number): number {
  const equal = past(space, text, name);
  if (text[equal] !== '=') return name;
  const value = past(space, text, equal + 1);
  const quote = text[value];
  if (quote !== '"' && quote !== "'") {
    const end = past(bareValue, text, value);
    return end === value ? -1 : end;
  }
  const close = text.indexOf(quote, value + 1);
  return close < 0 ? text.length : close + 1;
}

/** Text without markup, as it is put together, and where each part stood. */
class Stripper {
  readonly #text: string;
  readonly #kept: ReadonlySet<string>;
  readonly #map = new OffsetMap();
  readonly #parts: string[] = [];
  #length = 0;
  /** What of the text is copied as it is, from here on. */
  #from = 0;

  constructor(text: string, kept: ReadonlySet<string>) {
    this.#text = text;
    this.#kept = kept;
  }

  run(): FilteredText {
    const text = this.#text;
    const special = /[<&]/g;
    for (let found = special.exec(text); found !== null; found = special.exec(text)) {
      const { index } = found;
      special.lastIndex = Math.max(
        index + 1,
        text[index] === '<' ? this.#markup(index) : this.#entity(index),
      );
    }
    this.#copy(text.length);
    const map = this.#map;
    return { text: this.#parts.join(''), correct: (offset) => map.correct(offset) };
  }

  #copy(to: number): void {
    this.#parts.push(this.#text.slice(this.#from, to));
    this.#length += to - this.#from;
    this.#from = to;
  }

  /** Puts other text in the place of [start, end). */
  #replace(start: number, end: number, by: string): number {
    this.#copy(start);
    if (by !== '') this.#parts.push(by);
    this.#length += by.length;
    this.#from = end;
    if (end - this.#length !== this.#map.lastDifference) this.#map.add(this.#length, end - this.#length);
    return end;
  }

  #entity(at: number): number {
    entity.lastIndex = at;
    const found = entity.exec(this.#text);
    if (found === null) return at;
    const [whole, decimal, hexadecimal, name] = found;
    const char = name === undefined ? charOf(decimal, hexadecimal) : htmlEntity(name);
    return char === undefined ? at : this.#replace(at, at + whole.length, char);
  }

  /** Where the text goes on after what begins with `<`; its own place where that is no markup. */
  #markup(at: number): number {
    const text = this.#text;
    if (text.startsWith('<!--', at)) return this.#until('-->', at, 4);
    if (text.startsWith('<![CDATA[', at)) return this.#cdata(at);
    if (text[at + 1] === '!' || text[at + 1] === '?')
      return this.#until(text[at + 1] === '?' ? '?>' : '>', at, 2);
    let start = past(space, text, at + 1);
    const isEnd = text[start] === '/';
    if (isEnd) start = past(space, text, start + 1);
    const afterName = past(tagName, text, start);
    if (afterName === start) return at;
    const end = endOfTag(text, afterName);
    if (end < 0) return at;
    const name = text.slice(start, afterName).toLowerCase();
    if (this.#kept.has(name)) return end;
    if (!isEnd && (name === 'script' || name === 'style')) return this.#content(name, at, end);
    const isOpen = text[end - 1] !== '>';
    return this.#replace(at, end, inline.has(name) || isOpen ? '' : '\n');
  }

  #until(mark: string, at: number, skip: number): number {
    const end = this.#text.indexOf(mark, at + skip);
    return this.#replace(at, end < 0 ? this.#text.length : end + mark.length, '');
  }

  #cdata(at: number): number {
    const start = at + '<![CDATA['.length;
    const close = this.#text.indexOf(']]>', start);
    this.#replace(at, start, '');
    if (close < 0) return this.#text.length;
    return this.#replace(close, close + 3, '');
  }

  #content(name: string, at: number, from: number): number {
    const close = name === 'script' ? /<\/script\s*>/gi : /<\/style\s*>/gi;
    close.lastIndex = from;
    const found = close.exec(this.#text);
    if (found === null) return this.#replace(at, this.#text.length, '');
    return this.#replace(at, close.lastIndex, '\n');
  }
}

function charOf(decimal: string | undefined, hexadecimal: string | undefined): string | undefined {
  const codePoint = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number.parseInt(decimal, 10);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;
}

function stripper(kept: ReadonlySet<string>): CharFilter {
  return { normalizes: false, filter: (text) => new Stripper(text, kept).run() };
}

export const htmlStrip: CharFilterType = {
  name: 'html_strip',
  make: (settings) => stripper(new Set(settings.list('escaped_tags').map((tag) => tag.toLowerCase()))),
};

/** The text without markup. */
export function stripHtml(text: string): string {
  return stripper(new Set()).filter(text).text;
}
