import { dictionary, isObject, type Json, type JsonMap } from '@sextant/contract';
import { invalidContent, refused } from './security-answers.ts';

const operationsMax = 1_000;
const depthMax = 16;

interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * The document after a JSON Patch (RFC 6902) of which only `add`, `remove` and `replace` are accepted. What is given is not
 * changed. Throws SecurityRefusal.
 */
export function patched(document: JsonMap, patch: unknown): JsonMap {
  const root = copyOf(document) as Record<string, unknown>;
  for (const operation of readPatch(patch)) apply(root, operation);
  return root as JsonMap;
}

function readPatch(patch: unknown): readonly Operation[] {
  if (!Array.isArray(patch) || patch.length === 0 || patch.length > operationsMax) {
    throw invalidContent('Wrong request body');
  }
  return patch.map((each) => {
    if (!isObject(each) || typeof each.op !== 'string' || typeof each.path !== 'string') {
      throw invalidContent('Wrong request body');
    }
    const { op, path, value } = each;
    if (op !== 'add' && op !== 'remove' && op !== 'replace') {
      const name = op.slice(0, 64);
      throw refused(400, `Unsupported patch operation: ${name}. Supported are: add,remove,replace`);
    }
    if (op !== 'remove' && value === undefined) throw invalidContent('Wrong request body');
    return { op, path: pointerOf(path), value };
  });
}

/** RFC 6901. */
function pointerOf(text: string): readonly string[] {
  const parts = text.split('/');
  if (parts.length < 2 || parts[0] !== '' || parts.length > depthMax) throw noPlace(text);
  return parts.slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function noPlace(path: string): Error {
  return refused(400, `no such path in target JSON document: [${path.slice(0, 256)}]`);
}

function apply(root: Record<string, unknown>, { op, path, value }: Operation): void {
  let at: unknown = root;
  for (const part of path.slice(0, -1)) at = memberOf(at, part, path);
  const last = path.at(-1)!;
  if (Array.isArray(at)) {
    const index = last === '-' && op === 'add' ? at.length : indexOf(last, at.length, op === 'add', path);
    if (op === 'add') at.splice(index, 0, copyOf(value));
    else at.splice(index, 1, ...(op === 'replace' ? [copyOf(value)] : []));
    return;
  }
  if (!isObject(at)) throw noPlace(`/${path.join('/')}`);
  const target = at as Record<string, unknown>;
  if (op !== 'add' && !Object.hasOwn(target, last)) throw noPlace(`/${path.join('/')}`);
  if (op === 'remove') delete target[last];
  else target[last] = copyOf(value);
}

function memberOf(at: unknown, part: string, path: readonly string[]): unknown {
  if (Array.isArray(at)) return at[indexOf(part, at.length, false, path)];
  if (isObject(at) && Object.hasOwn(at, part)) return at[part];
  throw noPlace(`/${path.join('/')}`);
}

function indexOf(part: string, length: number, mayAppend: boolean, path: readonly string[]): number {
  const index = /^(?:0|[1-9]\d{0,5})$/.test(part) ? Number(part) : -1;
  if (index >= 0 && (index < length || (mayAppend && index === length))) return index;
  throw noPlace(`/${path.join('/')}`);
}

/** A copy that may be changed, whose objects have no prototype: no name in it means anything else. */
function copyOf(value: unknown, depth = 0): unknown {
  if (depth > depthMax) throw invalidContent('Wrong request body');
  if (Array.isArray(value)) return value.map((each) => copyOf(each, depth + 1));
  if (!isObject(value)) return value as Json;
  const copy = dictionary<unknown>();
  for (const [name, each] of Object.entries(value)) copy[name] = copyOf(each, depth + 1);
  return copy;
}
