/** What is cut off where a part of the word ends so, and put in its place; `-` for nothing. */
interface Rule {
  readonly end: string;
  readonly part: 'r1' | 'r2' | 'rv';
  readonly add: string;
}

const folded: ReadonlyMap<string, string> = new Map(
  ['áâã>a', 'éê>e', 'í>i', 'óôõ>o', 'úü>u', 'ç>c', 'ñ>n'].flatMap((row) => {
    const [from, to] = row.split('>');
    return [...from!].map((char): [string, string] => [char, to!]);
  }),
);

function rulesOf(rows: string, part: Rule['part']): Rule[] {
  return rows.split(' ').map((row) => {
    const [end, add = ''] = row.split('>');
    return { end: end!, part, add };
  });
}

/** Endings of nouns and adjectives, in their order. */
const standard: readonly Rule[] = [
  ...rulesOf('uciones>u imentos amentos adores adoras logias>logias encias>ente', 'r2'),
  ...rulesOf('amente', 'r1'),
  ...rulesOf('idades acoes imento amento adora ismos istas logia>log ucion>u encia>ente mente idade', 'r2'),
  ...rulesOf('acao ezas icos icas ismo avel ivel ista osos osas ador ivas ivos', 'r2'),
  ...rulesOf('iras>ir', 'rv'),
  ...rulesOf('eza ico ica oso osa iva ivo', 'r2'),
  ...rulesOf('ira>ir', 'rv'),
];

/** Endings of verbs, in their order; `ira` is kept, by a slip of the original. */
const verbs: readonly Rule[] = rulesOf(
  'issemos essemos assemos ariamos eriamos iriamos ' +
    'iremos eremos aremos avamos iramos eramos aramos asseis esseis isseis arieis erieis irieis ' +
    'irmos iamos armos ermos areis ereis ireis asses esses isses astes assem essem issem ardes erdes irdes ' +
    'ariam eriam iriam arias erias irias estes istes aveis ' +
    'aria eria iria asse esse isse aste este iste arei erei irei aram eram iram avam arem erem irem ando endo indo ' +
    'arao erao irao adas idas aras eras iras avas ares eres ires ados idos amos emos imos ieis ' +
    'ada ida ara era ira>ira iam ado ido ias ais eis ear ' +
    'ia ei am em ar er ir as es is eu iu ou',
  'rv',
);

const FIRST_MARK = /^["'\-,;.?!]/;
const LAST_MARK = /["'\-,;.?!]$/;
const LETTERS = /^\p{L}*$/u;
const VOWELS = 'aeiou';
const LENGTH_MIN = 3;
const LENGTH_MAX = 29;

/** Brazilian Portuguese, as Lucene's BrazilianStemmer does it. */
export function brazilian(word: string): string {
  const plain = withoutMarks(foldedOf(word.toLowerCase()));
  if (plain.length < LENGTH_MIN || plain.length > LENGTH_MAX) return word;
  if (!LETTERS.test(plain)) return plain;
  const r1 = behindVowels(plain);
  const parts = { r1, r2: r1 === undefined ? undefined : behindVowels(r1), rv: regionOfVerbs(plain) };
  const { rv } = parts;
  const changed = firstOf(plain, standard, parts) ?? firstOf(plain, verbs, parts);
  let result = changed ?? plain;
  if (rv === undefined) return result;
  if (changed === undefined) result = withoutResidue(result, rv);
  else if (rv.endsWith('ci')) result = without(result, 'i');
  return withoutLastE(result, rv);
}

function foldedOf(word: string): string {
  let result = '';
  for (let at = 0; at < word.length; at++) result += folded.get(word[at]!) ?? word[at]!;
  return result;
}

function withoutMarks(word: string): string {
  const rest = word.length < 2 ? word : word.replace(FIRST_MARK, '');
  return rest.length < 2 ? rest : rest.replace(LAST_MARK, '');
}

function isVowel(word: string, at: number): boolean {
  return VOWELS.includes(word[at]!);
}

/** Behind the first consonant that follows a vowel; the last letter is not looked at. */
function behindVowels(word: string): string | undefined {
  const last = word.length - 1;
  let at = 0;
  while (at < last && !isVowel(word, at)) at++;
  if (at >= last) return undefined;
  while (at < last && isVowel(word, at)) at++;
  return at < last ? word.slice(at + 1) : undefined;
}

function regionOfVerbs(word: string): string | undefined {
  const last = word.length - 1;
  const from = (wanted: boolean): number => {
    let at = 2;
    while (at < last && isVowel(word, at) !== wanted) at++;
    return at;
  };
  if (last > 0 && !isVowel(word, 1)) {
    const at = from(true);
    if (at < last) return word.slice(at + 1);
  }
  if (last > 1 && isVowel(word, 0) && isVowel(word, 1)) {
    const at = from(false);
    if (at < last) return word.slice(at + 1);
  }
  return last > 2 ? word.slice(3) : undefined;
}

type Parts = Readonly<Record<Rule['part'], string | undefined>>;

/** Undefined where no rule fits. */
function firstOf(word: string, rules: readonly Rule[], parts: Parts): string | undefined {
  for (const { end, part, add } of rules) {
    if (parts[part]?.endsWith(end) !== true) continue;
    // In the standard endings, that of a verb counts behind an `e` alone.
    if (part === 'rv' && rules === standard && !word.endsWith(`e${end}`)) continue;
    return word.slice(0, word.length - end.length) + add;
  }
  return undefined;
}

function without(word: string, end: string): string {
  return word.endsWith(end) ? word.slice(0, -end.length) : word;
}

function withoutResidue(word: string, rv: string): string {
  const end = ['os', 'a', 'i', 'o'].find((each) => rv.endsWith(each));
  return end === undefined ? word : without(word, end);
}

function withoutLastE(word: string, rv: string): string {
  if (!rv.endsWith('e')) return word;
  const rest = without(word, 'e');
  if (rv.endsWith('gue')) return without(rest, 'u');
  return rv.endsWith('cie') ? without(rest, 'i') : rest;
}
