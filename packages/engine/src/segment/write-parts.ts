import type { DiskFile } from '@sextant/base';

/** Parts smaller than this are gathered before they go to the file. */
const GATHER_BYTES = 1 << 18;

/** One after the other into `target`, which they fill. */
export function joined(parts: readonly Uint8Array[], target: Uint8Array): Uint8Array {
  let at = 0;
  for (const part of parts) {
    target.set(part, at);
    at += part.length;
  }
  return target;
}

/** Appends the parts to the file: large ones as they are, small ones in few calls. */
export function writeParts(file: DiskFile, parts: readonly Uint8Array[]): void {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (bytes > 0) file.write(joined(gathered, new Uint8Array(bytes)));
    gathered = [];
    bytes = 0;
  };
  for (const part of parts) {
    if (bytes + part.length > GATHER_BYTES) flush();
    if (part.length > GATHER_BYTES) {
      file.write(part);
      continue;
    }
    gathered.push(part);
    bytes += part.length;
  }
  flush();
}
