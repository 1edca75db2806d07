import { readFileSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import type { FileReader } from './tls-identity.ts';
import { TlsProblem } from './tls-problem.ts';

const othersMayRead = 0o004;
const othersMayWrite = 0o002;
/** A chain of certificates has some kilobytes. */
const bytesMax = 1024 * 1024;

/** Files of the machine. Keys that everybody may read, and files that everybody may write, are refused. */
export const nodeFileReader: FileReader = {
  read({ path, setting }, isSecret) {
    const file = `${setting}: the file ${path}`;
    try {
      const { mode, size } = statSync(path);
      if (size > bytesMax) throw new TlsProblem(`${file} is longer than ${bytesMax} bytes`);
      if (platform() !== 'win32') checkRights(file, mode, isSecret);
      return readFileSync(path);
    } catch (error) {
      if (error instanceof TlsProblem) throw error;
      const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read';
      throw new TlsProblem(`${file} ${why}`, { cause: error });
    }
  },
};

function checkRights(file: string, mode: number, isSecret: boolean): void {
  if (isSecret && (mode & othersMayRead) !== 0) {
    throw new TlsProblem(`${file} holds a key and everybody on this machine may read it: chmod o= it`);
  }
  if ((mode & othersMayWrite) !== 0) {
    throw new TlsProblem(`${file} may be written by everybody on this machine: chmod o= it`);
  }
}
