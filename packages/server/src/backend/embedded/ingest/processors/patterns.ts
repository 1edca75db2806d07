import { ApiError } from '@sextant/contract';
import { JavaMatcher } from '@sextant/engine';
import type { Config } from '../processor-config.ts';

/** The expression of a property. Throws ApiError that names it. */
export function patternOf(config: Config, name: string): JavaMatcher {
  const expression = config.text(name);
  try {
    return new JavaMatcher(expression);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw config.wrong(name, `Invalid regex pattern. ${error.error.reason}`);
  }
}

/** The same where the expression is told without the name of its property. */
export function plainPattern(expression: string): JavaMatcher {
  return new JavaMatcher(expression);
}
