import { Transform, type TransformCallback } from 'node:stream';
import { isSystemIndex, systemIndexPrefix, systemIndexRefused } from '../system-index.ts';

/** Keys under which a body can name an index: bulk and mget items, terms lookups, aliases, multi searches. */
const indexKeys = new Set(['index', '_index', 'indices']);

function refuseNames(value: unknown): void {
  const names = Array.isArray(value) ? value : [value];
  for (const name of names) {
    if (typeof name !== 'string') continue;
    for (const part of name.split(',')) {
      if (isSystemIndex(part.trim()) || isSystemPattern(part.trim())) throw systemIndexRefused(part.trim());
    }
  }
}

/** A pattern that begins with a dot and could match a system index (`.*`, `.sext*`). */
function isSystemPattern(pattern: string): boolean {
  const star = pattern.indexOf('*');
  return star > 0 && pattern.startsWith('.') && systemIndexPrefix.startsWith(pattern.slice(0, star));
}

/** Throws where a parsed body names a system index anywhere that an index can be named. */
export function refuseSystemIndices(value: unknown): void {
  if (Array.isArray(value)) {
    for (const element of value) refuseSystemIndices(element);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (indexKeys.has(key)) refuseNames(member);
    refuseSystemIndices(member);
  }
}

/** True where the text cannot name a system index, neither plainly nor with escapes. */
export function isHarmless(text: string): boolean {
  return !text.includes(systemIndexPrefix) && !text.includes('\\u') && !text.includes('*');
}

/**
 * An index expression that leaves the system indices out: wildcards get an exclusion, names of system indices are
 * refused (403). `expression` is decoded.
 */
export function guardExpression(expression: string): string {
  const parts = expression.split(',');
  for (const part of parts) if (isSystemIndex(part)) throw systemIndexRefused(part);
  if (!parts.some((part) => part === '_all' || (part.includes('*') && !part.startsWith('-'))))
    return expression;
  const widened = parts.map((part) => (part === '_all' ? '*' : part));
  return [...widened, `-${systemIndexPrefix}*`].join(',');
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A broken line is the cluster's to refuse, with its own words.
    return undefined;
  }
}

/**
 * Passes newline-delimited JSON on unchanged and fails at the first line that names a system index. In a bulk body
 * only action lines name indices; documents may hold what they like.
 */
export class LineGuard extends Transform {
  readonly #bulk: boolean;
  #rest = '';
  #documentNext = false;

  constructor(bulk: boolean) {
    super();
    this.#bulk = bulk;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    // Latin-1 keeps every byte; the names looked for are ASCII.
    const text = this.#rest + chunk.toString('latin1');
    const lines = text.split('\n');
    this.#rest = lines.pop()!;
    try {
      for (const line of lines) this.#check(line);
      done(null, chunk);
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.#check(this.#rest);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #check(line: string): void {
    if (line.trim() === '') return;
    if (!this.#bulk) {
      if (!isHarmless(line)) refuseSystemIndices(parseLine(line));
      return;
    }
    if (this.#documentNext) {
      this.#documentNext = false;
      return;
    }
    const action = parseLine(line);
    if (typeof action !== 'object' || action === null) return;
    this.#documentNext = !Object.hasOwn(action, 'delete');
    for (const metadata of Object.values(action)) refuseSystemIndices(metadata);
  }
}
