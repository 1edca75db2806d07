import { routeTable } from '@sextant/contract';
import { ServiceError, send } from '../../lib/client.ts';
import type { ConsoleRequest } from './console-text.ts';
import { remember } from './history.ts';
import { type OutgoingCall, outgoingCall } from './outgoing.ts';
import { prettyJson } from './pretty-json.ts';

/** What came back for one request. */
export interface ConsoleAnswer {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly durationMs: number;
  readonly size: number;
  /** Ready to show: JSON is indented. */
  readonly text: string;
  readonly isJson: boolean;
  readonly changed: OutgoingCall['changed'];
}

let nextId = 1;

/** Sends one request and remembers it. Rejects only where the call was stopped by its signal. */
export async function answerTo(request: ConsoleRequest, signal: AbortSignal): Promise<ConsoleAnswer> {
  const { method, path, body } = request;
  const { changed, ...call } = outgoingCall(request, routeTable);
  const about = { id: nextId++, method, path, changed };
  try {
    const answer = await send({ ...call, signal });
    remember({ method, path, body, status: answer.status, at: Date.now() });
    const isJson = /\bjson\b/.test(answer.contentType);
    const head = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
    const plain = answer.text === '' && method === 'HEAD' ? head : answer.text;
    const { status, durationMs, size } = answer;
    return { ...about, status, durationMs, size, isJson, text: isJson ? prettyJson(plain) : plain };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    remember({ method, path, body, status: 0, at: Date.now() });
    return { ...about, status: 0, durationMs: 0, size: 0, text: error.reason, isJson: false };
  }
}
