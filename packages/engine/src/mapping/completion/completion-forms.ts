import type { Analyzer } from '../../analysis/analyzer.ts';
import { SEPARATOR } from './completion-entry.ts';

/** How the words of a text are put together. */
export interface FormOptions {
  readonly separators: boolean;
  /** A word that was removed leaves its place. */
  readonly increments: boolean;
}

/** Ways to read one text, where words stand for others. */
const FORMS_MAX = 64;

/** The words of a text as one: several forms where the analyzer gives several words for one place. */
export function completionForms(analyzer: Analyzer, text: string, options: FormOptions): string[] {
  const places: string[][] = [];
  const skip = (count: number): void => {
    for (let i = 0; options.increments && i < count; i++) places.push(['']);
  };
  analyzer.analyzeTokens(text, {
    token({ term, increment }) {
      const last = places.at(-1);
      if (increment === 0 && last !== undefined) last.push(term);
      else {
        skip(increment - 1);
        places.push([term]);
      }
    },
    end: (left) => skip(left),
  });
  if (places.length === 0) return [];
  const between = options.separators ? SEPARATOR : '';
  let forms = [''];
  for (const [i, words] of places.entries()) {
    const grown = forms.flatMap((form) => words.map((word) => `${form}${i === 0 ? '' : between}${word}`));
    forms = grown.slice(0, FORMS_MAX);
  }
  return forms;
}
