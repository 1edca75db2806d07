import { firstOf, inTurn, letters, over, type SuffixRule } from './suffix-rules.ts';

/** Jacques Savoy's light stemmers for Finnish and Hungarian (University of Neuchâtel), as Lucene runs them. */

function finnishParticles(word: string): string {
  let result = word;
  for (;;) {
    if (result.length > 8 && result.endsWith('kin')) result = result.slice(0, -3);
    else if (result.length > 8 && result.endsWith('ko')) result = result.slice(0, -2);
    else break;
  }
  return firstOf([
    { over: 11, ends: 'dellinen', cut: 8 },
    { over: 11, ends: 'dellisuus', cut: 9 },
  ])(result);
}

const finnishLong: readonly SuffixRule[] = [
  { over: 8, ends: 'nnen', cut: 4, add: 's' },
  { over: 8, ends: 'ntena', cut: 5, add: 's' },
  { over: 8, ends: 'tten', cut: 4 },
  { over: 8, ends: 'eiden', cut: 5 },
  { over: 6, ends: 'neen niin seen teen inen', cut: 4 },
  { over: 6, ends: 'han hen hin hon hun hyn', cut: 3 },
  { over: 6, ends: 'den', cut: 3, add: 's' },
  { over: 6, ends: 'ksen', cut: 4, add: 's' },
  { over: 6, ends: 'ssa sta lla lta tta ksi lle', cut: 3 },
  { over: 5, ends: 'na ne', cut: 2 },
  { over: 5, ends: 'nei', cut: 3 },
  { over: 4, ends: 'ja ta', cut: 2 },
  { over: 4, ends: 'a', cut: 1 },
  { over: 4, ends: 'an en in on un yn', cut: 2 },
  { over: 4, ends: 'n', cut: 1 },
];

function finnishDoubles(word: string): string {
  if (word.length <= 8) return word;
  return word.replace(/[eou]$/, '');
}

export const finnishLight = over(
  3,
  inTurn(
    letters('äå>a ö>o'),
    finnishParticles,
    firstOf([
      { over: 5, ends: 'lla tse sti', cut: 3 },
      { over: 5, ends: 'ni', cut: 2 },
      { over: 5, ends: 'aa', cut: 1 },
    ]),
    firstOf(finnishLong),
    firstOf([{ over: 5, ends: 'hde', cut: 3, add: 'ksi' }]),
    firstOf([
      { over: 4, ends: 'ei at', cut: 2 },
      { over: 3, ends: 't s j e a i', cut: 1 },
    ]),
    finnishDoubles,
    over(4, (word) => {
      const bare = word.replace(/i$/, '');
      return bare.length > 4 ? bare.replaceAll(/([kpt])\1+/g, '$1') : bare;
    }),
  ),
);

const vowel = /[aeiouy]/;

function isVowelAt(word: string, fromEnd: number): boolean {
  return vowel.test(word.at(-fromEnd)!);
}

function endsWithAny(word: string, ends: string): boolean {
  return ends.split(' ').some((end) => word.endsWith(end));
}

function hungarianCase(word: string): string {
  const { length } = word;
  if (length > 6 && word.endsWith('kent')) return word.slice(0, -4);
  if (length > 5) {
    if (endsWithAny(word, 'nak nek val vel ert rol ban ben bol nal nel hoz hez tol'))
      return word.slice(0, -3);
    const isDoubled = word.at(-3) === word.at(-4) && !isVowelAt(word, 3);
    if (endsWithAny(word, 'al el') && isDoubled) return word.slice(0, -3);
  }
  if (length <= 4) return word;
  if (endsWithAny(word, 'at et ot va ve ra re ba be ul ig')) return word.slice(0, -2);
  if (endsWithAny(word, 'on en') && !isVowelAt(word, 3)) return word.slice(0, -2);
  if (endsWithAny(word, 't n')) return word.slice(0, -1);
  const isDoubled = word.at(-2) === word.at(-3) && !isVowelAt(word, 2);
  return endsWithAny(word, 'a e') && isDoubled ? word.slice(0, -2) : word;
}

function hungarianPossessive(word: string): string {
  const { length } = word;
  if (length > 6) {
    if (!isVowelAt(word, 5) && endsWithAny(word, 'atok otok etek')) return word.slice(0, -4);
    if (endsWithAny(word, 'itek itok')) return word.slice(0, -4);
  }
  if (length > 5) {
    if (!isVowelAt(word, 4) && endsWithAny(word, 'unk tok tek')) return word.slice(0, -3);
    if (isVowelAt(word, 4) && word.endsWith('juk')) return word.slice(0, -3);
    if (word.endsWith('ink')) return word.slice(0, -3);
  }
  if (length > 4) {
    if (!isVowelAt(word, 3) && endsWithAny(word, 'am em om ad ed od uk')) return word.slice(0, -2);
    if (isVowelAt(word, 3) && endsWithAny(word, 'nk ja je')) return word.slice(0, -2);
    if (endsWithAny(word, 'im id ik')) return word.slice(0, -2);
  }
  if (length <= 3) return word;
  const isCut = isVowelAt(word, 2) ? endsWithAny(word, 'm d i') : endsWithAny(word, 'a e i');
  return isCut ? word.slice(0, -1) : word;
}

const hungarianPlural = firstOf([
  { over: 4, ends: 'ak ok ek', cut: 2 },
  { over: 3, ends: 'k', cut: 1 },
]);

export const hungarianLight = inTurn(
  letters('á>a ëé>e í>i óőõöô>o úűũûü>u'),
  hungarianCase,
  hungarianPossessive,
  hungarianPlural,
  firstOf([{ over: 3, ends: 'a e i o', cut: 1 }]),
);
