import { parseFieldMask } from '@sextant/engine';

/** Why a mask of a role cannot be used; undefined where it can. */
export function maskProblem(text: string): string | undefined {
  try {
    parseFieldMask(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
