import { setOwn } from '@sextant/contract';
import { systemIndexPrefix } from '../system-index.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readExactJson,
  writeExactJson,
} from './exact-json.ts';

/**
 * Answers that list what the cluster holds, whatever was asked for: without the indices of the service itself. What
 * does not speak of them goes on byte for byte.
 */
export function filterListing(answer: Buffer): Buffer {
  if (!answer.includes(systemIndexPrefix)) return answer;
  return writeExactJson(withoutOurs(readExactJson(answer)) ?? {});
}

function isOurs(text: unknown): boolean {
  return typeof text === 'string' && text.includes(systemIndexPrefix);
}

/** undefined: all of it is about an index of ours. */
function withoutOurs(value: JsonValue): JsonValue | undefined {
  if (isOurs(value)) return undefined;
  if (Array.isArray(value)) return value.map(withoutOurs).filter((element) => element !== undefined);
  if (!isJsonObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (isOurs(key)) continue;
    const rest = withoutOurs(member);
    // An entry that names one of our indices is about it as a whole.
    if (rest === undefined) return undefined;
    setOwn<JsonValue>(kept, key, rest);
  }
  return kept;
}

/** A table in plain text without the lines of our indices. */
export function filterTable(table: string): string {
  if (!table.includes(systemIndexPrefix)) return table;
  return table
    .split('\n')
    .filter((line) => !line.includes(systemIndexPrefix))
    .join('\n');
}

/** The same for a table whose first column, the index, was added by us: it is taken away again. */
export function filterIndexColumn(table: string): string {
  const lines = table.split('\n').filter((line) => line !== '');
  const width = Math.max(0, ...lines.map((line) => line.split(' ', 1)[0]!.length));
  const kept = lines.filter((line) => !line.startsWith(systemIndexPrefix));
  return kept.map((line) => `${line.slice(width + 1)}\n`).join('');
}
