/**
 * Sends the requests whose answers of OpenSearch are kept beside this repository to a fresh service, and compares what keys the
 * answers have, and of which types their values are: nothing of OpenSearch's may be missing here, more may be there. What is known to be
 * otherwise stands in tests/conformance/shapes.txt; `--update` writes that list anew. Arguments name families, else all are compared.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { startService } from '../tests/support/service.ts';

const root = join(import.meta.dirname, '..');
const oracle = join(root, '..', 'shared', 'oracle');
const listFile = join(root, 'tests', 'conformance', 'shapes.txt');

interface Kept {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Only its beginning was kept. */
  readonly isCut: boolean;
}

interface Step {
  readonly name: string | undefined;
  /** As a transcript shows it. */
  readonly request: string;
}

function stepsOf(scenario: string): Step[] {
  const steps: Step[] = [];
  let name: string | undefined;
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) steps.push({ name, request: lines.join('\n') });
    if (lines.length > 0) name = undefined;
    lines = [];
  };
  for (const line of scenario.split(/\r?\n/)) {
    if (line.trim() === '') end();
    else if (lines.length > 0) lines.push(line);
    else if (line.startsWith('@name ')) name = line.slice('@name '.length).trim();
    else if (/^[A-Z]+ \S/.test(line)) lines.push(line);
  }
  end();
  return steps;
}

/** The answer of each step, in the order of the scenario. */
function keptAnswers(family: string, steps: readonly Step[]): Kept[] {
  const folder = join(oracle, 'answers', family);
  const transcript = readFileSync(join(folder, 'transcript.txt'), 'utf8');
  const places: number[] = [];
  let from = 0;
  for (const { request } of steps) {
    const at = transcript.indexOf(`${request}\n--> `, from);
    if (at < 0) throw new Error(`${family}: the transcript has no answer to ${request}`);
    places.push(at);
    from = at + request.length;
  }
  return steps.map((step, i) => {
    const answer = transcript.slice(places[i]! + step.request.length + '\n--> '.length, places[i + 1]);
    const [status = '', ...lines] = answer.split('\n');
    const head = lines.findIndex((line) => !/^(?:[a-z-]+): /.test(line));
    const headers = lines.slice(0, Math.max(0, head));
    const type = headers.find((line) => line.startsWith('content-type: '))?.slice('content-type: '.length);
    const rest = lines.slice(Math.max(0, head)).filter((line) => !line.startsWith('@header '));
    const shown = rest.join('\n').trim() === '' ? '' : rest.join('\n').replace(/\n+$/, '\n');
    const whole = join(folder, `${step.name}.json`);
    const text = step.name !== undefined && existsSync(whole) ? readFileSync(whole, 'utf8') : shown;
    return {
      status: Number(status) || 200,
      contentType: type ?? 'application/json; charset=UTF-8',
      text,
      isCut: /\n\.\.\. \(\d+ more characters\)\s*$/.test(text),
    };
  });
}

/** Answers what was kept, one after another. */
async function playback(answers: readonly Kept[]): Promise<{ url: string; server: Server }> {
  let next = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { status, contentType, text } = answers[next++] ?? { status: 599, contentType: '', text: '' };
      response.writeHead(status, { 'content-type': contentType });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, server };
}

async function printed(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return text;
}

/** Named after what was called before, after plugins of that node, or after settings that mean nothing here. */
const isApart = /\.rest_actions\.|shard_indexing_pressure_enabled|- defaults\./;

/** What is missing or of another type here, a line each. */
async function compare(family: string, url: string): Promise<string[]> {
  const scenario = join(oracle, 'scenarios', `${family}.req`);
  const steps = stepsOf(readFileSync(scenario, 'utf8'));
  const answers = keptAnswers(family, steps);
  const cut = new Set(steps.filter((_, i) => answers[i]!.isCut).map(({ request }) => request.split('\n')[0]));
  const { url: kept, server } = await playback(answers);
  const ask = [join(oracle, 'ask.mjs'), '--url', kept, '--url', url, '--shape', scenario];
  const text = await printed(ask);
  server.close();
  const found: string[] = [];
  let request = '';
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    if (/^[A-Z]+ \//.test(line)) request = line.replace(/ {3}.*$/, '');
    // What threads do differs each time.
    if (cut.has(request) || /hot_?threads/.test(request)) continue;
    const types = (): string =>
      lines
        .slice(i + 1, i + 3)
        .map((each) => each.trim())
        .join(', ');
    if (isApart.test(line)) continue;
    if (line.startsWith('  - '))
      found.push(`${family} ${request}: ${line.slice(4).replace(/: [[{].*$/, '')}`);
    if (!line.startsWith('  ~ ')) continue;
    found.push(`${family} ${request}: ${line.slice(4)}${line.endsWith(':') ? ` ${types()}` : ''}`);
  }
  return found;
}

function known(): string[] {
  const lines = existsSync(listFile) ? readFileSync(listFile, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

if (!existsSync(oracle)) {
  process.stdout.write('The kept answers are not here; see tests/conformance/README.md.\n');
  process.exit(1);
}
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const all = readdirSync(join(oracle, 'scenarios'), { encoding: 'utf8' })
  .map((file) => file.replace(/\.req$/, ''))
  .filter((family) => existsSync(join(oracle, 'answers', family, 'transcript.txt')));
const families = named.length > 0 ? named : all.filter((family) => family !== 'security');
const found: string[] = [];
for (const family of families) {
  const service = await startService({
    security: false,
    args: [
      ...['-E', 'node.name=node-1'],
      ...['-E', 'node.attr.testattr=test', '-E', 'compatibility.mode=opensearch'],
      ...['-E', 'compatibility.opensearch_version=3.6.0'],
    ],
  });
  const off = { transient: { 'cluster.routing.allocation.disk.threshold_enabled': false } };
  const init = { method: 'PUT', body: JSON.stringify(off), headers: { 'content-type': 'application/json' } };
  await fetch(`${service.url}/_cluster/settings`, init);
  found.push(...(await compare(family, service.url)));
  await service.stop();
}
const distinct = [...new Set(found)].sort();
if (process.argv.includes('--update')) {
  const head =
    '# What kept answers of OpenSearch have and ours have not, or of another type; see README.md.\n';
  writeFileSync(listFile, `${head}${distinct.join('\n')}\n`);
}
const before = new Set(known());
const worse = distinct.filter((line) => !before.has(line));
for (const line of worse) process.stdout.write(`NEW ${line}\n`);
process.stdout.write(`${distinct.length} differences of shape, ${worse.length} of them not known\n`);
process.exit(worse.length === 0 ? 0 : 1);
