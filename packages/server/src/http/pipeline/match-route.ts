import { type RouteMatch, type Router, splitPath } from '../router.ts';
import type { Exchange } from './exchange.ts';
import type { AnswerSender } from './send-answer.ts';

/** The row of a request. Where there is none the request is answered here, and the result is undefined. */
export async function matchRoute(
  exchange: Exchange,
  router: Router,
  sender: AnswerSender,
): Promise<RouteMatch | undefined> {
  const { path, method } = exchange;
  const parts = path.includes('%') ? decodeParts(path) : splitPath(path);
  if (parts === undefined) {
    await sender.reply(exchange, 400, { error: 'invalid uri has been requested' });
    return undefined;
  }
  const match = router.match(method, parts);
  if (match === undefined) await answerUnmatched(exchange, router.methods(parts), sender);
  return match;
}

async function answerUnmatched(
  exchange: Exchange,
  methods: readonly string[],
  sender: AnswerSender,
): Promise<void> {
  const { method, path, queryString } = exchange;
  const uri = queryString === '' ? path : `${path}?${queryString}`;
  if (methods.length === 0) {
    await sender.reply(exchange, 400, { error: `no handler found for uri [${uri}] and method [${method}]` });
    return;
  }
  const headers = { allow: methods.join(',') };
  if (method === 'OPTIONS') {
    const type = { 'content-type': 'text/plain; charset=UTF-8' };
    const answer = { kind: 'empty', status: 200, headers: { ...headers, ...type } } as const;
    await sender.send(exchange, answer, { body: undefined });
    return;
  }
  const allowed = methods.join(', ');
  const error = `Incorrect HTTP method for uri [${uri}] and method [${method}], allowed: [${allowed}]`;
  await sender.reply(exchange, 405, { error, status: 405 }, headers);
}

/** Undefined for a broken escape. */
function decodeParts(path: string): string[] | undefined {
  try {
    return splitPath(path).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
