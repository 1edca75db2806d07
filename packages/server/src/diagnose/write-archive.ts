import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigError } from '../config/settings.ts';

type Write = (
  file: string,
  bytes: Uint8Array,
  options: { readonly mode: number; readonly flag: 'wx' },
) => void;

/** Throws ConfigError where there is a file already, and where it cannot be written: half of one is not left behind. */
export function writeArchive(file: string, bytes: Uint8Array, write: Write = writeFileSync): void {
  requireNone(file);
  try {
    // It belongs to whom made it alone: logs hold queries and parts of documents.
    write(file, bytes, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && existsSync(file)) rmSync(file);
    throw new ConfigError(`${file} cannot be written (${message}); name another file with --output`);
  }
}

/** Throws ConfigError. */
export function requireNone(file: string): void {
  if (existsSync(file)) throw new ConfigError(`${file} exists already; name another file with --output`);
}
