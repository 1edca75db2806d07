import { bracketedEnd, ipv4End, knownNameEnds, looseNameEnd } from './internet-hosts.ts';
import {
  digitsEnd,
  FILE_PATH_CHARS,
  HTTP_PATH_CHARS,
  LOGIN_CHARS,
  QUERY_CHARS,
  runOf,
} from './url-characters.ts';

const PORT_DIGITS = 5;

/** What follows where a host is; `from` where none does. */
function portEnd(text: string, from: number, limit: number): number {
  if (text[from] !== ':') return from;
  const end = digitsEnd(text, from + 1, limit, PORT_DIGITS);
  return end === from + 1 ? from : end;
}

/** `/a/b`: `from` where there is no slash. */
function pathEnd(text: string, from: number, limit: number, chars: number): number {
  let end = from;
  while (end < limit && text[end] === '/') end = runOf(text, end + 1, limit, chars, true);
  return end;
}

function markedEnd(text: string, from: number, limit: number, mark: string): number {
  return from < limit && text[from] === mark ? runOf(text, from + 1, limit, QUERY_CHARS, true) : from;
}

function httpRestEnd(text: string, host: number, limit: number): number {
  const path = pathEnd(text, portEnd(text, host, limit), limit, HTTP_PATH_CHARS);
  return markedEnd(text, markedEnd(text, path, limit, '?'), limit, '#');
}

/** `user:password@`; `from` where there is none. */
function loginEnd(text: string, from: number, limit: number): number {
  let end = runOf(text, from, limit, LOGIN_CHARS, true);
  if (text[end] === ':') end = runOf(text, end + 1, limit, LOGIN_CHARS, true);
  return end < limit && text[end] === '@' ? end + 1 : from;
}

function looseHostEnd(text: string, from: number, limit: number): number {
  return text[from] === '[' ? bracketedEnd(text, from, limit) : looseNameEnd(text, from, limit);
}

/** A host, behind a name and a password where `@` shows some; `from` where there is none. */
function authorityHostEnd(text: string, from: number, limit: number): number {
  const login = loginEnd(text, from, limit);
  const host = looseHostEnd(text, login, limit);
  return host > login ? host : looseHostEnd(text, from, limit);
}

function httpEnd(text: string, from: number, limit: number): number {
  const host = authorityHostEnd(text, from, limit);
  return host > from ? httpRestEnd(text, host, limit) : 0;
}

const ftpType = /;type=[aid]/iy;

function ftpEnd(text: string, from: number, limit: number): number {
  const host = authorityHostEnd(text, from, limit);
  if (host === from) return 0;
  const port = portEnd(text, host, limit);
  const path = pathEnd(text, port, limit, FILE_PATH_CHARS);
  if (path === port) return 0;
  ftpType.lastIndex = path;
  const typed = ftpType.test(text) && ftpType.lastIndex <= limit ? ftpType.lastIndex : path;
  return markedEnd(text, typed, limit, '#');
}

function fileEnd(text: string, from: number, limit: number): number {
  const host = looseHostEnd(text, from, limit);
  const path = pathEnd(text, host, limit, FILE_PATH_CHARS);
  return path > host ? markedEnd(text, path, limit, '#') : 0;
}

const scheme = /(?:https?|ftp|file):\/\//iy;

/** The end of a URL that begins with its scheme; 0 where there is none. */
function fullEnd(text: string, at: number, limit: number): number {
  scheme.lastIndex = at;
  if (!scheme.test(text) || scheme.lastIndex > limit) return 0;
  const from = scheme.lastIndex;
  const first = text.charCodeAt(at + 1) | 0x20;
  // htTp, fTp, fIle
  if (first === 0x74 && (text.charCodeAt(at) | 0x20) === 0x68) return httpEnd(text, from, limit);
  return first === 0x74 ? ftpEnd(text, from, limit) : fileEnd(text, from, limit);
}

export interface UrlMatch {
  /** 0 where no URL begins. */
  end: number;
  /** The end of all that the rule has looked at: what comes behind a host that stands alone counts. */
  seen: number;
}

/** What is scanned last: read before the next is scanned. */
const match: UrlMatch = { end: 0, seen: 0 };

function take(end: number, seen: number): void {
  if (seen <= match.seen) return;
  match.end = end;
  match.seen = seen;
}

const wordOrHyphen = /[-\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]/u;

/** A host without a scheme: alone where nothing of a word follows, or with what follows a host. */
function takeHost(text: string, host: number, limit: number): void {
  const rest = httpRestEnd(text, host, limit);
  if (rest > host) take(rest, rest);
  if (host >= limit) {
    take(host, host);
    return;
  }
  const next = String.fromCodePoint(text.codePointAt(host)!);
  if (!wordOrHyphen.test(next)) take(host, host + next.length);
}

/**
 * A URL at `at`, with its scheme or a host that has a known top level domain. `labelsEnd`: of the run of characters of labels at `at`.
 * Valid until the next call.
 */
export function urlAt(text: string, at: number, limit: number, labelsEnd: number): Readonly<UrlMatch> {
  const full = fullEnd(text, at, limit);
  match.end = full;
  match.seen = full;
  const host = text[at] === '[' ? bracketedEnd(text, at, limit) : ipv4End(text, at, limit);
  if (host > at) takeHost(text, host, limit);
  if (labelsEnd >= limit || text[labelsEnd] !== '.') return match;
  for (const end of knownNameEnds(text, at, limit)) {
    takeHost(text, end, limit);
    if (end < limit && text[end] === '.') takeHost(text, end + 1, limit);
  }
  return match;
}
