import { ApiError } from '@sextant/contract';

/**
 * Pairs of a query string, decoded; of a name given twice the last counts. Throws ApiError for broken
 * escapes.
 */
export function parseQuery(query: string): Map<string, string> {
  const pairs = new Map<string, string>();
  if (query === '') return pairs;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    pairs.set(decode(name, query), equals < 0 ? '' : decode(pair.slice(equals + 1), query));
  }
  return pairs;
}

function decode(text: string, query: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const broken = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(query) ?? /%../.exec(query);
    const wrong = broken?.[0] ?? text;
    const reason = `invalid escape sequence \`${wrong}' at index ${broken?.index ?? 0} of: ${query}`;
    throw new ApiError({
      type: 'bad_parameter_exception',
      reason: `java.lang.IllegalArgumentException: ${reason}`,
      causedBy: { type: 'illegal_argument_exception', reason },
    });
  }
}
