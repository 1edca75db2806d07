import { readFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { SeededRandom } from '@sextant/base/testing';
import { errorTable } from '@sextant/contract';
import { basic, clientOf } from '../support/client.ts';
import type { Service } from '../support/service.ts';
import { resetService } from './fixtures.ts';
import { type HostileRequest, hostileRequest } from './hostile-request.ts';

export interface HostileRun {
  readonly seed: number;
  readonly requests: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Types of the errors with a status from 500 on, with how many. */
  readonly serverErrors: Readonly<Record<string, number>>;
  /** What must not be: each with the request that shows it. */
  readonly faults: readonly string[];
  readonly slowestMs: number;
  readonly slowest: string;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly tookMs: number;
  /** Of that, how long the service's main thread was ready to run and the machine had no core for it. */
  readonly starvedMs: number;
}

export interface HostileOptions {
  readonly requestsPerRound?: number;
  /** What a cluster behind the service has taken for the simplest of answers at its worst: no fault of the service. */
  readonly stallMs?: () => number;
  /** Errors with a status from 500 on that a cluster behind the service made, and that are passed on as they are. */
  readonly passedOn?: RegExp;
}

const errorTypes = Object.keys(errorTable).sort((a, b) => b.length - a.length);
const answerLimitMs = 5_000;
const faultsShown = 20;
/** Requests between two resets, so that the next ones meet something again. */
const requestsPerRoundDefault = 500;
const connections = 4;

/** Milliseconds so far for which the process' main thread waited for a core; 0 where the system does not tell. */
function starvedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function textOf(bytes: Buffer, encoding: string | undefined): string {
  return (encoding === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();
}

function ask(
  agent: Agent,
  { port, pid }: Service,
  { method, target, headers, body }: HostileRequest,
): Promise<Answer> {
  const started = performance.now();
  const starved = starvedMs(pid);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.bytes.length) };
    const options = {
      agent,
      port,
      host: '127.0.0.1',
      method,
      path: target,
      headers: { ...headers, ...length },
    };
    const outgoing = send(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({
          status: incoming.statusCode ?? 0,
          type: incoming.headers['content-type'] ?? '',
          text: textOf(Buffer.concat(chunks), incoming.headers['content-encoding']),
          tookMs: performance.now() - started,
          starvedMs: starvedMs(pid) - starved,
        });
      });
    });
    outgoing.setTimeout(60_000, () => outgoing.destroy(new Error('no answer within a minute')));
    outgoing.on('error', reject);
    outgoing.end(body?.bytes);
  });
}

function shown({ method, target, headers, body }: HostileRequest): string {
  const text = body === undefined ? '' : ` ${body.contentType} ${body.bytes.subarray(0, 1500).toString()}`;
  return `${method} ${target.slice(0, 800)} ${JSON.stringify(headers).slice(0, 200)}${text}`;
}

/** In whatever format the error stands. */
function errorType(text: string): string | undefined {
  const named = errorTypes.filter((type) => text.includes(type));
  return named.includes('exception') && named.length === 1
    ? 'exception'
    : named.find((type) => type !== 'exception');
}

/** The sentence that says what is wrong with an answer; undefined where nothing is. */
function faultOf(
  answer: Answer,
  { target }: HostileRequest,
  { stallMs, passedOn }: HostileOptions,
): string | undefined {
  const limitMs = answerLimitMs + answer.starvedMs + (stallMs?.() ?? 0);
  if (answer.tookMs > limitMs) return `took ${Math.round(answer.tookMs)} ms`;
  if (/Object\.prototype|\n\s+at .+:\d+:\d+/.test(answer.text) && !answer.text.includes('stack_trace'))
    return 'shows a stack trace';
  if (answer.status < 500 || answer.text === '' || passedOn?.test(answer.text) === true) return undefined;
  // Nothing is left of an error of which the caller wants none.
  if (/^(---)?\s*\{\s*\}\s*$/.test(answer.text) && /[?&]filter(_|%5f)path=/i.test(target)) return undefined;
  // The security side tells no types.
  const isSecurity = /"?status"?\s*:\s*"INTERNAL_SERVER_ERROR"/.test(answer.text);
  const type = errorType(answer.text) ?? (isSecurity ? 'untyped' : undefined);
  if (type === undefined || type === 'exception' || answer.text.includes('the service met')) {
    return `${answer.status} ${type}: ${answer.text.slice(0, 600)}`;
  }
  return undefined;
}

/**
 * Sends the seed's sequence of requests over a few connections at once. What comes of a request depends on its
 * neighbours in time; the requests themselves do not.
 */
export async function runHostile(
  service: Service,
  seed: number,
  requests: number,
  options: HostileOptions = {},
): Promise<HostileRun> {
  const { requestsPerRound = requestsPerRoundDefault } = options;
  const random = new SeededRandom(seed);
  const authorization = basic('admin', service.password);
  const client = clientOf(service.url, authorization);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<string, number> = {};
  const serverErrors: Record<string, number> = {};
  const faults: string[] = [];
  let slowestMs = 0;
  let slowest = '';
  let sent = 0;
  const one = async (asked: HostileRequest): Promise<void> => {
    try {
      const answer = await ask(agent, service, asked);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status >= 500) {
        const type = errorType(answer.text) ?? 'none';
        serverErrors[type] = (serverErrors[type] ?? 0) + 1;
      }
      if (answer.tookMs > slowestMs) {
        slowestMs = answer.tookMs;
        slowest = shown(asked).slice(0, 600);
      }
      const fault = faultOf(answer, asked, options);
      if (fault !== undefined && faults.length < faultsShown) faults.push(`${fault}\n  ${shown(asked)}`);
    } catch (error) {
      statuses.none = (statuses.none ?? 0) + 1;
      const why = error instanceof Error ? error.message : String(error);
      const hungUp = /ECONNRESET|socket hang up|EPIPE/.test(why);
      if (!hungUp && faults.length < faultsShown) faults.push(`no answer (${why})\n  ${shown(asked)}`);
    }
  };
  while (sent < requests && faults.length < faultsShown) {
    await resetService(client);
    const round = Array.from({ length: Math.min(requestsPerRound, requests - sent) }, () =>
      hostileRequest(random, authorization),
    );
    sent += round.length;
    const work = async (): Promise<void> => {
      for (let next = round.shift(); next !== undefined; next = round.shift()) await one(next);
    };
    await Promise.all(Array.from({ length: connections }, work));
  }
  await resetService(client);
  agent.destroy();
  return { seed, requests: sent, statuses, serverErrors, faults, slowestMs, slowest };
}
