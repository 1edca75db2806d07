const longestMs = 120_000;

/** Doubles with each failure in a row, up to two minutes. */
export function backOffMs(baseMs: number, failuresInRow: number): number {
  return Math.min(baseMs * 2 ** Math.min(failuresInRow, 16), Math.max(longestMs, baseMs));
}

/** What is looked at of a query: how often it succeeded and failed since it began. */
interface Polled {
  readonly state: { readonly dataUpdateCount: number; readonly errorUpdateCount: number };
}

interface Seen {
  readonly successes: number;
  readonly failures: number;
}

const seenAtSuccess = new WeakMap<Polled, Seen>();

/**
 * `refetchInterval` of a query that is looked at. The query library never runs one query twice at a time and
 * stops in hidden tabs; this adds the growing pause while the service does not answer.
 */
export function polling(baseMs: number): (query: Polled) => number {
  return (query) => {
    const { dataUpdateCount, errorUpdateCount } = query.state;
    let seen = seenAtSuccess.get(query);
    if (seen === undefined || seen.successes !== dataUpdateCount) {
      seen = { successes: dataUpdateCount, failures: seen === undefined ? 0 : errorUpdateCount };
      seenAtSuccess.set(query, seen);
    }
    return backOffMs(baseMs, Math.max(0, errorUpdateCount - seen.failures));
  };
}
