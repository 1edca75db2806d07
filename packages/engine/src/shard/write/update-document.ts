import { setOwn } from '@sextant/contract';
import { equalJson, isJsonObject } from '../../mapping/lossless-json.ts';

/**
 * Merges a partial document into `target`, object by object, everything else replaced; as OpenSearch's
 * XContentHelper.update. Returns whether anything differs from before.
 */
export function mergeDocument(
  target: Record<string, unknown>,
  changes: Readonly<Record<string, unknown>>,
): boolean {
  let modified = false;
  for (const key of Object.keys(changes)) {
    const change = changes[key];
    if (!Object.hasOwn(target, key)) {
      setOwn<unknown>(target, key, change);
      modified = true;
      continue;
    }
    const current = target[key];
    if (isJsonObject(current) && isJsonObject(change)) {
      if (mergeDocument(current, change)) modified = true;
      continue;
    }
    if (!equalJson(current, change)) modified = true;
    setOwn<unknown>(target, key, change);
  }
  return modified;
}
