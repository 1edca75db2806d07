/**
 * Fadillah Z. Tala, "A study of stemming effects on information retrieval in Bahasa Indonesia" (2003), as Lucene runs it: particles
 * and possessives behind the word, then prefixes and suffixes of which some exclude each other.
 */
export function indonesian(word: string): string {
  return new IndonesianWord(word).stem();
}

/** A prefix: what is put in its place before a vowel, and the family by which suffixes are excluded. */
interface Prefix {
  readonly starts: string;
  readonly family: string;
  /** Only before a vowel, with this letter in place of the prefix. */
  readonly beforeVowel?: string;
}

const firstPrefixes: readonly Prefix[] = [
  { starts: 'meng', family: 'meng' },
  { starts: 'meny', family: 'meng', beforeVowel: 's' },
  { starts: 'men', family: 'meng' },
  { starts: 'mem', family: 'meng' },
  { starts: 'me', family: 'meng' },
  { starts: 'peng', family: 'peng' },
  { starts: 'peny', family: 'peng', beforeVowel: 's' },
  { starts: 'peny', family: 'peng' },
  { starts: 'pen', family: 'peng', beforeVowel: 't' },
  { starts: 'pen', family: 'peng' },
  { starts: 'pem', family: 'peng' },
  { starts: 'di', family: 'di' },
  { starts: 'ter', family: 'ter' },
  { starts: 'ke', family: 'ke' },
];

const suffixes: readonly { readonly end: string; readonly notWith: readonly string[] }[] = [
  { end: 'kan', notWith: ['ke', 'peng', 'pe'] },
  { end: 'an', notWith: ['di', 'meng', 'ter'] },
  { end: 'i', notWith: ['ber', 'ke', 'peng'] },
];

const VOWEL = /[aeiou]/;
const VOWELS = /[aeiou]/g;
const LEAST_SYLLABLES = 3;

class IndonesianWord {
  #word: string;
  #syllables: number;
  readonly #families = new Set<string>();

  constructor(word: string) {
    this.#word = word;
    this.#syllables = word.match(VOWELS)?.length ?? 0;
  }

  stem(): string {
    this.#while(() => this.#cutEnd(/(?:kah|lah|pun)$/));
    this.#while(() => this.#cutEnd(/(?:ku|mu|nya)$/));
    if (this.#while(() => this.#firstPrefix())) {
      if (this.#while(() => this.#suffix())) this.#while(() => this.#secondPrefix());
    } else {
      this.#while(() => this.#secondPrefix());
      this.#while(() => this.#suffix());
    }
    return this.#word;
  }

  /** Does a step where the word is long enough; tells whether it changed anything. */
  #while(step: () => boolean): boolean {
    return this.#syllables >= LEAST_SYLLABLES && step();
  }

  #cutEnd(end: RegExp): boolean {
    const shorter = this.#word.replace(end, '');
    return shorter !== this.#word && this.#becomes(shorter);
  }

  #becomes(word: string): boolean {
    this.#word = word;
    this.#syllables--;
    return true;
  }

  #firstPrefix(): boolean {
    const word = this.#word;
    for (const { starts, family, beforeVowel } of firstPrefixes) {
      if (!word.startsWith(starts)) continue;
      if (beforeVowel !== undefined && !VOWEL.test(word[starts.length] ?? '')) continue;
      this.#families.add(family);
      return this.#becomes((beforeVowel ?? '') + word.slice(starts.length));
    }
    return false;
  }

  #secondPrefix(): boolean {
    const word = this.#word;
    if (word.startsWith('ber') || word === 'belajar') return this.#cutStart(3, 'ber');
    if (/^be[^aeiou]er/.test(word)) return this.#cutStart(2, 'ber');
    if (word.startsWith('per') || word === 'pelajar') return this.#cutStart(3);
    return word.startsWith('pe') && this.#cutStart(2, 'pe');
  }

  #cutStart(length: number, family?: string): boolean {
    if (family !== undefined) this.#families.add(family);
    return this.#becomes(this.#word.slice(length));
  }

  #suffix(): boolean {
    for (const { end, notWith } of suffixes) {
      if (!this.#word.endsWith(end) || notWith.some((family) => this.#families.has(family))) continue;
      if (end === 'i' && this.#word.endsWith('si')) continue;
      return this.#becomes(this.#word.slice(0, -end.length));
    }
    return false;
  }
}
