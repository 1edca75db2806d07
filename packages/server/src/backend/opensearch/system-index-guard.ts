import { ApiError, apiError, scanJson } from '@sextant/contract';
import { isSystemIndex, systemIndexPrefix, systemIndexRefused } from '../system-index.ts';

/**
 * Keeps users' requests away from the indices of the service itself, which lie on the same cluster. What the cluster
 * reads more generously than we do (broken lines, repeated keys) is refused where it might name such an index: two
 * readers that disagree would be a way around the guard.
 */

/** Keys under which a body can name an index: mget items, terms lookups, aliases, multi searches. */
const indexKeys = new Set(['index', '_index', 'indices']);

const actionKinds = new Set(['index', 'create', 'update', 'delete']);

function refuseNames(value: unknown): void {
  const names = Array.isArray(value) ? value : [value];
  for (const name of names) {
    if (typeof name !== 'string') continue;
    for (const part of name.split(',')) {
      const trimmed = part.trim();
      if (isSystemIndex(trimmed) || isSystemPattern(trimmed) || mayBecomeSystemIndex(trimmed)) {
        throw systemIndexRefused(trimmed);
      }
    }
  }
}

/** A pattern that begins with a dot and could match a system index (`.*`, `.sext*`). */
function isSystemPattern(pattern: string): boolean {
  const star = pattern.indexOf('*');
  return star > 0 && pattern.startsWith('.') && systemIndexPrefix.startsWith(pattern.slice(0, star));
}

/** Date math whose first character the cluster works out to a dot, or could. */
function mayBecomeSystemIndex(name: string): boolean {
  return /^<[.{\\]/.test(name);
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

/** True where the text cannot name a system index: neither plainly, nor by escapes, patterns or date math. */
function isHarmless(bytes: Buffer): boolean {
  return ![systemIndexPrefix, '\\u', '*', '<'].some((sign) => bytes.includes(sign));
}

/** Throws ApiError where a JSON body names a system index, or is broken while it might. */
export function guardJson(bytes: Buffer): void {
  if (isHarmless(bytes)) return;
  const { problem, comments } = scanJson(bytes);
  if (problem !== undefined) throw apiError(problem.type, problem.reason);
  const plain = Buffer.from(bytes);
  for (let i = 0; i < comments.length; i += 2) plain.fill(32, comments[i], comments[i + 1]);
  refuseSystemIndices(parsed(plain.toString()));
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError({ type: 'json_parse_exception', reason }, { cause: error });
  }
}

/** Throws ApiError unless the line is one action that the cluster reads as we do, on an index that is a user's. */
export function guardActionLine(line: Buffer): 'document follows' | 'no document' {
  const { problem } = scanJson(line);
  if (problem !== undefined) throw apiError(problem.type, problem.reason);
  const action = parsed(line.toString());
  const [kind, ...others] = typeof action === 'object' && action !== null ? Object.keys(action) : [];
  if (kind === undefined || others.length > 0 || !actionKinds.has(kind)) {
    const wanted = `exactly one of [${[...actionKinds].join(', ')}]`;
    throw apiError('illegal_argument_exception', `Malformed action/metadata line, expected ${wanted}`);
  }
  for (const metadata of Object.values(action as object)) refuseSystemIndices(metadata);
  return kind === 'delete' ? 'no document' : 'document follows';
}

/**
 * An index expression that leaves the system indices out: wildcards get an exclusion, names of system indices are
 * refused (403). `expression` is decoded.
 */
export function guardExpression(expression: string): string {
  const parts = expression.split(',');
  for (const part of parts) {
    if (isSystemIndex(part) || mayBecomeSystemIndex(part)) throw systemIndexRefused(part);
  }
  if (!parts.some((part) => part === '_all' || (part.includes('*') && !part.startsWith('-'))))
    return expression;
  const widened = parts.map((part) => (part === '_all' ? '*' : part));
  return [...widened, `-${systemIndexPrefix}*`].join(',');
}
