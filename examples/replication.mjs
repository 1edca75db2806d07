#!/usr/bin/env node
// Two services of this checkout in temporary folders: one follows an index of the other, and becomes the one that is
// written to. Needs `npm run build` once; `node examples/replication.mjs`. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const sextant = join(import.meta.dirname, '..', 'bin', 'sextant.mjs');
const patienceMs = 120_000;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Asks until the answer is as wanted. */
async function until(what, ask, isWanted) {
  for (const end = Date.now() + patienceMs; ; await sleep(50)) {
    const answer = await ask().catch((error) => error);
    if (isWanted(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`${what} took longer than ${patienceMs} ms; the last answer: ${show(answer)}`);
  }
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

function show(value) {
  return value instanceof Error ? value.message : JSON.stringify(value);
}

/** A service without security, on loopback alone. */
async function startService(name, settings) {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), `sextant-${name}-`));
  const flags = ['--port', port, '--data', data, '--no-security', '-E', `cluster.name=${name}`, ...settings];
  const child = spawn(process.execPath, [sextant, ...flags.map(String)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text) => (complaint = `${complaint}${text}`.slice(-2000)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return answer.json();
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const isThere = (answer) => {
    if (child.exitCode !== null) throw new Error(`[${name}] ended at once:\n${complaint}`);
    return !(answer instanceof Error);
  };
  await until(`the start of [${name}]`, () => call('GET', '/'), isThere).catch(async (error) => {
    await stop();
    throw error;
  });
  print(`${name}: http://127.0.0.1:${port}`);
  /** A call that is shown, with its answer. */
  const shown = async (method, path, body) => {
    const answer = await call(method, path, body);
    print(`${name}: ${method} ${path}${body === undefined ? '' : ` ${show(body)}`}\n    ${show(answer)}`);
    if (answer.error !== undefined) throw new Error(`that was not expected: ${show(answer)}`);
    return answer;
  };
  return { call, shown, stop };
}

async function run(leader, follower, transport) {
  print('\nAn index, and a cluster that knows where it is:');
  await leader.shown('PUT', '/books', { aliases: { reading: {} } });
  await leader.shown('PUT', '/books/_doc/1?refresh=true', { title: 'The Sextant' });
  const seeds = { 'cluster.remote.east.seeds': [`127.0.0.1:${transport}`] };
  await follower.shown('PUT', '/_cluster/settings', { persistent: seeds });

  print('\nIt is followed: its files come, then each change:');
  const started = { leader_alias: 'east', leader_index: 'books' };
  await follower.shown('PUT', '/_replication/books-copy/_start?wait_for_restore=true', started);
  await leader.shown('PUT', '/books/_doc/2?refresh=true', { title: 'The Astrolabe' });
  await until(
    'the second document',
    async () => {
      await follower.call('POST', '/books-copy/_refresh');
      return follower.call('GET', '/books-copy/_count');
    },
    (answer) => answer.count === 2,
  );
  await follower.shown('GET', '/books-copy/_search?q=astrolabe&filter_path=hits.hits._source');
  await follower.shown('GET', '/_replication/books-copy/_status');
  await follower.shown('GET', '/_replication/follower_stats?filter_path=num_*');
  await leader.shown('GET', '/_replication/leader_stats?filter_path=num_*,operations_read');

  print('\nUntil then it is read-only:');
  const refused = await follower.call('PUT', '/books-copy/_doc/3', { title: 'The Compass' });
  print(`follower: PUT /books-copy/_doc/3\n    ${refused.status} ${refused.error?.reason}`);
  if (refused.status !== 403) throw new Error('a follower took a document');

  print('\nThe leader is lost. What follows is promoted: it follows no more, and the alias is written to:');
  await leader.stop();
  const add = { index: 'books-copy', alias: 'reading', is_write_index: true };
  await follower.shown('POST', '/_replication/books-copy/_stop', { actions: [{ add }] });
  await follower.shown('PUT', '/reading/_doc/3?refresh=true', { title: 'The Compass' });
  await follower.shown('GET', '/reading/_count?filter_path=count');
  await follower.shown('GET', '/_replication/books-copy/_status');
}

// Ctrl-C ends the services; then a call fails, and what follows it is tidied up here.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
const transport = await freePort();
const leader = await startService('leader', ['-E', `transport.port=${transport}`]);
try {
  const follower = await startService('follower', []);
  try {
    await run(leader, follower, transport);
    print('\nDone; both are stopped and their folders removed.');
  } finally {
    await follower.stop();
  }
} finally {
  await leader.stop();
}
