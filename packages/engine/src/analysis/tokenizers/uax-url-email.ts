import type { TokenizerType } from '../component-type.ts';
import { standardTokenAt } from '../standard-tokenizer.ts';
import type { Tokenizer } from '../token-stream.ts';
import { emailEnd } from './email-addresses.ts';
import { checkedWordLength } from './simple.ts';
import { ATOM, LABEL, runOf } from './url-characters.ts';
import { urlAt } from './urls.ts';

/** How far URLs and addresses are looked for, so that no text takes more than a multiple of its length. */
const AHEAD_MAX = 4096;
const SPACE = 0x20;

/** Lucene's UAX29URLEmailTokenizer: as the standard one, with whole URLs and addresses. The longest rule wins. */
function urlEmailTokenizer(maxTokenLength: number): Tokenizer {
  return (text, sink) => {
    // Ends of runs that a token begins in or before: what was read once is not read again for the next token.
    let labels = 0;
    let atoms = 0;
    for (let at = 0; at < text.length; ) {
      const limit = Math.min(text.length, at + maxTokenLength);
      const near = Math.min(limit, at + AHEAD_MAX);
      let { end, type } = text.charCodeAt(at) <= SPACE ? nothing : standardTokenAt(text, at, limit);
      labels = runOf(text, Math.max(at, labels), near, LABEL);
      atoms = runOf(text, Math.max(at, atoms), near, ATOM);
      const url = urlAt(text, at, near, labels);
      const email = mayBeMail(text, at, atoms, near) ? emailEnd(text, at, near) : 0;
      if (
        url.end > at &&
        url.seen >= email &&
        (url.seen > end || (url.seen === end && !isNumber(text, end, type)))
      ) {
        end = url.end;
        type = '<URL>';
      } else if (email > at && email >= end) {
        end = email;
        type = '<EMAIL>';
      }
      if (end > at) sink.term(text.slice(at, end), at, end, type, 1);
      at = end > at ? end : at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    }
    return 0;
  };
}

/** Behind an unquoted word, up to `atoms`, an address goes on with its host or with a quoted word. */
function mayBeMail(text: string, at: number, atoms: number, limit: number): boolean {
  if (atoms === at) return text[at] === '"';
  return atoms < limit && (text[atoms] === '@' || text[atoms] === '"');
}

/** Four numbers at the end of a text are a number to the grammar's automaton, but where the last has one digit. */
function isNumber(text: string, end: number, type: string): boolean {
  return type === '<NUM>' && text[end - 2] !== '.';
}

const nothing = { end: 0, type: '' };

export const uaxUrlEmail: TokenizerType = {
  name: 'uax_url_email',
  make: (settings) => urlEmailTokenizer(checkedWordLength(settings)),
};
