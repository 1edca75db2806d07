import { galicianRules } from './rslp-galician.ts';
import { portugueseRules } from './rslp-portuguese.ts';

interface Rule {
  readonly end: string;
  /** What is left must be as long. */
  readonly min: number;
  readonly add: string;
  readonly exceptions: readonly string[];
}

interface Step {
  /** Shorter words are passed by. */
  readonly min: number;
  /** Exceptions are whole words; otherwise ends of words. */
  readonly whole: boolean;
  /** One of them must end the word, where there are any. */
  readonly ends: readonly string[];
  readonly rules: Rule[];
}

type Stem = (word: string) => string;

/**
 * Reads steps: a line `= NAME MIN words|ends END…`, and the step's rules, each `ENDminimum>ADD` with its exceptions in
 * parentheses behind it. A minimum of 0 is that of the rule that needs least.
 */
function stepsOf(text: string): ReadonlyMap<string, Step> {
  const steps = new Map<string, Step>();
  let step: Step | undefined;
  let open: string[] | undefined;
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('= ')) {
      const [, name, min, how, ...ends] = line.split(' ');
      step = { min: Number(min), whole: how === 'words', ends, rules: [] };
      steps.set(name!, step);
      continue;
    }
    for (const part of line.split(' ')) {
      if (open === undefined && !part.startsWith('(')) step!.rules.push(ruleOf(part));
      else {
        open ??= step!.rules.at(-1)!.exceptions as string[];
        open.push(part.replace(/^\(|\)$/g, ''));
        if (part.endsWith(')')) open = undefined;
      }
    }
  }
  return steps;
}

function ruleOf(text: string): Rule {
  const [, end, min, add] = /^(\D*)(\d+)>(.*)$/.exec(text)!;
  return { end: end!, min: Number(min), add: add!, exceptions: [] };
}

function stemOf(step: Step): Stem {
  const { rules, whole, ends } = step;
  const min = step.min || Math.min(...rules.map((rule) => rule.min + rule.end.length));
  const isException = whole
    ? (word: string, exceptions: readonly string[]) => exceptions.includes(word)
    : (word: string, exceptions: readonly string[]) => exceptions.some((each) => word.endsWith(each));
  return (word) => {
    if (word.length < min || (ends.length > 0 && !ends.some((end) => word.endsWith(end)))) return word;
    for (const { end, min: least, add, exceptions } of rules) {
      const left = word.length - end.length;
      if (left >= least && word.endsWith(end) && !isException(word, exceptions)) {
        return word.slice(0, left) + add;
      }
    }
    return word;
  };
}

/** The steps of a language by name, made when its first word comes. */
function language(rules: string): (name: string) => Stem {
  let steps: ReadonlyMap<string, Stem> | undefined;
  return (name) => (word) => {
    steps ??= new Map([...stepsOf(rules)].map(([each, step]) => [each, stemOf(step)]));
    return steps.get(name)!(word);
  };
}

const ofPortuguese = language(portugueseRules);
const ofGalician = language(galicianRules);
const [ptPlural, ptAdverb, ptFeminine, ptAugmentative, ptNoun, ptVerb, ptVowel] = [
  'plural',
  'adverb',
  'feminine',
  'augmentative',
  'noun',
  'verb',
  'vowel',
].map(ofPortuguese) as [Stem, Stem, Stem, Stem, Stem, Stem, Stem];
const [glPlural, glUnification, glAdverb, glAugmentative, glNoun, glVerb, glVowel] = [
  'plural',
  'unification',
  'adverb',
  'augmentative',
  'noun',
  'verb',
  'vowel',
].map(ofGalician) as [Stem, Stem, Stem, Stem, Stem, Stem, Stem];

const bases: ReadonlyMap<string, string> = new Map(
  ['aàáâãäå', 'cç', 'eèéêë', 'iìíîï', 'nñ', 'oòóôõö', 'uùúûü', 'yýÿ'].flatMap((row) =>
    [...row].map((char): [string, string] => [char, row[0]!]),
  ),
);
const GALICIAN_ACCENTS = 'áéêíóú';

function withoutAccents(word: string, of?: string): string {
  let result = '';
  for (let at = 0; at < word.length; at++) {
    const char = word[at]!;
    result += of === undefined || of.includes(char) ? (bases.get(char) ?? char) : char;
  }
  return result;
}

/** Portuguese by RSLP (the stemmer of Orengo), as Lucene's PortugueseStemmer does it. */
export function portugueseRslp(word: string): string {
  const base = ptAugmentative(ptFeminine(ptAdverb(ptPlural(word))));
  const noun = ptNoun(base);
  if (noun.length !== base.length) return withoutAccents(noun);
  const verb = ptVerb(noun);
  return withoutAccents(verb.length === noun.length ? ptVowel(verb) : verb);
}

/** Plurals of Portuguese alone. */
export const portugueseMinimal: Stem = ptPlural;

/** Galician, as Lucene's GalicianStemmer does it. */
export function galician(word: string): string {
  let base = glAdverb(glUnification(glPlural(word)));
  for (;;) {
    const next = glAugmentative(base);
    const isDone = next.length === base.length;
    base = next;
    if (isDone) break;
  }
  const noun = glNoun(base);
  return withoutAccents(glVowel(noun.length === base.length ? glVerb(noun) : noun), GALICIAN_ACCENTS);
}

/** Plurals of Galician alone. */
export const galicianMinimal: Stem = glPlural;
