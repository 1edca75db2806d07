import { Double, isObject, Long, sourceJson } from '@sextant/contract';
import { parseLossless } from '../../mapping/lossless-json.ts';
import { scriptValue } from '../../script/json-values.ts';
import { textOf } from '../../script/values.ts';

const decoder = new TextDecoder();
/** Deeper than documents are taken. */
const DEPTH_MAX = 1_000;

/**
 * The values under paths of a stored document as Java prints them, path by path. As OpenSearch has it, a value that stands
 * above the end of a path counts, so that a multi-field finds that of its parent; objects at the end do not.
 */
export function sourceTexts(stored: Uint8Array, paths: readonly string[]): string[] {
  const document = parseLossless(decoder.decode(stored));
  const texts: string[] = [];
  for (const path of paths) collect(document, path.split('.'), texts, 0);
  return texts;
}

function collect(value: unknown, path: readonly string[], texts: string[], depth: number): void {
  if (value === null || value === undefined || depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const each of value) collect(each, path, texts, depth + 1);
    return;
  }
  if (!isObject(value) || isNumber(value)) {
    if (depth > 0) texts.push(typeof value === 'string' ? value : textOf(scriptValue(value)));
    return;
  }
  // Names may have dots: the shortest that is there.
  for (let length = 1; length <= path.length; length++) {
    const name = path.slice(0, length).join('.');
    const member = Object.hasOwn(value, name) ? value[name] : null;
    if (member === null || member === undefined) continue;
    collect(member, path.slice(length), texts, depth + 1);
    return;
  }
}

/** One that is kept as it was written. */
function isNumber(value: object): boolean {
  return sourceJson.isRawJSON(value) || value instanceof Double || value instanceof Long;
}
