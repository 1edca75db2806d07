import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { arch, cpus, freemem, loadavg, platform, release, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { productVersion } from '../config/product.ts';
import type { Settings } from '../config/settings.ts';
import { type SettingName, type SettingRow, settingsTable } from '../config/settings-table.ts';
import { logDirectory } from '../observe/service-logs.ts';
import { ask, type ServiceAddress } from './ask-service.ts';
import { diagnoseCalls } from './calls.ts';
import { Redactor } from './redact.ts';
import { type TarEntry, tarOf } from './tar.ts';
import { requireNone, writeArchive } from './write-archive.ts';

export interface DiagnoseOptions {
  readonly settings: Settings;
  readonly address: ServiceAddress;
  /** undefined: a name of its own in the present folder. */
  readonly output: string | undefined;
  readonly withLogs: boolean;
  readonly now: number;
}

export interface Diagnosis {
  readonly file: string;
  /** What could not be had, in words. */
  readonly missing: readonly string[];
}

/** Of each log file the last lines. */
const logBytesMax = 8 * 1024 * 1024;

/** Writes one archive for a report of a fault: what the service says of itself, its settings, its logs. Secrets are taken out. */
export async function diagnose({
  settings,
  address,
  output,
  withLogs,
  now,
}: DiagnoseOptions): Promise<Diagnosis> {
  const stamp = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const root = `sextant-diagnose-${stamp}`;
  const file = resolve(output ?? `${root}.tar.gz`);
  requireNone(file);
  const redactor = new Redactor([
    ...secretsOf(settings),
    ...(address.password === undefined ? [] : [address.password]),
  ]);
  const missing: string[] = [];
  const entries: TarEntry[] = [];
  const add = (name: string, text: string): void => {
    entries.push({ name: `${root}/${name}`, bytes: Buffer.from(redactor.redact(text)) });
  };
  add('machine.json', `${JSON.stringify(machine(now), null, 2)}\n`);
  add('start-settings.json', `${JSON.stringify(shownSettings(settings), null, 2)}\n`);
  for (const { name, path } of diagnoseCalls) {
    const answer = await ask(address, path);
    if (typeof answer === 'string') add(`service/${name}`, answer);
    else {
      missing.push(`${path}: ${answer.problem}`);
      // Who does not answer at all is not asked for everything else.
      if (answer.isAway) break;
    }
  }
  if (withLogs) addLogs(logDirectory(settings), add, missing);
  add('missing.txt', missing.map((line) => `${line}\n`).join(''));
  writeArchive(file, await promisify(gzip)(tarOf(entries, now)));
  return { file, missing };
}

function machine(now: number) {
  return {
    written: new Date(now).toISOString(),
    sextant: productVersion,
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memory_bytes: totalmem(),
    free_memory_bytes: freemem(),
    load: loadavg(),
  };
}

function secretsOf(settings: Settings): string[] {
  return Object.keys(settingsTable).flatMap((name) => {
    const value = isSecret(name) ? settings.get(name as SettingName) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}

function shownSettings(settings: Settings): Record<string, unknown> {
  const names = Object.keys(settingsTable) as SettingName[];
  return Object.fromEntries(
    names.map((name) => {
      const value = settings.get(name);
      return [name, isSecret(name) && value !== undefined ? '[removed]' : (value ?? null)];
    }),
  );
}

function isSecret(name: string): boolean {
  const row: SettingRow = settingsTable[name as SettingName];
  return row.secret === true;
}

/** Files that are full already are left out, and JSON, which says the same. */
function addLogs(
  directory: string | undefined,
  add: (name: string, text: string) => void,
  missing: string[],
): void {
  if (directory === undefined) {
    missing.push('logs: this service writes no files');
    return;
  }
  try {
    for (const name of readdirSync(directory).sort()) {
      if (name.endsWith('.log')) add(`logs/${basename(name).slice(-60)}`, lastLines(join(directory, name)));
    }
  } catch (error) {
    missing.push(`logs: ${directory} cannot be read (${(error as Error).message})`);
  }
}

function lastLines(file: string): string {
  const { size } = statSync(file);
  const bytes = Buffer.alloc(Math.min(size, logBytesMax));
  const handle = openSync(file, 'r');
  try {
    const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('utf8', 0, read);
    return size > bytes.length ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(handle);
  }
}
