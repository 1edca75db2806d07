import { ApiError, checkNameLengths, type ErrorCause, type JsonProblem, scanJson } from '@sextant/contract';
import { wrapError } from './errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws mapper_parsing_exception. */
export function decodeUtf8(source: Uint8Array): string {
  try {
    return utf8.decode(source);
  } catch {
    const reason = 'Invalid UTF-8 in the document';
    throw wrapError('mapper_parsing_exception', 'failed to parse', { type: 'json_parse_exception', reason });
  }
}

/** Throws mapper_parsing_exception where it must not be given to JSON.parse. */
export function checkDocumentNames(text: string): void {
  try {
    checkNameLengths(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw wrapError('mapper_parsing_exception', 'failed to parse', error.error);
  }
}

/**
 * The text of a document that JSON.parse has refused, or read differently: sound JSON with keys that occur once.
 * Comments are allowed, as in OpenSearch; they become blanks in `source` itself, so that what is stored can be read
 * by anybody. Throws mapper_parsing_exception with Jackson's words.
 */
export function soundJson(source: Uint8Array, text: string): string {
  if (!/^[ \t\r\n]*\{/.test(text)) {
    const reason =
      'Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes';
    throw wrapError('mapper_parsing_exception', 'failed to parse', {
      type: 'not_x_content_exception',
      reason,
    });
  }
  const { problem, comments } = scanJson(source);
  if (problem !== undefined) throw wrapError('mapper_parsing_exception', 'failed to parse', causeOf(problem));
  if (comments.length === 0) return text;
  for (let i = 0; i < comments.length; i += 2) source.fill(0x20, comments[i], comments[i + 1]);
  return decodeUtf8(source);
}

const tokens = new Map([
  ['{', 'START_OBJECT'],
  ['[', 'START_ARRAY'],
  ['"', 'VALUE_STRING'],
  ['t', 'VALUE_BOOLEAN'],
  ['f', 'VALUE_BOOLEAN'],
  ['n', 'VALUE_NULL'],
]);

function causeOf({ type, reason }: JsonProblem): ErrorCause {
  const extra = /^Unexpected character \('(.)'.*was expecting the end of the body/s.exec(reason);
  if (extra === null) return { type, reason };
  const token = tokens.get(extra[1]!) ?? 'VALUE_NUMBER';
  return {
    type: 'illegal_argument_exception',
    reason: `Malformed content, found extra data after parsing: ${token}`,
  };
}
