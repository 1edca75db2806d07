import { isUtf8 } from 'node:buffer';
import {
  ApiError,
  apiError,
  isObject,
  parseNumbers,
  type ReadNumber,
  scanJson,
  sourceJson,
  withoutComments,
} from '@sextant/contract';

/** Values of JSON, with numbers that JavaScript would write otherwise kept as their text. */
export type JsonValue = unknown;
export type JsonObject = Record<string, JsonValue>;

const keepNumber: ReadNumber = (value, source) =>
  String(value) === source ? value : sourceJson.rawJSON(source);

/**
 * Reads UTF-8 JSON so that it can be written again with the same meaning; undefined where there is nothing but
 * white space and comments. Throws ApiError for all that another reader might take otherwise: other encodings,
 * keys that come twice, text after the value.
 */
export function readExactJson(bytes: Buffer): JsonValue {
  refuseOtherEncodings(bytes);
  const { problem, comments } = scanJson(bytes);
  if (problem !== undefined) throw apiError(problem.type, problem.reason);
  const text = Buffer.from(withoutComments(bytes, comments)).toString();
  if (text.trim() === '') return undefined;
  try {
    return parseNumbers(text, keepNumber);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError({ type: 'json_parse_exception', reason }, { cause: error });
  }
}

export function writeExactJson(value: JsonValue): Buffer {
  return Buffer.from(JSON.stringify(value ?? null));
}

/** UTF-16 and UTF-32 have a zero among their first bytes, or a mark that is no UTF-8. */
export function refuseOtherEncodings(bytes: Buffer): void {
  if (isUtf8(bytes) && !bytes.subarray(0, 4).includes(0)) return;
  throw apiError('parse_exception', 'the body is not UTF-8: send it in UTF-8');
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return isObject(value) && !sourceJson.isRawJSON(value);
}
