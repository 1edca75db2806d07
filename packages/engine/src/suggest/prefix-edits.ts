import type { CompletionFuzzy } from './completion-request.ts';

const ASCII = 0x80;

/**
 * Whether some beginning of a text is within a few edits of what was typed. Characters are bytes or code points, as the caller
 * has them. Neighbours that change places are one edit, where that is wanted.
 */
export class PrefixEdits {
  readonly #typed: readonly number[];
  readonly #fuzzy: CompletionFuzzy;
  readonly #isExact: boolean;

  constructor(typed: readonly number[], fuzzy: CompletionFuzzy) {
    this.#typed = typed;
    this.#fuzzy = fuzzy;
    this.#isExact = typed.length <= fuzzy.prefixLength || typed.length < fuzzy.minLength || fuzzy.edits === 0;
  }

  /** The characters that are the same at the beginning of what was typed and of the shortest such beginning; -1: there is none. */
  common(text: readonly number[]): number {
    const typed = this.#typed;
    const { prefixLength } = this.#fuzzy;
    const exact = this.#isExact ? typed.length : prefixLength;
    for (let i = 0; i < exact; i++) if (text[i] !== typed[i]) return -1;
    const length = this.#isExact ? exact : this.#shortest(text.slice(prefixLength));
    if (length < 0) return -1;
    const end = Math.min(typed.length, this.#isExact ? length : prefixLength + length);
    let same = 0;
    // OpenSearch holds code points against bytes here, of which only ASCII is the same.
    const limit = this.#fuzzy.unicode ? ASCII : Number.POSITIVE_INFINITY;
    while (same < end && typed[same] === text[same] && text[same]! < limit) same++;
    return same;
  }

  /** The length of the shortest beginning within the edits; -1: there is none. */
  #shortest(text: readonly number[]): number {
    const { prefixLength, edits, transpositions } = this.#fuzzy;
    const typed = this.#typed.slice(prefixLength);
    const width = typed.length;
    // A text that is shorter by more than the edits has no such beginning: what was typed may be as long as a request.
    if (width > text.length + edits) return -1;
    let twoBefore: number[] = [];
    let before: number[] = [];
    let row = Array.from({ length: width + 1 }, (_, i) => i);
    for (let j = 0; ; j++) {
      if (row[width]! <= edits) return j;
      if (j === text.length || Math.min(...row) > edits) return -1;
      [twoBefore, before, row] = [before, row, [j + 1]];
      for (let i = 1; i <= width; i++) {
        const differs = typed[i - 1] === text[j] ? 0 : 1;
        let least = Math.min(before[i]! + 1, row[i - 1]! + 1, before[i - 1]! + differs);
        const exchanged = j > 0 && i > 1 && typed[i - 1] === text[j - 1] && typed[i - 2] === text[j];
        if (transpositions && exchanged) least = Math.min(least, twoBefore[i - 2]! + 1);
        row.push(least);
      }
    }
  }
}
