/** What an ASCII character may be part of, in bits. */
export const ALPHANUMERIC = 1;
export const HEX = 2;
const DIGIT = 4;
/** `unreserved` of RFC 3986. */
const UNRESERVED = 8;
/** `sub-delims` of RFC 3986. */
const SUB_DELIMITER = 16;
/** What else stands in the path of a URL over HTTP, and of one over FTP or to a file. */
const HTTP_SEGMENT = 32;
const FILE_SEGMENT = 64;
/** What else stands in a query or a fragment. */
const QUERY = 128;
/** Of the local part of an address without quotes. */
export const ATOM = 256;
/** Of a local part in quotes, and of a literal in brackets; others only behind a backslash. */
export const QUOTED = 512;
export const LITERAL = 1024;
/** Of a label of a name of a host. */
export const LABEL = 2048;

export const LOGIN_CHARS = UNRESERVED | SUB_DELIMITER;
export const HTTP_PATH_CHARS = UNRESERVED | HTTP_SEGMENT;
export const FILE_PATH_CHARS = UNRESERVED | FILE_SEGMENT;
export const QUERY_CHARS = UNRESERVED | SUB_DELIMITER | QUERY;

const bits = new Uint16Array(128);
function mark(pattern: RegExp, bit: number): void {
  for (let unit = 0; unit < 128; unit++) {
    if (pattern.test(String.fromCharCode(unit))) bits[unit] = bits[unit]! | bit;
  }
}
mark(/[A-Za-z0-9]/, ALPHANUMERIC);
mark(/[-A-Za-z0-9]/, LABEL);
mark(/[A-Fa-f0-9]/, HEX);
mark(/[0-9]/, DIGIT);
mark(/[-._~A-Za-z0-9]/, UNRESERVED);
mark(/[!$&'()*+,;=]/, SUB_DELIMITER);
mark(/[;:@&=]/, HTTP_SEGMENT);
mark(/[?:@&=]/, FILE_SEGMENT);
mark(/[:@/?]/, QUERY);
mark(/[A-Za-z0-9!#$%&'*+,\-./=?^_`{|}~]/, ATOM);

for (let unit = 1; unit < 128; unit++) {
  if ('\t\n\r'.includes(String.fromCharCode(unit))) continue;
  if (unit < 127 && !'"\\'.includes(String.fromCharCode(unit))) bits[unit] = bits[unit]! | QUOTED;
  if (!'[\\]'.includes(String.fromCharCode(unit))) bits[unit] = bits[unit]! | LITERAL;
}

/** Whether the character at `at` is there and one of those of the bits. */
function isAt(text: string, at: number, limit: number, wanted: number): boolean {
  if (at >= limit) return false;
  const unit = text.charCodeAt(at);
  return unit < 128 && (bits[unit]! & wanted) !== 0;
}

/** The end of the run of such characters, and of bytes written as `%41` where `percent` is given. */
export function runOf(text: string, from: number, limit: number, wanted: number, percent = false): number {
  let at = from;
  for (;;) {
    if (isAt(text, at, limit, wanted)) at++;
    else if (percent && text[at] === '%' && isAt(text, at + 1, limit, HEX) && isAt(text, at + 2, limit, HEX))
      at += 3;
    else return at;
  }
}

/** The end of the digits at `from`, of which `max` are taken at most. */
export function digitsEnd(text: string, from: number, limit: number, max: number): number {
  let at = from;
  while (at - from < max && isAt(text, at, limit, DIGIT)) at++;
  return at;
}
