import type { UiHost } from '../service-request.ts';
import type { Exchange } from './exchange.ts';
import type { AnswerSender } from './send-answer.ts';

/** The interface has its own paths, outside the route table. */
export function isUiPath(path: string): boolean {
  return path === '/_ui' || path.startsWith('/_ui/');
}

export async function serveUi(exchange: Exchange, ui: UiHost, sender: AnswerSender): Promise<void> {
  const { method, path, headers, response } = exchange;
  if (method !== 'GET' && method !== 'HEAD') {
    const error = `Incorrect HTTP method for uri [${path}] and method [${method}], allowed: [GET, HEAD]`;
    await sender.reply(exchange, 405, { error, status: 405 }, { allow: 'GET,HEAD' });
    return;
  }
  const answer = await ui.serve(path, headers);
  if (answer === undefined) {
    await sender.reply(exchange, 404, { error: `no such file [${path}]`, status: 404 });
    return;
  }
  const length = String(answer.body?.length ?? 0);
  response.writeHead(answer.status, { ...exchange.corsHeaders, ...answer.headers, 'content-length': length });
  response.end(method === 'HEAD' ? undefined : answer.body);
}
