import { mailHostEnd } from './internet-hosts.ts';
import { ATOM, LITERAL, QUOTED, runOf } from './url-characters.ts';

/** The end of what stands between two marks, where a backslash goes before what may not stand there; `from` where it does not end. */
function enclosedEnd(text: string, from: number, limit: number, chars: number, close: string): number {
  let at = from + 1;
  for (;;) {
    at = runOf(text, at, limit, chars);
    if (at >= limit) return from;
    if (text[at] === close) return at + 1;
    if (text[at] !== '\\' || at + 1 >= limit || text.charCodeAt(at + 1) >= 128) return from;
    at += 2;
  }
}

function wordEnd(text: string, from: number, limit: number): number {
  return text[from] === '"' ? enclosedEnd(text, from, limit, QUOTED, '"') : runOf(text, from, limit, ATOM);
}

/** Words with dots between them; a dot may be part of an unquoted word as well. */
function localEnd(text: string, from: number, limit: number): number {
  let start = from;
  let end = wordEnd(text, from, limit);
  while (end > start && end < limit) {
    // Of an unquoted word the last dot may stand between it and the next.
    const isBetween = text[end] === '"' && text[end - 1] === '.' && end - start > 1;
    if (!isBetween && text[end] !== '.') break;
    start = isBetween ? end : end + 1;
    const next = wordEnd(text, start, limit);
    if (next === start) break;
    end = next;
  }
  return end;
}

/** The end of an address of electronic mail (RFC 5321, 5322); 0 where none begins. */
export function emailEnd(text: string, at: number, limit: number): number {
  const local = localEnd(text, at, limit);
  if (local === at || local >= limit || text[local] !== '@') return 0;
  const host = local + 1;
  const end =
    text[host] === '[' ? enclosedEnd(text, host, limit, LITERAL, ']') : mailHostEnd(text, host, limit);
  return end > host ? end : 0;
}
