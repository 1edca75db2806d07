import { spawn } from 'node:child_process';
import { join } from 'node:path';
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

/** Holds the session of the library's language; resolves with its steps in their order. */
export async function holdSession(
  library: Library,
  folder: string,
  target: Target,
): Promise<readonly Step[]> {
  const isJavascript = library.language === 'javascript';
  const file = join(sessions, isJavascript ? 'javascript.mjs' : 'python.py');
  const child = spawn(isJavascript ? process.execPath : 'python3', [file], {
    env: {
      ...process.env,
      SESSION_URL: target.url,
      SESSION_PASSWORD: target.password,
      SESSION_HOME: join(folder, 'package.json'),
      SESSION_PACKAGE: library.package,
      SESSION_GENERATION: generation(library),
      SESSION_PRODUCT: library.product,
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
