import { figure, list, shape, text } from '../../lib/shape.ts';
import { createStore, readStored, writeStored } from '../../lib/store.ts';

export interface HistoryEntry {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const storageKey = 'sextant.console.history';
const kept = 200;
/** Bodies longer than this are not kept: the storage of a browser ends at about 5 MB. */
const longestBody = 20_000;

export const history = createStore<readonly HistoryEntry[]>(parseHistory(readStored('local', storageKey)));

export function remember(entry: HistoryEntry): void {
  const next = withEntry(history.get(), entry);
  history.set(next);
  writeStored('local', storageKey, JSON.stringify(next));
}

export function forgetHistory(): void {
  history.set([]);
  writeStored('local', storageKey, null);
}

/** Newest first; a request that is sent again moves to the top. */
export function withEntry(entries: readonly HistoryEntry[], entry: HistoryEntry): readonly HistoryEntry[] {
  const short = entry.body.length > longestBody ? { ...entry, body: '' } : entry;
  const others = entries.filter(
    (other) => other.method !== short.method || other.path !== short.path || other.body !== short.body,
  );
  return [short, ...others].slice(0, kept);
}

export function parseHistory(stored: string | null): readonly HistoryEntry[] {
  if (stored === null) return [];
  try {
    return list(JSON.parse(stored)).map((item) => {
      const entry = shape(item);
      return {
        method: text(entry, 'method', 'GET'),
        path: text(entry, 'path', '/'),
        body: text(entry, 'body'),
        status: figure(entry, 'status') ?? 0,
        at: figure(entry, 'at') ?? 0,
      };
    });
  } catch {
    return [];
  }
}
