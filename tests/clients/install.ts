import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from './libraries.ts';

const cache = join(import.meta.dirname, '..', '..', '.cache', 'clients');
const limit = 240_000;

/** The folder that holds the library; it is brought from its registry when it is not there. Throws with what the tool printed. */
export function install(library: Library): string {
  const folder = join(cache, `${library.package}-${library.version}`.replaceAll(/[^\w.-]+/g, '-'));
  if (existsSync(folder)) return folder;
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  if (library.language === 'javascript') installJavascript(library, making);
  else installPython(library, making);
  renameSync(making, folder);
  return folder;
}

function installJavascript(library: Library, folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const wish = `${library.package}@${library.version}`;
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', wish]);
}

/** Into a folder and not into an environment of its own: it can be moved, and takes a second less. */
function installPython(library: Library, folder: string): void {
  const wish = `${library.package}==${library.version}`;
  run('python3', [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--target',
    folder,
    wish,
  ]);
}

function run(command: string, args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: limit });
  if (done.status === 0) return;
  throw new Error(
    `${command} ${args.join(' ')}\n${done.stdout ?? ''}${done.stderr ?? done.error?.message ?? ''}`,
  );
}
