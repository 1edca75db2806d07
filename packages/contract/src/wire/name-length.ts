import { ApiError } from '../errors.ts';

/**
 * V8 hashes a longer name by its length alone: thousands of one length, each of which is compared with all others, would hold a thread
 * for minutes.
 */
const MOST_CHARACTERS = 16_383;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BLANK = 0x20;

/** Throws ApiError for JSON with a name that is too long; to be asked before it is parsed. It need not be sound. */
export function checkNameLengths(text: string): void {
  const { length } = text;
  if (length <= MOST_CHARACTERS) return;
  for (let at = 0; at < length; at++) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    const start = at + 1;
    at = endOfText(text, start);
    if (at - start > MOST_CHARACTERS && isName(text, at)) throw tooLong(at - start);
  }
}

/** Where the quote stands that ends it. */
function endOfText(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** Whether a colon follows the text that ends here. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && text.charCodeAt(at) <= BLANK) at++;
  return text.charCodeAt(at) === COLON;
}

function tooLong(length: number): ApiError {
  const told = `Name length (${length}) exceeds the maximum allowed (${MOST_CHARACTERS})`;
  return new ApiError({ type: 'stream_constraints_exception', reason: told });
}
