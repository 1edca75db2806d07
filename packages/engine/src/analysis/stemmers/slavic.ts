import { firstOf, inTurn, over } from './suffix-rules.ts';

/** Dolamic and Savoy, "Indexing and searching strategies for the Russian language" (JASIST 60, 2009). */
export const russianLight = inTurn(
  firstOf([
    { over: 6, ends: 'иями оями', cut: 4 },
    { over: 5, ends: 'иям иях оях ями оям оьв ами его ему ери ими ого ому ыми оев', cut: 3 },
    {
      over: 4,
      ends: 'ая яя ях юю ах ею их ия ию ьв ою ую ям ых ея ам ем ей ём ев ий им ое ой ом ов ые ый ым ми',
      cut: 2,
    },
    { over: 3, ends: 'а е и о у й ы я ь', cut: 1 },
  ]),
  firstOf([
    { over: 3, ends: 'ь и', cut: 1 },
    { over: 3, ends: 'нн', cut: 1 },
  ]),
);

const czechEnd = (word: string): string => {
  if (word.endsWith('čt')) return `${word.slice(0, -2)}ck`;
  if (word.endsWith('št')) return `${word.slice(0, -2)}sk`;
  const last = word.at(-1)!;
  if ('cč'.includes(last)) return `${word.slice(0, -1)}k`;
  if ('zž'.includes(last)) return `${word.slice(0, -1)}h`;
  if (word.length > 1 && word.at(-2) === 'e') return word.slice(0, -2) + last;
  if (word.length > 2 && word.at(-2) === 'ů') return `${word.slice(0, -2)}o${last}`;
  return word;
};

/** Dolamic and Savoy, "Indexing and stemming approaches for the Czech language" (IPM 45, 2009). */
export const czech = inTurn(
  firstOf([
    { over: 7, ends: 'atech', cut: 5 },
    { over: 6, ends: 'ětem etem atům', cut: 4 },
    {
      over: 5,
      ends: 'ech ich ích ého ěmi emi ému ete eti iho ího ími imu ímu ách ata aty ých ama ami ové ovi ými',
      cut: 3,
    },
    { over: 4, ends: 'em es ém ím ům at ám os us ým mi ou', cut: 2 },
    { over: 3, ends: 'a e i o u ů y á é í ý ě', cut: 1 },
  ]),
  firstOf([{ over: 5, ends: 'ov in ův', cut: 2 }]),
  over(0, czechEnd),
);

const bulgarianPlural = firstOf([
  { over: 6, ends: 'овци', cut: 3 },
  { over: 6, ends: 'ове', cut: 3 },
  { over: 6, ends: 'еве', cut: 3, add: 'й' },
  { over: 5, ends: 'ища', cut: 3 },
  { over: 5, ends: 'та', cut: 2 },
  { over: 5, ends: 'ци', cut: 2, add: 'к' },
  { over: 5, ends: 'зи', cut: 2, add: 'г' },
]);

function bulgarianEnd(word: string): string {
  const plural = bulgarianPlural(word);
  if (plural !== word) return plural;
  if (word.length > 5 && word.at(-3) === 'е' && word.endsWith('и'))
    return `${word.slice(0, -3)}я${word.at(-2)!}`;
  return firstOf([
    { over: 4, ends: 'си', cut: 2, add: 'х' },
    { over: 4, ends: 'и', cut: 1 },
  ])(word);
}

const bulgarianVowels = over(
  3,
  inTurn(firstOf([{ over: 0, ends: 'я', cut: 1 }]), firstOf([{ over: 0, ends: 'а о е', cut: 1 }])),
);

function withoutHardSign(word: string): string {
  return word.length > 5 && word.at(-2) === 'ъ' ? word.slice(0, -2) + word.at(-1)! : word;
}

/** Preslav Nakov, "BulStem", as Savoy made a light one of it. */
export const bulgarian = over(3, (word) => {
  if (word.length > 5 && word.endsWith('ища')) return word.slice(0, -3);
  const article = firstOf([
    { over: 6, ends: 'ият', cut: 3 },
    { over: 5, ends: 'ът то те та ия', cut: 2 },
    { over: 4, ends: 'ят', cut: 2 },
  ]);
  const bare = bulgarianVowels(bulgarianEnd(article(word)));
  return withoutHardSign(bare.length > 4 && bare.endsWith('ен') ? `${bare.slice(0, -2)}н` : bare);
});

const latvianVowels = /[aeiouāīēū]/g;

const latvianAffixes = [
  'ajiem 3',
  'ajai 3',
  'ajam 2',
  'ajām 2',
  'ajos 2',
  'ajās 2',
  'iem 2 soft',
  'ajā 2',
  'ais 2',
  'ai 2',
  'ei 2',
  'ām 1',
  'am 1',
  'ēm 1',
  'īm 1',
  'im 1',
  'um 1',
  'us 1 soft',
  'as 1',
  'ās 1',
  'es 1',
  'os 1 soft',
  'ij 1',
  'īs 1',
  'ēs 1',
  'is 1',
  'ie 1',
  'u 1 soft',
  'a 1 soft',
  'i 1 soft',
  'e 1',
  'ā 1',
  'ē 1',
  'ī 1',
  'ū 1',
  'o 1',
  's 0',
  'š 0',
].map((row) => {
  const [affix, vowels, soft] = row.split(' ');
  return { affix: affix!, vowels: Number(vowels), isSoft: soft !== undefined };
});

const hardened = firstOf([
  { over: 0, ends: 'pj bj mj vj', cut: 1 },
  { over: 0, ends: 'šņ', cut: 2, add: 'sn' },
  { over: 0, ends: 'žņ', cut: 2, add: 'zn' },
  { over: 0, ends: 'šļ', cut: 2, add: 'sl' },
  { over: 0, ends: 'žļ', cut: 2, add: 'zl' },
  { over: 0, ends: 'ļņ', cut: 2, add: 'ln' },
  { over: 0, ends: 'ļļ', cut: 2, add: 'll' },
  { over: 0, ends: 'č', cut: 1, add: 'c' },
  { over: 0, ends: 'ļ', cut: 1, add: 'l' },
  { over: 0, ends: 'ņ', cut: 1, add: 'n' },
]);

const hardenedBeforeU = firstOf([
  { over: 0, ends: 'kš', cut: 2, add: 'kst' },
  { over: 0, ends: 'ņņ', cut: 2, add: 'nn' },
]);

/** Kārlis Krēsliņš, "A stemming algorithm for Latvian" (1996), in Lucene's lighter form. */
export function latvian(word: string): string {
  const vowels = word.match(latvianVowels)?.length ?? 0;
  const found = latvianAffixes.find(
    (each) => vowels > each.vowels && word.length >= each.affix.length + 3 && word.endsWith(each.affix),
  );
  if (found === undefined) return word;
  const stem = word.slice(0, word.length - found.affix.length);
  if (!found.isSoft) return stem;
  const beforeU = found.affix.startsWith('u') ? hardenedBeforeU(stem) : stem;
  return beforeU === stem ? hardened(stem) : beforeU;
}
