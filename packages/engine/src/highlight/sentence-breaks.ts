/**
 * Where sentences end, as Java's `BreakIterator.getSentenceInstance` has it, whose rules are older and simpler than those of
 * Unicode: after `!` and `?` always, after a period where what follows looks like the beginning of a sentence.
 */

const IGNORED = /[\p{Mn}\p{Me}\p{Cf}]/u;
const LETTER = /\p{L}/u;
const LOWER = /\p{Ll}/u;
const DIGIT = /\p{N}/u;
const SPACE = /[\t\r\f\n\u2028\p{Zs}]/u;
const OPENING = /[\p{Ps}\p{Pi}"']/u;
const CLOSING = /[\p{Pe}\p{Pf}"']/u;

/** What a character is to the rules, as bits: quotation marks open and close. */
const kinds = {
  ignored: 1,
  lower: 2,
  otherLetter: 4,
  space: 8,
  opening: 16,
  closing: 32,
  term: 64,
  period: 128,
} as const;
const LETTERS = kinds.lower | kinds.otherLetter;
const PARAGRAPH = 256;
const DANDA = 512;
const DIGITS = 2048;
/** What may begin a sentence, though it is neither letter nor digit. */
const BEGINNING = 1024;
const OTHER = 0;
const ENDINGS = kinds.term | kinds.period | PARAGRAPH | DANDA;

const ASCII = Uint16Array.from({ length: 128 }, (_, code) => classify(String.fromCharCode(code)));

function classify(text: string): number {
  if (text === '\u2029') return PARAGRAPH;
  if ('!?\u3002\uff01\uff1f'.includes(text)) return kinds.term;
  if ('.\uff0e'.includes(text)) return kinds.period;
  if (IGNORED.test(text)) return kinds.ignored;
  if (LETTER.test(text)) return LOWER.test(text) ? kinds.lower : kinds.otherLetter;
  if (SPACE.test(text)) return kinds.space;
  const mark = (OPENING.test(text) ? kinds.opening : 0) | (CLOSING.test(text) ? kinds.closing : 0);
  if (mark !== 0) return mark;
  if (DIGIT.test(text)) return DIGITS;
  if (text === ',') return OTHER;
  return text === '\u0964' || text === '\u0965' ? DANDA | BEGINNING : BEGINNING;
}

function kindAt(text: string, at: number): number {
  const code = text.codePointAt(at)!;
  return code < 128 ? ASCII[code]! : classify(String.fromCodePoint(code));
}

/** Goes over a text by what its characters are to the rules. */
class Scan {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  /** Of the character at a place; 0 at the end. */
  kind(at: number): number {
    return at < this.#text.length ? kindAt(this.#text, at) : 0;
  }

  get end(): number {
    return this.#text.length;
  }

  /** Whether what stands before the place, and not before `from`, is a mark that opens as well as it closes. */
  endsWithQuote(from: number, to: number): boolean {
    return to > from && (this.kind(to - 1) & kinds.opening) !== 0;
  }

  /** The place after a character and what belongs to it. */
  next(at: number): number {
    let next = this.after(at);
    while (next < this.#text.length && kindAt(this.#text, next) === kinds.ignored) next = this.after(next);
    return next;
  }

  /** The first place from here on at which a sentence may end, or what follows needs a closer look; the end where none is. */
  nextEnding(from: number): number {
    const text = this.#text;
    let at = from;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 128 || (ASCII[code]! & ENDINGS) !== 0) break;
    }
    // What belongs to the character before stands beyond ASCII.
    return at > from && at < text.length && text.charCodeAt(at) >= 128 ? this.next(at - 1) : at;
  }

  after(at: number): number {
    return at + (this.#text.codePointAt(at)! > 0xffff ? 2 : 1);
  }

  /** The place of the character before one; -1 at the beginning. */
  before(at: number): number {
    if (at === 0) return -1;
    const isPair = at > 1 && this.#text.codePointAt(at - 2)! > 0xffff;
    return isPair ? at - 2 : at - 1;
  }

  /** The first place from here on that is none of these. */
  skip(from: number, mask: number): number {
    let at = from;
    while (at < this.#text.length && (this.kind(at) & mask) !== 0) at = this.next(at);
    return at;
  }
}

/** The sentences of a text, as Java's iterator gives them to whom asks for one place after the other. */
export class SentenceBreaks {
  readonly #scan: Scan;
  /** Where Java goes on from when it is asked for a place behind it. */
  #known = -1;

  constructor(text: string) {
    this.#scan = new Scan(text);
  }

  /** The last break before the place; -1 where none is. */
  preceding(place: number): number {
    if (place === 0) return -1;
    let last = this.#known >= 0 && this.#known < place ? this.#known : this.#before(place - 1);
    for (let next = last; next >= 0 && next < place; next = this.#next(next)) last = next;
    this.#known = last;
    return last;
  }

  /** The first break after the place; -1 where none is. */
  following(place: number): number {
    let next = this.#known >= 0 && this.#known < place ? this.#known : this.#before(place);
    while (next >= 0 && next <= place) next = this.#next(next);
    this.#known = next;
    return next;
  }

  /** The next break after one; -1 at the end. */
  #next(from: number): number {
    const scan = this.#scan;
    if (from >= scan.end) return -1;
    let at = scan.skip(from, kinds.ignored);
    for (at = scan.nextEnding(at); at < scan.end; at = scan.nextEnding(scan.next(at))) {
      const end = endAt(scan, at, from);
      if (end >= 0) return end;
    }
    return scan.end;
  }

  /**
   * A place to begin at, found by going back from a character until what looks like an end of a sentence before something that
   * may begin one. Java takes it for a break though it may be none.
   */
  #before(from: number): number {
    const scan = this.#scan;
    /** What was met so far that a sentence may end before: 1 marks that open, 2 white space, 3 marks that close. */
    let period = 0;
    let term = 0;
    for (let at = scan.before(from + 1); at >= 0; at = scan.before(at)) {
      const kind = scan.kind(at);
      if (kind === kinds.ignored) continue;
      if ((period > 0 && (kind & kinds.period) !== 0) || (term > 0 && (kind & kinds.term) !== 0)) {
        return scan.before(at) > 0 ? at : 0;
      }
      const begins = (kind & BEGINNING) !== 0;
      period = begins ? 1 : backwards(period, kind);
      term = begins || (kind & (kinds.lower | DIGITS)) !== 0 ? 1 : backwards(term, kind);
    }
    return 0;
  }
}

/** 0 where it does not go on. */
function backwards(state: number, kind: number): number {
  if (state === 0) return 0;
  if (state === 1 && (kind & kinds.opening) !== 0) return 1;
  if (state <= 2 && (kind & kinds.space) !== 0) return 2;
  return (kind & kinds.closing) === 0 ? 0 : 3;
}

/** The places of all breaks, the beginning and the end of the text among them. */
export function sentenceBreaks(text: string): number[] {
  const breaks = [0];
  const sentences = new SentenceBreaks(text);
  for (let at = sentences.following(0); at >= 0; at = sentences.following(at)) breaks.push(at);
  return breaks;
}

/** Where the sentence ends that ends with the character at a place; -1 where it goes on. `from`: where it began. */
function endAt(scan: Scan, at: number, from: number): number {
  const kind = scan.kind(at);
  const next = scan.next(at);
  if ((kind & PARAGRAPH) !== 0) return next;
  if ((kind & DANDA) !== 0) return scan.skip(next, kinds.space);
  if ((kind & kinds.term) !== 0) return afterTerm(scan, next);
  if ((kind & kinds.period) === 0) return -1;
  const end = afterPeriod(scan, next);
  if (end !== BROKEN) return end;
  // What looked like a beginning and is none: the period stands alone.
  return at > from ? at : scan.after(at);
}

function afterTerm(scan: Scan, from: number): number {
  const marks = scan.skip(from, kinds.term | kinds.period | kinds.closing);
  const spaces = scan.skip(marks, kinds.space);
  return (scan.kind(spaces) & PARAGRAPH) === 0 ? spaces : scan.next(spaces);
}

const GOES_ON = -1;
const BROKEN = -2;

/** Where the next sentence begins, or one of the two above. */
function afterPeriod(scan: Scan, from: number): number {
  const marks = scan.skip(from, kinds.period | kinds.closing);
  const spaces = scan.skip(marks, kinds.space);
  const begun = scan.skip(spaces, kinds.opening | BEGINNING);
  const isWide = spaces > marks && scan.next(marks) < spaces;
  const isQuoted = marks === spaces && scan.endsWithQuote(from, marks);
  if (begun > spaces) {
    if (begun < scan.end && (scan.kind(begun) & LETTERS) !== 0) return spaces;
    return begun === scan.end || isWide || isQuoted ? BROKEN : GOES_ON;
  }
  // After two spaces any letter begins a sentence; one that follows a quotation mark at once does so too.
  if (isWide || isQuoted) return (scan.kind(spaces) & LETTERS) === 0 ? GOES_ON : spaces;
  return spaces > marks && (scan.kind(spaces) & kinds.otherLetter) !== 0 ? spaces : GOES_ON;
}
