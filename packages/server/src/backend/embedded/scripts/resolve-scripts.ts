import { isObject, mapMembers } from '@sextant/contract';
import { parseLossless } from '@sextant/engine';
import { type KeepsScripts, type StoredScript, storedScripts } from './stored-script.ts';

/** A body with the sources of the scripts that it names by `id`; one that is not kept stays as it is, and fails where it is run. */
export function withStoredScripts<Body>({ metadata }: KeepsScripts, body: Body): Body {
  const kept = metadata.entries(storedScripts);
  return kept.size === 0 ? body : (resolved(body, kept) as Body);
}

function resolved(value: unknown, kept: ReadonlyMap<string, StoredScript>): unknown {
  return mapMembers(value, (member, name) => {
    const isScript = name !== null && (name === 'script' || name.endsWith('_script'));
    return isScript ? script(member, kept) : resolved(member, kept);
  });
}

function script(value: unknown, kept: ReadonlyMap<string, StoredScript>): unknown {
  if (!isObject(value)) return resolved(value, kept);
  const { id, stored, ...rest } = value;
  const name = id ?? stored;
  const isInline = value.source !== undefined || value.inline !== undefined;
  if (typeof name !== 'string' || isInline) return resolved(value, kept);
  const found = kept.get(name);
  if (found === undefined || value.lang !== undefined) return value;
  return { ...rest, lang: found.lang, source: found.source };
}

const mark = Buffer.from('"script"');

/** As `withStoredScripts`, of the bytes of an update. What cannot be read is left to whoever says so. */
export function updateWithStoredScripts(context: KeepsScripts, bytes: Uint8Array): Uint8Array {
  if (context.metadata.entries(storedScripts).size === 0) return bytes;
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(mark)) return bytes;
  return replacedScript(context, bytes);
}

function replacedScript({ metadata }: KeepsScripts, bytes: Uint8Array): Uint8Array {
  let body: unknown;
  try {
    body = parseLossless(Buffer.from(bytes).toString());
  } catch {
    return bytes;
  }
  if (!isObject(body) || !isObject(body.script)) return bytes;
  const own = script(body.script, metadata.entries(storedScripts));
  return own === body.script ? bytes : Buffer.from(JSON.stringify({ ...body, script: own }));
}
