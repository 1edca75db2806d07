import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort, startService } from '../support/service.ts';
import { isHere } from './libraries.ts';

const lines = 500;
/** Rounds of 100 ms. */
const patience = 300;

/** Is its module for Elasticsearch installed, which is a package of its own? */
function hasOutput(): boolean {
  if (!isHere('rsyslogd')) return false;
  const folders = [
    '/usr/lib/x86_64-linux-gnu/rsyslog',
    '/usr/lib/aarch64-linux-gnu/rsyslog',
    '/usr/lib64/rsyslog',
  ];
  return folders.some((folder) => existsSync(join(folder, 'omelasticsearch.so')));
}

interface Target {
  readonly port: number;
  readonly password: string;
}

/** It takes lines over TCP, and writes each as a document whose id is in the line, so that what is sent twice is there once. */
function configuration(folder: string, listen: number, { port, password }: Target): string {
  return `
global(workDirectory="${folder}")
module(load="imtcp")
module(load="omelasticsearch")
input(type="imtcp" port="${listen}" address="127.0.0.1")
template(name="document" type="list") {
  constant(value="{\\"@timestamp\\":\\"") property(name="timereported" dateFormat="rfc3339")
  constant(value="\\",\\"host\\":\\"") property(name="hostname" format="json")
  constant(value="\\",\\"severity\\":\\"") property(name="syslogseverity-text")
  constant(value="\\",\\"message\\":\\"") property(name="msg" format="json" position.from="2")
  constant(value="\\"}")
}
template(name="index" type="string" string="syslog-%$year%")
template(name="id" type="string" string="%procid%")
action(type="omelasticsearch" server="http://127.0.0.1" serverport="${port}" uid="admin" pwd="${password}"
  template="document" searchIndex="index" dynSearchIndex="on" bulkid="id" dynbulkid="on" searchType=""
  bulkmode="on" maxbytes="1m" writeoperation="create" errorfile="${folder}/errors.json"
  queue.type="linkedList" queue.dequeuebatchsize="100" action.resumeretrycount="-1")
`;
}

async function sendLines(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (let n = 0; n < lines; n++) {
    socket.write(`<${n % 2 === 0 ? 34 : 38}>1 2026-01-01T00:00:00Z shop app ${n + 1} - - line "${n}" of ü\n`);
  }
  socket.end();
  await once(socket, 'close');
}

test.runIf(hasOutput())('rsyslog writes what it hears, each line once', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-rsyslog-'));
  const service = await startService();
  const listen = await freePort();
  const file = join(folder, 'rsyslog.conf');
  writeFileSync(file, configuration(folder, listen, service));
  const checked = spawnSync('rsyslogd', ['-N1', '-f', file], { encoding: 'utf8' });
  expect([checked.status, checked.stderr]).toEqual([0, checked.stderr]);
  const args = ['-n', '-f', file, '-i', join(folder, 'pid')];
  const daemon = spawn('rsyslogd', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  daemon.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const count = async (query = ''): Promise<number> => {
    const answer = await service.fetch(`/syslog-*/_count${query}`);
    return ((await answer.json()) as { readonly count: number }).count;
  };
  try {
    for (let round = 0; round < patience; round++) {
      if (
        await sendLines(listen).then(
          () => true,
          () => false,
        )
      )
        break;
      await setTimeout(100);
    }
    // The same again: ids that are there are answered 409, which is no error for it.
    await sendLines(listen);
    for (let round = 0; round < patience && (await count()) < lines; round++) {
      await service.fetch('/syslog-*/_refresh', { method: 'POST' });
      await setTimeout(100);
    }
    expect(await count('?q=severity:crit')).toBe(lines / 2);
    expect(await count()).toBe(lines);
  } finally {
    daemon.kill();
    await once(daemon, 'exit');
    await service.stop();
  }
  const errors = join(folder, 'errors.json');
  const failed = existsSync(errors) ? readFileSync(errors, 'utf8') : '';
  // What it could not write stands there; an id that is there already is told, too.
  expect(failed.replaceAll(/"version_conflict_engine_exception"/g, '')).not.toContain('_exception"');
  expect(complaints).toBe('');
  rmSync(folder, { recursive: true, force: true });
});
