import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { buildGoSession } from './go-session.ts';
import { generation, type Library } from './libraries.ts';

const sessions = join(import.meta.dirname, 'sessions');
const limit = 90_000;

export interface Step {
  readonly step: string;
  /** What the library threw. */
  readonly error?: string;
}

export interface Target {
  readonly url: string;
  readonly password: string;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

function commandOf(library: Library, folder: string): Command {
  switch (library.language) {
    case 'go':
      return { command: buildGoSession(library, folder), args: [] };
    case 'java':
      return javaCommand(library, folder);
    case 'javascript':
      return { command: process.execPath, args: [join(sessions, 'javascript.mjs')] };
    case 'perl':
      return { command: 'perl', args: [join(sessions, 'perl.pl')] };
    case 'ruby':
      return { command: 'ruby', args: [join(sessions, 'ruby.rb')] };
    case 'python':
      return { command: 'python3', args: [join(sessions, `${library.session ?? 'python'}.py`)] };
  }
}

/** The class that holds the session, by the library; how it connects may differ from generation to generation. */
function javaCommand(library: Library, folder: string): Command {
  const home = join(sessions, 'java');
  const isHighLevel = library.package.endsWith('high-level-client');
  const own = library.product === 'opensearch' ? 'OpenSearchSession' : 'ElasticsearchSession';
  const main = isHighLevel ? 'HighLevelSession' : own;
  const connect = join(home, `generation-${generation(library)}`, 'Connect.java');
  const files = [join(home, 'Steps.java'), join(home, `${main}.java`)];
  if (main === 'ElasticsearchSession') files.push(connect);
  const jars = join(folder, 'lib', '*');
  const classes = join(folder, 'classes');
  const done = spawnSync('javac', ['-nowarn', '-cp', jars, '-d', classes, ...files], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`javac: ${done.stderr}`);
  return { command: 'java', args: ['-cp', [classes, jars].join(delimiter), main] };
}

/** Holds the session of the library's language; resolves with its steps in their order. */
export async function holdSession(
  library: Library,
  folder: string,
  target: Target,
): Promise<readonly Step[]> {
  const { command, args } = commandOf(library, folder);
  const child = spawn(command, args, {
    env: {
      ...process.env,
      SESSION_URL: target.url,
      SESSION_PASSWORD: target.password,
      SESSION_HOME: join(folder, 'package.json'),
      SESSION_PACKAGE: library.package,
      SESSION_GENERATION: generation(library),
      SESSION_PRODUCT: library.product,
      SESSION_MODULE: library.package.replaceAll('-', '_'),
      PYTHONPATH: folder,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
  });
  let printed = '';
  let complained = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the session ended with ${String(code)}:\n${complained.slice(-4000)}`);
  return printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Step);
}
