import { endings, exceptionEnds, exceptions } from './greek-words.ts';

type Stem = (word: string) => string;

const lists = new Map<string, readonly string[]>();

function listOf(text: string): readonly string[] {
  let list = lists.get(text);
  if (list === undefined) {
    list = text.split(' ');
    lists.set(text, list);
  }
  return list;
}

function endsIn(word: string, ends: string): boolean {
  return listOf(ends).some((end) => word.endsWith(end));
}

/** What is before the first of the endings that the word has; undefined where it has none, or is nothing else. */
function before(word: string, ends: string): string | undefined {
  const end = listOf(ends).find((each) => word.length > each.length && word.endsWith(each));
  return end === undefined ? undefined : word.slice(0, word.length - end.length);
}

const vowels = 'α ε η ι ο υ ω';
const vowelsNoY = 'α ε η ι ο ω';

/** Words that lose so many letters where they end so. */
const irregular: readonly (readonly [cut: number, ends: string])[] = [
  [4, 'καθεστωτοσ καθεστωτων γεγονοτοσ γεγονοτων'],
  [3, 'καθεστωτα'],
  [4, 'τατογιου τατογιων'],
  [3, 'γεγονοτα'],
  [2, 'καθεστωσ'],
  [4, 'σκαγιου σκαγιων ολογιου ολογιων κρεατοσ κρεατων περατοσ περατων τερατοσ τερατων'],
  [3, 'τατογια'],
  [2, 'γεγονοσ'],
  [4, 'φαγιου φαγιων σογιου σογιων'],
  [3, 'σκαγια ολογια κρεατα περατα τερατα φαγια σογια φωτοσ φωτων'],
  [2, 'κρεασ περασ τερασ φωτα'],
  [1, 'φωσ'],
];

const rule0: Stem = (word) => {
  const found = irregular.find(([, ends]) => endsIn(word, ends));
  return found === undefined ? word : word.slice(0, -found[0]);
};

const rule1: Stem = (word) => {
  const left = before(word, 'αδεσ αδων');
  if (left === undefined || endsIn(left, exceptionEnds.rule1)) return left ?? word;
  return word.slice(0, -2);
};

/** The ending goes, but for its first letters where what is left is an exception. */
function ending(ends: string, kept: string, isException: (left: string) => boolean): Stem {
  return (word) => {
    const left = before(word, ends);
    if (left === undefined) return word;
    return isException(left) ? left + kept : left;
  };
}

const rule2 = ending('εδεσ εδων', 'εδ', (left) => endsIn(left, exceptionEnds.rule2));
const rule3 = ending('ουδεσ ουδων', 'ουδ', (left) => endsIn(left, exceptionEnds.rule3));
const rule4 = ending('εωσ εων', 'ε', (left) => exceptions.rule4.has(left));
const rule5 = ending('ια ιου ιων', 'ι', (left) => endsIn(left, vowels));
const rule6 = ending('ικα ικο ικου ικων', 'ικ', (left) => endsIn(left, vowels) || exceptions.rule6.has(left));

const rule7a: Stem = (word) => before(word, 'ηθηκαμε ουσαμε αγαμε ησαμε ηκαμε') ?? word;
const rule7b = ending('αμε', 'αμ', (left) => exceptions.rule7.has(left));
const rule7: Stem = (word) => (word === 'αγαμε' ? 'αγαμ' : rule7b(rule7a(word)));

const rule8b = ending('ανε', 'αν', (left) => endsIn(left, vowelsNoY) || exceptions.rule8b.has(left));
const rule8: Stem = (word) => {
  const left = rule8Left(word);
  if (left !== undefined && exceptions.rule8a.has(left)) return rule8b(`${left}αγαν`);
  return rule8b(left ?? word);
};

/** Some of the endings may be all of the word. */
function rule8Left(word: string): string | undefined {
  for (const [own, whole] of [
    ['ιουντανε', ''],
    ['ιοντανε', 'ουντανε ηθηκανε'],
    ['ιοτανε', 'οντανε ουσανε'],
    ['αγανε', 'ησανε οτανε ηκανε'],
  ] as const) {
    const left = before(word, own);
    if (left !== undefined) return left;
    if (whole !== '' && endsIn(word, whole)) return word.slice(0, -listOf(whole)[0]!.length);
  }
  return undefined;
}

const rule9b = ending(
  'ετε',
  'ετ',
  (left) => exceptions.rule9.has(left) || endsIn(left, vowelsNoY) || endsIn(left, exceptionEnds.rule9),
);
const rule9: Stem = (word) => rule9b(before(word, 'ησετε') ?? word);

const rule10: Stem = (word) => {
  const left = before(word, 'οντασ ωντασ');
  if (left === 'αρχ') return 'αρχοντ';
  return left?.endsWith('κρε') === true ? `${left}ωντ` : (left ?? word);
};

const rule11 = ending('ομαστε', 'ομαστ', (left) => left === 'ον');
const rule12a = ending('ιεστε', 'ιεστ', (left) => exceptions.rule12a.has(left));
const rule12b = ending('εστε', 'εστ', (left) => exceptions.rule12b.has(left));
const rule12: Stem = (word) => rule12b(rule12a(word));

const rule13b = ending(
  'ηκεσ ηκα ηκε',
  'ηκ',
  (left) => exceptions.rule13.has(left) || endsIn(left, exceptionEnds.rule13),
);
const rule13: Stem = (word) => rule13b(before(word, 'ηθηκεσ ηθηκα ηθηκε') ?? word);

const rule14 = ending(
  'ουσεσ ουσα ουσε',
  'ουσ',
  (left) => exceptions.rule14.has(left) || endsIn(left, vowels) || endsIn(left, exceptionEnds.rule14),
);
const rule15 = ending('αγεσ αγα αγε', 'αγ', (left) => {
  if (exceptions.rule15b.has(left) || left.endsWith('κολλ')) return false;
  return exceptions.rule15a.has(left) || endsIn(left, exceptionEnds.rule15);
});
const rule16 = ending('ησου ησε ησα', 'ησ', (left) => exceptions.rule16.has(left));
const rule17 = ending('ηστε', 'ηστ', (left) => exceptions.rule17.has(left));
const rule18 = ending('ησουνε ηθουνε ουνε', 'ουν', (left) => exceptions.rule18.has(left));
const rule19 = ending('ησουμε ηθουμε ουμε', 'ουμ', (left) => exceptions.rule19.has(left));
const rule20: Stem = (word) => {
  if (before(word, 'ματων ματοσ') !== undefined) return word.slice(0, -3);
  return before(word, 'ματα') === undefined ? word : word.slice(0, -2);
};
const rule22: Stem = (word) => {
  if (endsIn(word, 'εστερ εστατ')) return word.slice(0, -5);
  return endsIn(word, 'οτερ οτατ υτερ υτατ ωτερ ωτατ') ? word.slice(0, -4) : word;
};

const rules: readonly Stem[] = [
  rule0,
  rule1,
  rule2,
  rule3,
  rule4,
  rule5,
  rule6,
  rule7,
  rule8,
  rule9,
  rule10,
  rule11,
  rule12,
  rule13,
  rule14,
  rule15,
  rule16,
  rule17,
  rule18,
  rule19,
  rule20,
];

/**
 * Greek, by the algorithm of Georgios Ntais ("Development of a Stemmer for the Greek Language", 2006), as Lucene's GreekStemmer
 * does it. Words come in small letters, without accents and with one sigma.
 */
export function greek(word: string): string {
  if (word.length < 4) return word;
  const short = rules.reduce((stem, rule) => rule(stem), word);
  return rule22(short.length === word.length ? (before(short, endings) ?? short) : short);
}
