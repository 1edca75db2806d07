/**
 * What security costs, with the built service: Basic against none, searches while wrong passwords come in, and whether the time of a
 * refusal tells an account from none. `node --conditions=source packages/bench/src/security-cost.ts --what basic|logins|timing`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { freePort, stop } from './own-process.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'sextant', 'main.js');
const password = 'correct-Horse-7-battery';
const ticksPerSecond = 100;

interface Running {
  readonly port: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly by?: Agent;
}

const agent = new Agent({ keepAlive: true });
/** Of those who guess: a service takes only so many connections at once. */
const strangers = new Agent({ keepAlive: true, maxSockets: 500 });
const admin = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };

function ask(port: number, { method = 'GET', path, body, headers = {}, by = agent }: Asked): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const options = {
      agent: by,
      hostname: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...type },
    };
    const outgoing = request(options, (incoming) => {
      incoming.resume();
      incoming.on('end', () => resolve(incoming.statusCode ?? 0));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** A service with some documents. */
async function start(flags: readonly string[]): Promise<Running> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'sextant-security-cost-'));
  const args = [main, '--port', String(port), '--data', data, ...flags];
  const env = { ...process.env, SEXTANT_ADMIN_PASSWORD: password };
  const child = spawn(process.execPath, args, { stdio: 'ignore', env });
  for (;;) {
    const status = await ask(port, { path: '/_cluster/health', headers: admin }).catch(() => 0);
    if (status === 200) break;
    if (child.exitCode !== null) throw new Error('the service did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (let i = 0; i < 500; i++) {
    const body = { n: i, tag: `t${i % 10}`, text: `word${i % 7} word${i % 5}` };
    await ask(port, { method: 'PUT', path: `/cost/_doc/${i}`, body, headers: admin });
  }
  await ask(port, { method: 'POST', path: '/cost/_forcemerge?max_num_segments=1', headers: admin });
  await ask(port, { method: 'POST', path: '/cost/_refresh', headers: admin });
  const end = async (): Promise<void> => {
    await stop(child);
    rmSync(data, { recursive: true, force: true });
  };
  return { port, child, stop: end };
}

/** Seconds of user time of the whole process. */
function userSeconds({ child }: Running): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) / ticksPerSecond;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

const search: Asked = { path: '/cost/_search?q=text:word3&size=5' };

async function searches(service: Running, count: number, headers: Asked['headers'] = {}): Promise<number> {
  const before = userSeconds(service);
  for (let i = 0; i < count; i++) {
    const status = await ask(service.port, { ...search, headers });
    if (status !== 200) throw new Error(`a search was answered ${status}`);
  }
  return ((userSeconds(service) - before) * 1_000) / count;
}

/** Milliseconds of user time that a search takes, in turns: with security, by Basic that is remembered, and without. */
async function basic(rounds: number): Promise<void> {
  const [on, off] = [await start([]), await start(['--no-security'])];
  try {
    // The clock of `/proc` ticks each ten milliseconds.
    const perRound = 8_000;
    for (const [service, headers] of [[on, admin] as const, [off, {}] as const])
      await searches(service, perRound, headers);
    const figures: { on: number[]; off: number[] } = { on: [], off: [] };
    for (let round = 0; round < rounds; round++) {
      figures.on.push(await searches(on, perRound, admin));
      figures.off.push(await searches(off, perRound));
    }
    const [withBasic, without] = [median(figures.on), median(figures.off)];
    console.log(
      `user ms a search: ${withBasic.toFixed(4)} with Basic, ${without.toFixed(4)} without security: ` +
        `${(withBasic - without).toFixed(4)} more, ${((withBasic / without - 1) * 100).toFixed(1)} %`,
    );
  } finally {
    await Promise.all([on.stop(), off.stop()]);
  }
}

/** Searches a second alone, and while wrong passwords for many accounts come from many addresses. */
async function logins(count: number): Promise<void> {
  const service = await start(['-E', 'http.trusted_proxies=127.0.0.1', '-E', 'account.mode=multi']);
  try {
    const rate = async (until: () => boolean): Promise<number> => {
      const started = performance.now();
      let done = 0;
      while (!until()) {
        await ask(service.port, { ...search, headers: admin });
        done++;
      }
      return (done * 1_000) / (performance.now() - started);
    };
    const seconds = (much: number) => {
      const end = performance.now() + much * 1_000;
      return () => performance.now() > end;
    };
    await rate(seconds(5));
    const [before] = [await rate(seconds(10))];
    const statuses = new Map<number, number>();
    const burstStarted = performance.now();
    let burstMs = 0;
    const attempt = async (i: number): Promise<void> => {
      const status = await ask(service.port, {
        method: 'POST',
        path: '/account/login',
        body: { email: `user${i % 500}`, password: `wrong ${i}` },
        headers: { 'x-forwarded-for': `10.${i >> 14}.${(i >> 7) & 127}.${i & 127}` },
        by: strangers,
      }).catch(() => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      burstMs = performance.now() - burstStarted;
    };
    const all = Promise.all(Array.from({ length: count }, (_, i) => attempt(i)));
    const during = await rate(seconds(30));
    await all;
    const after = await rate(seconds(10));
    const alone = (before + after) / 2;
    console.log(
      `${count} wrong logins at once, answered within ${(burstMs / 1_000).toFixed(1)} s: ${JSON.stringify([...statuses])}; ` +
        `searches a second ${alone.toFixed(0)} alone, ${during.toFixed(0)} in the half minute from then on: ${((during / alone) * 100).toFixed(0)} %`,
    );
  } finally {
    await service.stop();
  }
}

/** The p-value of the two-sample Kolmogorov-Smirnov test (asymptotic; Press et al., Numerical Recipes, 14.3.3). */
function kolmogorovSmirnov(one: readonly number[], two: readonly number[]): { d: number; p: number } {
  const [a, b] = [one, two].map((values) => [...values].sort((x, y) => x - y)) as [number[], number[]];
  let [i, j, d] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i]!, b[j]!);
    while (i < a.length && a[i]! <= at) i++;
    while (j < b.length && b[j]! <= at) j++;
    d = Math.max(d, Math.abs(i / a.length - j / b.length));
  }
  const n = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (n + 0.12 + 0.11 / n) * d;
  let p = 0;
  for (let k = 1; k <= 100; k++) p += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  return { d, p: Math.min(1, Math.max(0, p)) };
}

/** How long refusals take of accounts that are there and of those that are not, in turns. */
async function timing(count: number): Promise<void> {
  const service = await start(['-E', 'http.trusted_proxies=127.0.0.1', '-E', 'account.mode=multi']);
  try {
    // An account that was guessed ten times makes those wait who guess on: so there are many.
    const accounts = Math.ceil(count / 2 / 5);
    for (let i = 0; i < accounts; i++) {
      const body = { password: 'Str0ng-Enough-Phrase!', roles: [] };
      await ask(service.port, { method: 'PUT', path: `/_security/user/known${i}`, body, headers: admin });
    }
    const times: { known: number[]; absent: number[] } = { known: [], absent: [] };
    for (let i = 0; i < count; i++) {
      // In pairs whose order changes.
      const pair = i >> 1;
      const kind = (i + pair) % 2 === 0 ? 'known' : 'absent';
      const started = performance.now();
      const status = await ask(service.port, {
        method: 'POST',
        path: '/account/login',
        body: { email: `${kind}${pair % accounts}`, password: `wrong ${i}` },
        headers: { 'x-forwarded-for': `10.${i >> 14}.${(i >> 7) & 127}.${i & 127}` },
      });
      if (status !== 403) throw new Error(`a wrong password was answered ${status}`);
      times[kind].push(performance.now() - started);
    }
    const { d, p } = kolmogorovSmirnov(times.known, times.absent);
    console.log(
      `${count} refusals: median ${median(times.known).toFixed(2)} ms of accounts, ${median(times.absent).toFixed(2)} ms of none; ` +
        `Kolmogorov-Smirnov D = ${d.toFixed(4)}, p = ${p.toFixed(3)}`,
    );
  } finally {
    await service.stop();
  }
}

const { values } = parseArgs({
  options: { what: { type: 'string', default: 'basic' }, count: { type: 'string' } },
});
const count = values.count === undefined ? undefined : Number(values.count);
if (values.what === 'basic') await basic(count ?? 7);
else if (values.what === 'logins') await logins(count ?? 10_000);
else if (values.what === 'timing') await timing(count ?? 2_000);
else throw new Error('--what is basic, logins or timing');
agent.destroy();
strangers.destroy();
