import { compileSnowball } from '../snowball/compile.ts';
import { basqueProgram } from '../snowball/programs/basque.ts';
import { catalanProgram } from '../snowball/programs/catalan.ts';
import { estonianProgram } from '../snowball/programs/estonian.ts';
import { porterProgram } from '../snowball/programs/porter.ts';
import { yiddishProgram } from '../snowball/programs/yiddish.ts';
import { librarySnowball, rememberedStems } from './library.ts';

type Stem = (word: string) => string;

const plain =
  'arabic armenian danish dutch finnish french greek hungarian indonesian irish italian lithuanian nepali ' +
  'norwegian portuguese russian serbian spanish swedish tamil turkish english';

/** Vowels written with two letters; `qu` is none, nor is a `u` between vowels. */
const GERMAN_PAIR = /qu|[aeiouyäöü]ue|ae|oe|ue|ß/g;
const germanLetters: ReadonlyMap<string, string> = new Map([
  ['ae', 'ä'],
  ['oe', 'ö'],
  ['ue', 'ü'],
  ['ß', 'ss'],
]);

function german(): Stem {
  const stem = librarySnowball('german');
  return (word) => stem(word.replaceAll(GERMAN_PAIR, (pair) => germanLetters.get(pair) ?? pair));
}

const COMMA_S = '\u0219';
const COMMA_T = '\u021b';
const CEDILLA_S = '\u015f';
const CEDILLA_T = '\u0163';

/** The library knows the letters with a cedilla; what is indexed has the comma. */
function romanian(): Stem {
  const stem = librarySnowball('romanian');
  return (word) =>
    stem(word.replaceAll(COMMA_S, CEDILLA_S).replaceAll(COMMA_T, CEDILLA_T))
      .replaceAll(CEDILLA_S, COMMA_S)
      .replaceAll(CEDILLA_T, COMMA_T);
}

/** Those that the library does not have, from the programs that their authors wrote. */
const programs: readonly (readonly [language: string, program: string])[] = [
  ['basque', basqueProgram],
  ['catalan', catalanProgram],
  ['estonian', estonianProgram],
  ['porter', porterProgram],
  ['yiddish', yiddishProgram],
];

const stemmers = new Map<string, Stem>([
  ...plain.split(' ').map((language): [string, Stem] => [language, librarySnowball(language)]),
  ...programs.map(([language, program]): [string, Stem] => [
    language,
    rememberedStems(() => compileSnowball(program)),
  ]),
  ['hindi', librarySnowball('indian')],
  ['german', german()],
  ['romanian', romanian()],
]);

/** Snowball's stemmer of a language; undefined where it has none, or none that is served. */
export function snowballStemmer(language: string): Stem | undefined {
  return stemmers.get(language);
}
