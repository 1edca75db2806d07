import { porterStem } from '../porter-stemmer.ts';
import type { TermFilter } from '../token-stream.ts';
import { bengali } from './bengali.ts';
import { brazilian } from './brazilian.ts';
import { englishMinimal, englishPlural } from './english-plural.ts';
import { finnishLight, hungarianLight } from './finno-ugric.ts';
import { germanCaumanns } from './german-caumanns.ts';
import {
  bokmaalLight,
  bokmaalMinimal,
  germanLight,
  germanMinimal,
  nynorskLight,
  nynorskMinimal,
  swedishLight,
} from './germanic.ts';
import { greek } from './greek.ts';
import { indonesian } from './indonesian.ts';
import { possessive } from './possessive.ts';
import { frenchLight, frenchMinimal, italianLight, portugueseLight, spanishLight } from './romance.ts';
import { galician, galicianMinimal, portugueseMinimal, portugueseRslp } from './rslp.ts';
import { arabic, hindi, persian } from './semitic.ts';
import { bulgarian, czech, latvian, russianLight } from './slavic.ts';
import { snowballStemmer } from './snowball.ts';
import { sorani } from './sorani.ts';

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
  ['bengali', stemming(bengali)],
  ['brazilian', stemming(brazilian)],
  ['bulgarian', stemming(bulgarian)],
  ['czech', stemming(czech)],
  ['galician', stemming(galician)],
  ['greek', stemming(greek)],
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
  ['minimal_galician', stemming(galicianMinimal)],
  ['minimal_portuguese', stemming(portugueseMinimal)],
  ['minimal_norwegian', stemming(bokmaalMinimal)],
  ['minimal_nynorsk', stemming(nynorskMinimal)],
  ['persian', stemming(persian)],
  ['plural_english', stemming(englishPlural)],
  ['portuguese_rslp', stemming(portugueseRslp)],
  ['sorani', stemming(sorani)],
]);

/** Of the filter `german_stem`, which `stemmer` has no name for. */
export const germanStem = stemming(germanCaumanns);

/** By the name that `stemmer` gives it, in small letters; undefined where there is none. */
export function stemmerOf(name: string): TermFilter | undefined {
  const known = own.get(name);
  return known ?? snowballOf(name);
}

/** By the language that `snowball` names, in small letters; undefined where there is none. */
export function snowballOf(language: string): TermFilter | undefined {
  const stem = snowballStemmer(language === 'german2' ? 'german' : language);
  return stem === undefined ? undefined : stemming(stem);
}
