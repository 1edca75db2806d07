import { isObject } from '@sextant/contract';
import { parseLossless } from '@sextant/engine';
import type { EmbeddedContext } from '../context.ts';
import { type StoredScript, storedScripts } from './stored-script.ts';

/** Deeper than any body is read. */
const DEPTH_MAX = 1000;

/** A body with the sources of the scripts that it names by `id`; one that is not kept stays as it is, and fails where it is run. */
export function withStoredScripts<Body>({ metadata }: Pick<EmbeddedContext, 'metadata'>, body: Body): Body {
  const kept = metadata.entries(storedScripts);
  return kept.size === 0 ? body : (resolved(body, kept, 0) as Body);
}

function resolved(value: unknown, kept: ReadonlyMap<string, StoredScript>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, kept, depth + 1));
  // Numbers that keep their digits are objects, too.
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const isScript = name === 'script' || name.endsWith('_script');
    return [name, isScript ? script(member, kept, depth + 1) : resolved(member, kept, depth + 1)] as const;
  });
  return Object.fromEntries(entries);
}

function script(value: unknown, kept: ReadonlyMap<string, StoredScript>, depth: number): unknown {
  if (!isObject(value)) return resolved(value, kept, depth);
  const { id, stored, ...rest } = value;
  const name = id ?? stored;
  const isInline = value.source !== undefined || value.inline !== undefined;
  if (typeof name !== 'string' || isInline) return resolved(value, kept, depth);
  const found = kept.get(name);
  if (found === undefined || value.lang !== undefined) return value;
  return { ...rest, lang: found.lang, source: found.source };
}

const mark = Buffer.from('"script"');

/** As `withStoredScripts`, of the bytes of an update. What cannot be read is left to whoever says so. */
export function updateWithStoredScripts(
  context: Pick<EmbeddedContext, 'metadata'>,
  bytes: Uint8Array,
): Uint8Array {
  if (context.metadata.entries(storedScripts).size === 0) return bytes;
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(mark)) return bytes;
  return replacedScript(context, bytes);
}

function replacedScript({ metadata }: Pick<EmbeddedContext, 'metadata'>, bytes: Uint8Array): Uint8Array {
  let body: unknown;
  try {
    body = parseLossless(Buffer.from(bytes).toString());
  } catch {
    return bytes;
  }
  if (!isObject(body) || !isObject(body.script)) return bytes;
  const own = script(body.script, metadata.entries(storedScripts), 0);
  return own === body.script ? bytes : Buffer.from(JSON.stringify({ ...body, script: own }));
}
