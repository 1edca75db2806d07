// Plain JavaScript for Node 20: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from '../../bin/find-node.mjs';
import { heapEnvironment, heapFlags } from '../../bin/heap-flags.mjs';
import { standInFor } from '../../bin/parent-child.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const marker = join(root, 'node_modules', '.sextant-installed');
const lockFile = join(root, 'package-lock.json');

/** Ends the process with one sentence that says what to do. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function wanted() {
  const hash = createHash('sha256');
  hash.update(readFileSync(lockFile));
  hash.update(`${process.platform} ${process.arch}`);
  return hash.digest('hex');
}

function npmInstall(fetchRetries) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', `--fetch-retries=${fetchRetries}`];
  const result = spawnSync(npm, ['install', '--include=dev', '--include=optional', ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return undefined;
  const text = result.stderr || result.error?.message || '';
  return (/npm error (?:code|network) (.*)/.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? '').trim();
}

/** Installs what the lock file names, once for each state of it. */
export function install() {
  const state = wanted();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === state) return;
  process.stdout.write('Installing dependencies (once) …\n');
  // Not `npm ci`: it refuses a lock file that lacks a tool's binary for some other platform, which a registry may
  // not have. What the lock file names is installed as it says; the file itself stays as it is.
  const locked = readFileSync(lockFile);
  // Without a network npm tries for minutes before it says so: the first run does not try again.
  let problem = npmInstall(0);
  const unreachable = /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH/.test(problem ?? '');
  if (problem !== undefined && !unreachable) problem = npmInstall(2);
  writeFileSync(lockFile, locked);
  if (problem !== undefined) {
    fail(
      `The dependencies could not be installed (${problem}); check the network and the npm registry, then run the command again.`,
    );
  }
  writeFileSync(marker, state);
}

/** The path of a Node 24 or newer: this one, or the one that came with the dependencies. */
export function modernNode() {
  const found = findNode(root);
  if (found === undefined) {
    fail(
      `Sextant needs Node 24 or newer and found ${process.version}; install Node 24 for ${process.platform}-${process.arch}, then run the command again.`,
    );
  }
  return found;
}

const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/** Runs a script of this repository with a modern Node, passes signals on and ends as it ends. */
export function runScript(script, args, env = {}) {
  standInFor(
    modernNode(),
    [...flags, ...heapFlags(), join(root, script), ...args],
    { cwd: root, env: { ...heapEnvironment(), ...env } },
    (error) => fail(`Node could not be started: ${error.message}.`),
  );
}

/** Like runScript, and waits; ends this process where the script fails. */
export function runFirst(script, args = []) {
  const result = spawnSync(modernNode(), [...flags, join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
