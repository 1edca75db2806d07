import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { filebeat7, filebeat8, metricbeat } from './starts/beats.ts';
import { dashboards } from './starts/dashboards.ts';
import { logstash, logstash8 } from './starts/logstash.ts';
import { cerebro, elasticvue, grafana } from './starts/screens.ts';
import type { Start, StartCall } from './starts/start.ts';

const starts = [
  filebeat7,
  filebeat8,
  metricbeat,
  logstash,
  logstash8,
  grafana,
  dashboards,
  elasticvue,
  cerebro,
];

/** What stands at a path with `.` between keys; `*` is the first key there is. Keys may have dots themselves. */
function at(value: unknown, path: string): unknown {
  if (path === '' || value === undefined || value === null) return value;
  const keys = path.split('.');
  for (let length = keys.length; length > 0; length--) {
    const key = keys.slice(0, length).join('.');
    const object = value as Record<string, unknown>;
    const name = key === '*' ? Object.keys(object)[0]! : key;
    if (Object.hasOwn(object, name)) return at(object[name], keys.slice(length).join('.'));
  }
  return undefined;
}

interface Told {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

function contentHeaders(written: string, lines: boolean): Record<string, string | number> {
  const type = lines ? 'application/x-ndjson' : 'application/json';
  return { 'content-type': type, 'content-length': Buffer.byteLength(written) };
}

/** Some programs send a body with GET, which `fetch` does not. */
function send(url: string, userAgent: string, { call, body }: StartCall): Promise<Told> {
  const [method = '', path = ''] = call.split(' ', 2);
  const lines = typeof body === 'string';
  const written = lines || body === undefined ? body : JSON.stringify(body);
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent,
    ...(written === undefined ? {} : contentHeaders(written, lines)),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method, headers }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text, body: text === '' ? undefined : JSON.parse(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(written);
  });
}

/** What about an answer would stop the program. */
async function problems(url: string, start: Start, step: StartCall): Promise<string[]> {
  const answer = await send(url, start.userAgent, step);
  const { status = 200, reads = [], wants = {} } = step;
  if (answer.status !== status) return [`${step.call}: ${answer.status} ${answer.text.slice(0, 300)}`];
  const missing = reads.filter((name) => at(answer.body, name) === undefined);
  const others = Object.entries(wants).filter(([name, value]) => at(answer.body, name) !== value);
  return [
    ...missing.map((name) => `${step.call}: no ${name}`),
    ...others.map(([name]) => `${step.call}: ${name} is ${JSON.stringify(at(answer.body, name))}`),
  ];
}

describe('what programs ask for when they start', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ security: false });
  });
  afterAll(() => service.stop());

  test.each(starts)('$name', async (start) => {
    const found: string[] = [];
    for (const step of start.calls) found.push(...(await problems(service.url, start, step)));
    expect(found).toEqual([]);
  });
});
