import { SeededRandom } from '@sextant/base/testing';

const DAY_MS = 86_400_000;
const START_MS = 1_704_067_200_000;

/** Documents of words whose frequencies fall off as in real text, with numbers, a keyword and a date. */
export function corpusLines(docs: number, seed = 1): string[] {
  const random = new SeededRandom(seed);
  // Squaring twice makes low numbers frequent: word 0 is in nearly every document, most are rare.
  const word = (): string => `w${Math.floor(random.float() ** 4 * 20_000)}`;
  return Array.from({ length: docs }, (_, n) => {
    const text = Array.from({ length: 40 }, word).join(' ');
    const section = `s${Math.floor(random.float() ** 2 * 50)}`;
    const size = Math.floor(random.float() * 100_000);
    const updated = new Date(START_MS + Math.floor(random.float() * 365) * DAY_MS).toISOString();
    return JSON.stringify({ text, section, owner: `o${n % Math.max(1, docs >> 2)}`, size, updated });
  });
}

export const corpusMapping = {
  dynamic: 'strict',
  properties: {
    text: { type: 'text' },
    section: { type: 'keyword' },
    owner: { type: 'keyword' },
    size: { type: 'long' },
    updated: { type: 'date' },
  },
};
