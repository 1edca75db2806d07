import { LinearPattern } from '@sextant/engine';

/** Regular expressions of users run on the engine's own kind: see there. */
export { LinearPattern };

const keptMax = 1_000;
const kept = new Map<string, (text: string) => boolean>();

/** Whether a whole text is what the expression says. Throws Error for one that cannot be used. */
export function regexTests(expression: string): (text: string) => boolean {
  let test = kept.get(expression);
  if (test === undefined) {
    const pattern = new LinearPattern(expression);
    const problem = pattern.problem();
    if (problem !== undefined) throw new Error(problem);
    test = (text) => pattern.matches(text);
    if (kept.size >= keptMax) kept.clear();
    kept.set(expression, test);
  }
  return test;
}
