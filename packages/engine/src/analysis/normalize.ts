import type { Analyzer } from './analyzer.ts';

const utf8 = new TextDecoder();
let result: string | undefined;
const collector = {
  token(buffer: Uint8Array, start: number, length: number): void {
    result ??= utf8.decode(buffer.subarray(start, start + length));
  },
};

/** The one term that a normalizer makes of a text; the text itself where it makes none. */
export function normalize(normalizer: Analyzer, text: string): string {
  result = undefined;
  normalizer.analyze(text, collector);
  return result ?? text;
}
