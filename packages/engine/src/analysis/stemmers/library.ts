import { createRequire } from 'node:module';

type Library = Pick<typeof import('@orama/stemmers/french') & typeof import('porter2'), 'stemmer' | 'stem'>;

/** Snowball's stemmers, as the library has them. Each is loaded when it is first asked for. */
const load = createRequire(import.meta.url);

/** In some texts a word comes again and again; more words than that are forgotten together. */
const KEPT_MAX = 4096;
const LENGTH_MAX = 100;

type Stem = (word: string) => string;

/** A stemmer of the library by its language. */
export function librarySnowball(language: string): Stem {
  return rememberedStems(() => stemOf(language));
}

/** A stemmer that is made when its first word comes, and remembers words. Those that are longer than any are left alone. */
export function rememberedStems(make: () => Stem): Stem {
  const known = new Map<string, string>();
  let stem: Stem | undefined;
  return (word) => {
    if (word.length > LENGTH_MAX) return word;
    let result = known.get(word);
    if (result === undefined) {
      stem ??= make();
      result = stem(word);
      if (known.size >= KEPT_MAX) known.clear();
      known.set(word, result);
    }
    return result;
  };
}

function stemOf(language: string): Stem {
  const loaded = load(`#stemmers/${language}`) as Library & { default?: Library };
  // A bundle of a CommonJS library has all of it in its default.
  const library = loaded.default ?? loaded;
  return language === 'english' ? library.stem : library.stemmer;
}
