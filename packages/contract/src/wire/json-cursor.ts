/**
 * Why bytes are not the JSON that the interface accepts; texts and positions are Jackson's, as OpenSearch
 * shows them.
 */
export interface JsonProblem {
  readonly type: 'json_parse_exception' | 'json_e_o_f_exception' | 'stream_constraints_exception';
  readonly reason: string;
  /** Both count from 1; the column counts bytes. */
  readonly line: number;
  readonly column: number;
}

const LF = 10;
const ZERO = 48;

/** ` at [Source: …; line: 1, column: 2]`, the tail of every reason. */
export function where(line: number, column: number): string {
  const source = 'REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';
  return `[Source: ${source}; line: ${line}, column: ${column}]`;
}

/** Carries a problem out of the depth of a scan. */
export class Problem extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= 57;
}

/** What a Java identifier may hold, among ASCII; Jackson reads a wrong token as far as that. */
export function isIdentifierPart(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    isDigit(byte) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95 || byte === 36
  );
}

/** A place in UTF-8 bytes, and how to say what is wrong there. */
export class JsonCursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  protected unexpected(at: number, reason: string): never {
    this.fail(
      'json_parse_exception',
      `Unexpected character (${describe(this.codePoint(at))}): ${reason}`,
      at,
    );
  }

  protected unexpectedIn(at: number, reason: string): never {
    const text = `Unexpected character (${describe(this.codePoint(at))}) in numeric value: ${reason}`;
    this.fail('json_parse_exception', text, at);
  }

  protected codePoint(at: number): number {
    const byte = this.bytes[at] ?? 0;
    if (byte < 128) return byte;
    return fromUtf8(this.latin1(at, Math.min(this.end, at + 4))).codePointAt(0) ?? byte;
  }

  protected fail(type: JsonProblem['type'], text: string, at: number): never {
    const { line, column } = this.position(at);
    throw new Problem({ type, reason: `${text}\n at ${where(line, column)}`, line, column });
  }

  protected position(at: number): { line: number; column: number } {
    let line = 1;
    let lineStart = 0;
    for (let i = 0; i < at; i++) {
      if (this.bytes[i] !== LF) continue;
      line++;
      lineStart = i + 1;
    }
    return { line, column: at - lineStart + 1 };
  }

  protected latin1(start: number, end: number): string {
    let text = '';
    for (let i = start; i < end; i++) text += String.fromCharCode(this.bytes[i] ?? 0);
    return text;
  }
}

/** One character per byte, read as UTF-8; as it is where the bytes are not UTF-8. */
export function fromUtf8(latin1: string): string {
  let encoded = '';
  for (let i = 0; i < latin1.length; i++) {
    encoded += `%${(latin1.charCodeAt(i) & 255).toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    return latin1;
  }
}

export function describe(code: number): string {
  if (code < 32 || (code >= 127 && code < 160)) return `(CTRL-CHAR, code ${code})`;
  const character = String.fromCodePoint(code);
  return code > 255
    ? `'${character}' (code ${code} / 0x${code.toString(16)})`
    : `'${character}' (code ${code})`;
}
