import {
  apiError,
  Double,
  type Json,
  Long,
  parseNamed,
  parseNumbers,
  type ReadNumber,
  scanJson,
  withoutComments,
} from '@sextant/contract';

const numbers: ReadNumber = (value, source) => {
  if (/[.eE]/.test(source)) return new Double(value);
  return Number.isSafeInteger(value) ? value : new Long(source);
};

export interface ReadJson {
  /** As JSON.parse gives it, or another reader. */
  readonly plain: unknown;
  /** The same so that it can be written again: `3.0` is not `3`, and no digit is lost. */
  readonly tree: Json;
}

/** `readPlain` reads sound JSON. undefined where there is nothing but white space and comments. Throws ApiError for what is broken. */
export function readJsonTree(
  bytes: Buffer,
  readPlain: (text: string) => unknown = parseNamed,
): ReadJson | undefined {
  const { problem, comments } = scanJson(bytes);
  if (problem !== undefined) throw apiError(problem.type, problem.reason);
  const text = Buffer.from(withoutComments(bytes, comments)).toString();
  if (text.trim() === '') return undefined;
  return { plain: readPlain(text), tree: parseNumbers(text, numbers) as Json };
}
