import { firstOf, inTurn, letters, over } from './suffix-rules.ts';

/**
 * The light stemmers of Jacques Savoy (University of Neuchâtel, "Light stemming approaches for the French, Portuguese, German and
 * Hungarian languages", SAC 2006), and those of Lucene that follow them, for languages of the North.
 */
export const germanLight = inTurn(
  letters('äàáâ>a öòóô>o ïìíî>i üùúû>u'),
  firstOf([
    { over: 5, ends: 'ern', cut: 3 },
    { over: 4, ends: 'em en er es', cut: 2 },
    { over: 3, ends: 'e', cut: 1 },
    { over: 3, ends: 'bs ds fs gs hs ks ls ms ns ts', cut: 1 },
  ]),
  firstOf([
    { over: 5, ends: 'est', cut: 3 },
    { over: 4, ends: 'er en', cut: 2 },
    { over: 4, ends: 'bst dst fst gst hst kst lst mst nst tst', cut: 2 },
  ]),
);

export const germanMinimal = over(
  4,
  inTurn(
    letters('ä>a ö>o ü>u'),
    firstOf([
      { over: 6, ends: 'nen', cut: 3 },
      { over: 5, ends: 'en se es er', cut: 2 },
      { over: 4, ends: 'n e s r', cut: 1 },
    ]),
  ),
);

export const swedishLight = inTurn(
  firstOf([{ over: 4, ends: 's', cut: 1 }]),
  firstOf([
    { over: 7, ends: 'elser heten', cut: 5 },
    { over: 6, ends: 'arne erna ande else aste orna aren', cut: 4 },
    { over: 5, ends: 'are ast het', cut: 3 },
    { over: 4, ends: 'ar er or en at te et', cut: 2 },
    { over: 3, ends: 't a e n', cut: 1 },
  ]),
);

/** Norwegian is written in two ways; what both share is in each. */
export const bokmaalLight = inTurn(
  firstOf([{ over: 4, ends: 's', cut: 1 }]),
  firstOf([
    { over: 7, ends: 'heter heten', cut: 5 },
    { over: 5, ends: 'dom het', cut: 3 },
    { over: 7, ends: 'elser elsen', cut: 5 },
    { over: 6, ends: 'ende else este eren', cut: 4 },
    { over: 5, ends: 'ere est ene', cut: 3 },
    { over: 4, ends: 'er en et st te', cut: 2 },
    { over: 3, ends: 'a e n', cut: 1 },
  ]),
);

export const nynorskLight = inTurn(
  firstOf([{ over: 4, ends: 's', cut: 1 }]),
  firstOf([
    { over: 7, ends: 'heita', cut: 5 },
    { over: 8, ends: 'heiter leiken leikar', cut: 6 },
    { over: 5, ends: 'dom', cut: 3 },
    { over: 6, ends: 'heit semd leik', cut: 4 },
    { over: 7, ends: 'elser elsen', cut: 5 },
    { over: 6, ends: 'ande else aste aren', cut: 4 },
    { over: 5, ends: 'are ast ene ane', cut: 3 },
    { over: 4, ends: 'er en et ar te', cut: 2 },
    { over: 3, ends: 'a e n', cut: 1 },
  ]),
);

const genitive = firstOf([{ over: 4, ends: 's', cut: 1 }]);

export const bokmaalMinimal = inTurn(
  genitive,
  firstOf([
    { over: 5, ends: 'ene', cut: 3 },
    { over: 4, ends: 'er en et', cut: 2 },
    { over: 3, ends: 'a e', cut: 1 },
  ]),
);

export const nynorskMinimal = inTurn(
  genitive,
  firstOf([
    { over: 5, ends: 'ene ane', cut: 3 },
    { over: 4, ends: 'er en et ar', cut: 2 },
    { over: 3, ends: 'a e', cut: 1 },
  ]),
);
