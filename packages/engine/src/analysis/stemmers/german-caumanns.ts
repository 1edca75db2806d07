const masks: readonly (readonly [letters: string, mask: string])[] = [
  ['sch', '$'],
  ['ch', '§'],
  ['ei', '%'],
  ['ie', '&'],
  ['ig', '#'],
  ['st', '!'],
];
const unmasked: ReadonlyMap<string, string> = new Map(masks.map(([letters, mask]) => [mask, letters]));
const umlauts: ReadonlyMap<string, string> = new Map([
  ['ä', 'a'],
  ['ö', 'o'],
  ['ü', 'u'],
]);
const LETTERS = /^\p{L}*$/u;
/** In place of the second of two equal letters. */
const TWIN = '*';

/** German, by the algorithm of Jörg Caumanns ("A Fast and Simple Stemming Algorithm for German Words"), as Lucene's GermanStemmer does it. */
export function germanCaumanns(word: string): string {
  const small = word.toLowerCase();
  if (!LETTERS.test(small)) return small;
  const { text, spared } = masked(small);
  let stem = stripped(text, spared);
  if (stem.length > 5 && stem.endsWith(`erin${TWIN}`)) stem = stripped(stem.slice(0, -1), spared);
  if (stem.endsWith('z')) stem = `${stem.slice(0, -1)}x`;
  return withoutParticle(shown(stem));
}

/** `spared`: letters that the text has lost. */
function masked(word: string): { readonly text: string; readonly spared: number } {
  let text = word;
  let spared = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    let by = umlauts.get(char) ?? char;
    if (at > 0 && char === text[at - 1]) by = TWIN;
    else if (char === 'ß') {
      by = 'ss';
      spared++;
    }
    text = text.slice(0, at) + by + text.slice(at + 1);
    const found = masks.find(([letters]) => text.startsWith(letters, at));
    if (found === undefined) continue;
    const [letters, mask] = found;
    text = text.slice(0, at) + mask + text.slice(at + letters.length);
    spared += letters.length - 1;
  }
  return { text, spared };
}

function stripped(text: string, spared: number): string {
  let rest = text;
  while (rest.length > 3) {
    const length = rest.length + spared;
    if (length > 5 && rest.endsWith('nd')) rest = rest.slice(0, -2);
    else if (length > 4 && (rest.endsWith('em') || rest.endsWith('er'))) rest = rest.slice(0, -2);
    else if ('esnt'.includes(rest.at(-1)!)) rest = rest.slice(0, -1);
    else break;
  }
  return rest;
}

function shown(stem: string): string {
  let text = '';
  for (const char of stem) text += char === TWIN ? (text.at(-1) ?? '') : (unmasked.get(char) ?? char);
  return text;
}

/** The first `gege` becomes `ge`. */
function withoutParticle(word: string): string {
  return word.length > 4 ? word.replace('gege', 'ge') : word;
}
