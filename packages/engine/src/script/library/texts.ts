import { isWhitespace } from '../../analysis/tokenizers/characters.ts';
import { JavaError, nullPointer } from '../java-error.ts';
import { meter } from '../meter.ts';
import { cannotBe, compareTexts, hashOfText, JavaArray, JavaValue, textOf } from '../values.ts';
import { itemsOf, type Lambda } from './calls.ts';
import { pointsOf, pointsWithin } from './characters.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { decodedText } from './encoders.ts';
import { formatted } from './java-format.ts';
import type { JavaPattern } from './java-regex.ts';
import { JavaStream } from './java-stream.ts';
import { JavaStringBuilder } from './string-builder.ts';

/** Places of a text at which one is sought in the time of an operation, at worst. */
const SOUGHT_PER_UNIT = 4;
const REVERSED_PER_UNIT = 4;

/** Throws StringIndexOutOfBoundsException. */
function checkRange(from: number, to: number, length: number): void {
  if (from >= 0 && from <= to && to <= length) return;
  const reason = `Range [${from}, ${to}) out of bounds for length ${length}`;
  throw new JavaError('string_index_out_of_bounds_exception', reason);
}

function charAt(text: string, at: number): number {
  if (at >= 0 && at < text.length) return text.charCodeAt(at);
  const reason = `Index ${at} out of bounds for length ${text.length}`;
  throw new JavaError('string_index_out_of_bounds_exception', reason);
}

/** Java's `trim` takes all control characters. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  return text.slice(from, to);
}

/** Without white space at its ends, which no-break spaces are not. */
function stripped(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isWhitespace(text[from]!)) from++;
  while (to > from && isWhitespace(text[to - 1]!)) to--;
  return text.slice(from, to);
}

function piecesOf(text: string, token: string, limit: number): string[] {
  looking(text, token);
  const parts: string[] = [];
  let from = 0;
  while (limit <= 0 || parts.length < limit - 1) {
    const at = token === '' ? -1 : text.indexOf(token, from);
    if (at < 0) break;
    parts.push(text.slice(from, at));
    from = at + token.length;
  }
  if (parts.length === 0) return [text];
  parts.push(text.slice(from));
  return parts;
}

/** What comes of it may be a thousand times as long: it is counted before it is made. */
function replaced(text: string, what: string, by: string): string {
  looking(text, what);
  let count = what === '' ? text.length + 1 : 0;
  for (let at = what === '' ? -1 : text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length))
    count++;
  if (count === 0) return text;
  meter.passText(text.length + count * Math.max(0, by.length - what.length), count);
  return text.replaceAll(what, () => by);
}

/** What `String.join` makes: of texts alone, which is counted before it is made. Throws ClassCastException. */
export function joinedTexts(items: readonly unknown[], by: string): string {
  const texts = items.map((item) => {
    if (typeof item !== 'string' && item !== null && !(item instanceof JavaStringBuilder))
      throw cannotBe(item, 'java.lang.CharSequence');
    return textOf(item);
  });
  const length = texts.reduce((sum, text) => sum + text.length + by.length, 0);
  meter.passText(length, texts.length);
  return texts.join(by);
}

function splitOnToken(text: string, token: string, limit = 0): JavaArray {
  return new JavaArray('String', piecesOf(text, token, limit));
}

const sequence = (value: unknown): string => {
  if (value === null) throw nullPointer(null);
  return textOf(value);
};

const isTextOrChar = (value: unknown): string =>
  typeof value === 'number' ? String.fromCharCode(value) : textOf(value);

/** How many arguments a call may have is limited. */
const CHARS_PER_CALL = 8192;

function textOfChars({ values }: JavaArray): string {
  const chars = values as number[];
  let text = '';
  for (let at = 0; at < chars.length; at += CHARS_PER_CALL) {
    text += String.fromCharCode(...chars.slice(at, at + CHARS_PER_CALL));
  }
  return text;
}

function charsOf(text: string): JavaArray {
  const chars = new Array<number>(text.length);
  for (let i = 0; i < text.length; i++) chars[i] = text.charCodeAt(i);
  return new JavaArray('char', chars);
}

function regionMatches(text: string, at: number, other: string, from: number, length: number): boolean {
  if (at < 0 || from < 0 || at + length > text.length || from + length > other.length) return false;
  return length <= 0 || text.slice(at, at + length) === other.slice(from, from + length);
}

/** Counts a search for a text that may begin at each place of another: not all of them are done at once. */
function looking(text: string, what: string): string {
  if (what.length > 1) meter.pass(text.length / SOUGHT_PER_UNIT);
  return what;
}

const string = javaClass({
  name: 'String',
  fullName: 'java.lang.String',
  supers: ['CharSequence', 'Comparable'],
  members: {
    'static String format(String, def)': formatted,
    'static String format(Locale, String, def)': (_: unknown, format: string, given: unknown) =>
      formatted(format, given),
    'new make()': () => '',
    'new make(def)': (value: unknown) => (value instanceof JavaArray ? textOfChars(value) : textOf(value)),
    'int length()': (text: string) => text.length,
    'char charAt(int)': charAt,
    'int codePointAt(int)': (text: string, at: number) => {
      charAt(text, at);
      return text.codePointAt(at)!;
    },
    'int compareTo(String)': (text: string, other: string | null) => compareTexts(text, sequence(other)),
    'int compareToIgnoreCase(String)': (text: string, other: string) =>
      compareTexts(text.toLowerCase(), other.toLowerCase()),
    'String concat(String)': (text: string, other: string | null) => text + sequence(other),
    'boolean contains(CharSequence)': (text: string, other: unknown) =>
      text.includes(looking(text, sequence(other))),
    'boolean contentEquals(CharSequence)': (text: string, other: unknown) => text === sequence(other),
    'boolean endsWith(String)': (text: string, other: string | null) => text.endsWith(sequence(other)),
    'boolean startsWith(String)': (text: string, other: string | null) => text.startsWith(sequence(other)),
    'boolean startsWith(String, int)': (text: string, other: string, at: number) =>
      text.startsWith(other, at),
    'boolean equalsIgnoreCase(String)': (text: string, other: string | null) =>
      text.toLowerCase() === other?.toLowerCase(),
    'int indexOf(def)': (text: string, other: unknown) => text.indexOf(looking(text, isTextOrChar(other))),
    'int indexOf(def, int)': (text: string, other: unknown, at: number) =>
      text.indexOf(looking(text, isTextOrChar(other)), at),
    'int lastIndexOf(def)': (text: string, other: unknown) =>
      text.lastIndexOf(looking(text, isTextOrChar(other))),
    'int lastIndexOf(def, int)': (text: string, other: unknown, at: number) =>
      at < 0 ? -1 : text.lastIndexOf(looking(text, isTextOrChar(other)), at),
    'boolean isEmpty()': (text: string) => text.length === 0,
    'boolean isBlank()': (text: string) => stripped(text) === '',
    'String strip()': stripped,
    'String replace(CharSequence, CharSequence)': (text: string, what: unknown, by: unknown) =>
      replaced(text, sequence(what), sequence(by)),
    'String replaceAll(Pattern, Function)': (text: string, pattern: JavaPattern, by: Lambda) =>
      pattern.replaced(text, by, true),
    'String replaceFirst(Pattern, Function)': (text: string, pattern: JavaPattern, by: Lambda) =>
      pattern.replaced(text, by, false),
    'String substring(int)': (text: string, from: number) => {
      checkRange(from, text.length, text.length);
      return text.slice(from);
    },
    'String substring(int, int)': (text: string, from: number, to: number) => {
      checkRange(from, to, text.length);
      return text.slice(from, to);
    },
    'CharSequence subSequence(int, int)': (text: string, from: number, to: number) => {
      checkRange(from, to, text.length);
      return text.slice(from, to);
    },
    'char[] toCharArray()': charsOf,
    'String toLowerCase()': (text: string) => text.toLowerCase(),
    'String toUpperCase()': (text: string) => text.toUpperCase(),
    'String toLowerCase(Locale)': (text: string) => text.toLowerCase(),
    'String toUpperCase(Locale)': (text: string) => text.toUpperCase(),
    'IntStream chars()': (text: string) => new JavaStream('IntStream', charsOf(text).values),
    'IntStream codePoints()': (text: string) => new JavaStream('IntStream', pointsOf(text)),
    'int codePointBefore(int)': (text: string, at: number) => {
      charAt(text, at - 1);
      return pointsOf(text.slice(Math.max(0, at - 2), at)).at(-1);
    },
    'int codePointCount(int, int)': pointsWithin,
    'boolean regionMatches(int, String, int, int)': regionMatches,
    'boolean regionMatches(boolean, int, String, int, int)': (
      text: string,
      ignoresCase: boolean,
      at: number,
      other: string,
      from: number,
      length: number,
    ) =>
      ignoresCase
        ? regionMatches(text.toLowerCase(), at, other.toLowerCase(), from, length)
        : regionMatches(text, at, other, from, length),
    'String trim()': trimmed,
    'String toString()': (text: string) => text,
    'int hashCode()': hashOfText,
    'String[] splitOnToken(String)': splitOnToken,
    'String[] splitOnToken(String, int)': splitOnToken,
    'String encodeBase64()': (text: string) => Buffer.from(text).toString('base64'),
    'String decodeBase64()': decodedText,
    'static String valueOf(def)': textOf,
    'static String join(CharSequence, def)': (by: unknown, items: unknown) =>
      joinedTexts(itemsOf(items), sequence(by)),
    'static String copyValueOf(char[])': textOfChars,
  },
});

/** What a builder is asked for. */
const reading = {
  'int lastIndexOf(String, int)': ({ value }: JavaStringBuilder, text: string, from: number) =>
    from < 0 ? -1 : value.lastIndexOf(looking(value, text), from),
  'CharSequence subSequence(int, int)': (self: JavaStringBuilder, from: number, to: number) => {
    checkRange(from, to, self.length);
    return self.value.slice(from, to);
  },
  'IntStream chars()': (self: JavaStringBuilder) => new JavaStream('IntStream', charsOf(self.value).values),
};

function builder(name: string): JavaClass {
  const changed = (self: JavaStringBuilder, value: string): JavaStringBuilder => {
    self.value = value;
    return self;
  };
  return javaClass({
    name,
    fullName: `java.lang.${name}`,
    supers: ['CharSequence'],
    members: {
      'new make()': () => new JavaStringBuilder(name, ''),
      'new make(def)': (value: unknown) =>
        new JavaStringBuilder(name, typeof value === 'number' ? '' : sequence(value)),
      [`${name} append(def)`]: (self: JavaStringBuilder, value: unknown) => self.append(textOf(value)),
      [`${name} append(CharSequence, int, int)`]: (
        self: JavaStringBuilder,
        value: unknown,
        from: number,
        to: number,
      ) => {
        const text = textOf(value);
        if (from < 0 || from > to || to > text.length) {
          const reason = `Range [${from}, ${to}) out of bounds for length ${text.length}`;
          throw new JavaError('index_out_of_bounds_exception', reason);
        }
        return self.append(text.slice(from, to));
      },
      [`${name} insert(int, def)`]: (self: JavaStringBuilder, at: number, value: unknown) => {
        checkRange(at, self.length, self.length);
        return changed(self, self.value.slice(0, at) + textOf(value) + self.value.slice(at));
      },
      [`${name} delete(int, int)`]: (self: JavaStringBuilder, from: number, to: number) => {
        checkRange(from, Math.min(to, self.length), self.length);
        return changed(self, self.value.slice(0, from) + self.value.slice(to));
      },
      [`${name} deleteCharAt(int)`]: (self: JavaStringBuilder, at: number) => {
        charAt(self.value, at);
        return changed(self, self.value.slice(0, at) + self.value.slice(at + 1));
      },
      [`${name} replace(int, int, String)`]: (
        self: JavaStringBuilder,
        from: number,
        to: number,
        by: string,
      ) => {
        checkRange(from, Math.min(to, self.length), self.length);
        return changed(self, self.value.slice(0, from) + by + self.value.slice(to));
      },
      [`${name} reverse()`]: (self: JavaStringBuilder) => {
        meter.pass(self.length / REVERSED_PER_UNIT);
        return changed(self, [...self.value].reverse().join(''));
      },
      'int indexOf(String)': ({ value }: JavaStringBuilder, text: string) =>
        value.indexOf(looking(value, text)),
      'int indexOf(String, int)': ({ value }: JavaStringBuilder, text: string, from: number) =>
        value.indexOf(looking(value, text), from),
      [`${name} appendCodePoint(int)`]: (self: JavaStringBuilder, point: number) =>
        self.append(String.fromCodePoint(point)),
      'int lastIndexOf(String)': ({ value }: JavaStringBuilder, text: string) =>
        value.lastIndexOf(looking(value, text)),
      ...reading,
      'char charAt(int)': (self: JavaStringBuilder, at: number) => charAt(self.value, at),
      'void setCharAt(int, char)': (self: JavaStringBuilder, at: number, value: number) => {
        charAt(self.value, at);
        self.value = self.value.slice(0, at) + String.fromCharCode(value) + self.value.slice(at + 1);
      },
      'void setLength(int)': (self: JavaStringBuilder, length: number) => {
        if (length < 0) {
          const reason = `String index out of range: ${length}`;
          throw new JavaError('string_index_out_of_bounds_exception', reason);
        }
        meter.passText(length, 1);
        self.value = self.value.slice(0, length).padEnd(length, '\0');
      },
      'int length()': (self: JavaStringBuilder) => self.length,
      'String substring(int)': (self: JavaStringBuilder, from: number) => {
        checkRange(from, self.length, self.length);
        return self.value.slice(from);
      },
      'String substring(int, int)': (self: JavaStringBuilder, from: number, to: number) => {
        checkRange(from, to, self.value.length);
        return self.value.slice(from, to);
      },
      'String toString()': (self: JavaStringBuilder) => self.value,
    },
  });
}

/** `Locale`: texts are those of english whatever it is. */
class JavaLocale extends JavaValue {
  readonly javaClass = 'Locale';
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }

  override text(): string {
    return this.name === 'ROOT' ? '' : this.name;
  }
}

/** `StringTokenizer`. */
class Tokens extends JavaValue {
  readonly javaClass = 'StringTokenizer';
  readonly parts: readonly string[];
  at = 0;
  constructor(text: string, marks: string) {
    super();
    const known = new Set(marks);
    const parts: string[] = [];
    let from = 0;
    let at = 0;
    for (const each of text) {
      if (known.has(each)) {
        if (at > from) parts.push(text.slice(from, at));
        from = at + each.length;
      }
      at += each.length;
    }
    if (at > from) parts.push(text.slice(from));
    meter.pass(text.length + marks.length);
    this.parts = parts;
  }

  override text(): string {
    return 'java.util.StringTokenizer';
  }

  next(): string {
    if (this.at === this.parts.length) throw new JavaError('no_such_element_exception', null);
    return this.parts[this.at++]!;
  }
}

const tokenizer = javaClass({
  name: 'StringTokenizer',
  fullName: 'java.util.StringTokenizer',
  members: {
    'new make(String)': (text: string) => new Tokens(text, ' \t\n\r\f'),
    'new make(String, String)': (text: string, marks: string) => new Tokens(text, marks),
    'boolean hasMoreTokens()': (self: Tokens) => self.at < self.parts.length,
    'String nextToken()': (self: Tokens) => self.next(),
    'int countTokens()': (self: Tokens) => self.parts.length - self.at,
  },
});

const locale = javaClass({
  name: 'Locale',
  fullName: 'java.util.Locale',
  constants: Object.fromEntries(
    Object.entries({ ROOT: '', ENGLISH: 'en', US: 'en_US', UK: 'en_GB' }).map(([name, text]) => [
      `Locale ${name}`,
      new JavaLocale(text),
    ]),
  ),
});

export const textClasses: readonly JavaClass[] = [
  locale,
  string,
  builder('StringBuilder'),
  builder('StringBuffer'),
  tokenizer,
];
