import { type RouteMatch, type Router, splitPath } from '../router.ts';
import type { Exchange } from './exchange.ts';
import type { AnswerSender } from './send-answer.ts';

/** Why there is no row: the path cannot be read, or has rows for other methods (none: it is not known). */
export interface NoRoute {
  readonly route?: never;
  readonly methods: readonly string[] | undefined;
}

export function matchRoute({ path, method }: Exchange, router: Router): RouteMatch | NoRoute {
  // `*`, or the address of a proxy's target.
  if (!path.startsWith('/')) return { methods: undefined };
  const parts = path.includes('%') ? decodeParts(path) : splitPath(path);
  if (parts === undefined) return { methods: undefined };
  return router.match(method, parts) ?? { methods: router.methods(parts) };
}

/** As errors name it: a path that has been matched can be read. */
export function shownPath(path: string): string {
  return path.includes('%') ? decodeURIComponent(path) : path;
}

export async function answerNoRoute(
  exchange: Exchange,
  { methods }: NoRoute,
  sender: AnswerSender,
): Promise<void> {
  if (methods === undefined) {
    await sender.reply(exchange, 400, { error: 'invalid uri has been requested' });
    return;
  }
  const { method, path, queryString } = exchange;
  const uri = queryString === '' ? path : `${path}?${queryString}`;
  const headers = methods.length === 0 ? {} : { allow: methods.join(',') };
  // Also of a path that is not known, as OpenSearch does: there just is nothing to allow.
  if (method === 'OPTIONS') {
    const type = { 'content-type': 'text/plain; charset=UTF-8' };
    const answer = { kind: 'empty', status: 200, headers: { ...headers, ...type } } as const;
    await sender.deliver(exchange, answer, { body: undefined });
    return;
  }
  if (methods.length === 0) {
    const error = `no handler found for uri [${shownPath(path)}] and method [${method}]`;
    await sender.reply(exchange, 400, { error });
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
