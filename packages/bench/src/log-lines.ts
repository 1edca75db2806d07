import { SeededRandom } from '@sextant/base/testing';

const START_MS = 1_767_225_600_000;
const methods = ['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'];
const statuses = [200, 200, 200, 200, 200, 200, 301, 304, 404, 500];

/** Lines of the log of a web server as JSON, one a second, in groups of `group`: they are made when they are asked for. */
export function* logLines(count: number, group: number, seed = 1): Generator<string[]> {
  const random = new SeededRandom(seed);
  const below = (limit: number): number => Math.floor(random.float() * limit);
  const word = (): string => `w${Math.floor(random.float() ** 4 * 5000)}`;
  for (let start = 0; start < count; start += group) {
    const size = Math.min(group, count - start);
    yield Array.from({ length: size }, (_, n) => {
      return JSON.stringify({
        '@timestamp': new Date(START_MS + (start + n) * 1000).toISOString(),
        client: `10.${below(4)}.${below(256)}.${below(256)}`,
        method: methods[below(methods.length)],
        path: `/${word()}/${word()}`,
        status: statuses[below(statuses.length)],
        bytes: below(100_000),
        message: Array.from({ length: 8 }, word).join(' '),
      });
    });
  }
}

export const logMapping = {
  dynamic: 'strict',
  properties: {
    '@timestamp': { type: 'date' },
    client: { type: 'ip' },
    method: { type: 'keyword' },
    path: { type: 'keyword' },
    status: { type: 'short' },
    bytes: { type: 'long' },
    message: { type: 'text' },
  },
};
