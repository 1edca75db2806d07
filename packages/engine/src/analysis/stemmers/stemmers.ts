import { porterStem } from '../porter-stemmer.ts';
import type { TermFilter } from '../token-stream.ts';
import { englishMinimal } from './english-plural.ts';
import { finnishLight, hungarianLight } from './finno-ugric.ts';
import {
  bokmaalLight,
  bokmaalMinimal,
  germanLight,
  germanMinimal,
  nynorskLight,
  nynorskMinimal,
  swedishLight,
} from './germanic.ts';
import { indonesian } from './indonesian.ts';
import { possessive } from './possessive.ts';
import { frenchLight, frenchMinimal, italianLight, portugueseLight, spanishLight } from './romance.ts';
import { arabic, hindi, persian } from './semitic.ts';
import { bulgarian, czech, latvian, russianLight } from './slavic.ts';
import { snowballStemmer } from './snowball.ts';

type Stem = (word: string) => string;

/** A stemmer leaves keywords alone, and so shows whether a word is one. */
function stemming(term: Stem): TermFilter {
  return { term, heedsKeywords: true, adds: ['keyword'] };
}

/** Those that Snowball does not have, or that are others than Snowball's. */
const own = new Map<string, TermFilter>([
  ['porter', stemming(porterStem)],
  ['english', stemming(porterStem)],
  ['possessive_english', possessive],
  ['porter2', stemming(snowballStemmer('english')!)],
  ['german2', stemming(snowballStemmer('german')!)],
  ['arabic', stemming(arabic)],
  ['bulgarian', stemming(bulgarian)],
  ['czech', stemming(czech)],
  ['hindi', stemming(hindi)],
  ['indonesian', stemming(indonesian)],
  ['latvian', stemming(latvian)],
  ['light_finnish', stemming(finnishLight)],
  ['light_french', stemming(frenchLight)],
  ['light_german', stemming(germanLight)],
  ['light_hungarian', stemming(hungarianLight)],
  ['light_italian', stemming(italianLight)],
  ['light_norwegian', stemming(bokmaalLight)],
  ['light_nynorsk', stemming(nynorskLight)],
  ['light_portuguese', stemming(portugueseLight)],
  ['light_russian', stemming(russianLight)],
  ['light_spanish', stemming(spanishLight)],
  ['light_swedish', stemming(swedishLight)],
  ['minimal_english', stemming(englishMinimal)],
  ['minimal_french', stemming(frenchMinimal)],
  ['minimal_german', stemming(germanMinimal)],
  ['minimal_norwegian', stemming(bokmaalMinimal)],
  ['minimal_nynorsk', stemming(nynorskMinimal)],
  ['persian', stemming(persian)],
]);

/** Languages whose stemmer of that name is another than Snowball's, and not served. */
const unserved: ReadonlySet<string> = new Set(['greek']);

/** By the name that `stemmer` gives it, in small letters; undefined where there is none. */
export function stemmerOf(name: string): TermFilter | undefined {
  const known = own.get(name);
  if (known !== undefined || unserved.has(name)) return known;
  return snowballOf(name);
}

/** By the language that `snowball` names, in small letters; undefined where there is none. */
export function snowballOf(language: string): TermFilter | undefined {
  if (language === 'porter') return own.get('porter');
  const stem = snowballStemmer(language === 'german2' ? 'german' : language);
  return stem === undefined ? undefined : stemming(stem);
}
