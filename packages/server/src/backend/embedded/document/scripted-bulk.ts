import type { EmbeddedContext } from '../context.ts';
import { updateWithStoredScripts } from '../scripts/resolve-scripts.ts';
import type { BulkOperations } from './bulk-operations.ts';

const mark = Buffer.from('"id"');

/** The body with the sources of the scripts that updates name by their ids: what is changed stands behind it. */
export function bulkWithStoredScripts(
  context: EmbeddedContext,
  operations: BulkOperations,
  body: Buffer,
): Buffer {
  if (!body.includes(mark)) return body;
  const parts = [body];
  let end = body.length;
  for (let at = 0; at < operations.length; at++) {
    if (operations.actions[at]!.kind !== 'update') continue;
    const source = body.subarray(operations.starts[at]!, operations.ends[at]!);
    const changed = updateWithStoredScripts(context, source);
    if (changed === source) continue;
    parts.push(Buffer.from(changed.buffer, changed.byteOffset, changed.byteLength));
    operations.starts[at] = end;
    end += changed.length;
    operations.ends[at] = end;
  }
  return parts.length === 1 ? body : Buffer.concat(parts);
}
