import { crc32 } from './crc32.ts';
import { type Disk, DiskError } from './ports/disk.ts';

const HEADER_BYTES = 12;
const TRAILER_BYTES = 4;

/**
 * A small file that is replaced as a whole, never changed in place:
 * `magic` (4 ASCII bytes), format version (u32), length of the body (u32), the body (JSON in UTF-8), and the
 * CRC-32 of all before it (u32). Integers are little-endian.
 */
export interface FramedFormat {
  readonly magic: string;
  readonly version: number;
  /** How the body is written and read; absent: as JSON always is. */
  readonly json?: { readonly write: (body: unknown) => string; readonly read: (text: string) => unknown };
}

/** A framed file that cannot be trusted. The message names what is wrong, not the file. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameError';
  }
}

/**
 * Replaces the file atomically and durably: the body goes to a temporary file beside it, which is synced and
 * renamed, then the folder is synced. After a power failure the file holds either the old body or the new
 * one.
 */
export function writeFramed(
  disk: Disk,
  directory: string,
  name: string,
  format: FramedFormat,
  body: unknown,
): void {
  replaceBytes(disk, `${directory}/${name}`, encodeFramed(format, body));
  disk.syncDirectory(directory);
}

/** Of a change that failed, and that could not be taken back: the end of a message. */
export const MAY_COUNT = '; whether the change counts after a restart is not known';

/**
 * As `writeFramed`, and what fails does not count later: a file that was replaced, and whose name could not be made
 * durable, gets its old content back. Throws DiskError; where the disk refuses that too, its message says so.
 */
export function replaceFramed(
  disk: Disk,
  directory: string,
  name: string,
  format: FramedFormat,
  body: unknown,
): void {
  const path = `${directory}/${name}`;
  const before = readBytes(disk, path);
  try {
    writeFramed(disk, directory, name, format, body);
  } catch (error) {
    if (!(error instanceof DiskError) || putBack(disk, directory, path, before)) throw error;
    throw new DiskError(error.code, error.path, error.message + MAY_COUNT, { cause: error });
  }
}

/** False where the disk refuses it. */
function putBack(disk: Disk, directory: string, path: string, before: Uint8Array | undefined): boolean {
  try {
    const now = readBytes(disk, path);
    if (now === undefined ? before === undefined : before !== undefined && isEqual(now, before)) return true;
    if (before === undefined) disk.remove(path);
    else replaceBytes(disk, path, before);
    disk.syncDirectory(directory);
    return true;
  } catch (error) {
    if (error instanceof DiskError) return false;
    throw error;
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function replaceBytes(disk: Disk, path: string, bytes: Uint8Array): void {
  const temporary = `${path}.tmp`;
  const file = disk.open(temporary, 'create');
  try {
    file.write(bytes);
    file.sync();
  } finally {
    file.close();
  }
  disk.rename(temporary, path);
}

/** Undefined where the file is missing. */
function readBytes(disk: Disk, path: string): Uint8Array | undefined {
  try {
    return disk.readFile(path);
  } catch (error) {
    if (error instanceof DiskError && error.code === 'missing') return undefined;
    throw error;
  }
}

/**
 * The parsed body; undefined where the file is missing. Throws FrameError when it is damaged or of another
 * format.
 */
export function readFramed(disk: Disk, directory: string, name: string, format: FramedFormat): unknown {
  const bytes = readBytes(disk, `${directory}/${name}`);
  return bytes === undefined ? undefined : decodeFramed(format, bytes);
}

/**
 * As `readFramed`, for a file without which the program does not start: the FrameError names the file and `remedy`,
 * what the operator can do. A killed process may have put the file there without its name being durable: it is, before
 * anybody relies on what is read.
 */
export function readFramedOrExplain(
  disk: Disk,
  directory: string,
  name: string,
  format: FramedFormat,
  remedy: string,
): unknown {
  try {
    const body = readFramed(disk, directory, name, format);
    if (body !== undefined) disk.syncDirectory(directory);
    return body;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    throw new FrameError(`the file [${directory}/${name}] is damaged: ${error.message}; ${remedy}`);
  }
}

export function encodeFramed(format: FramedFormat, body: unknown): Uint8Array {
  const json = new TextEncoder().encode((format.json?.write ?? JSON.stringify)(body));
  const bytes = new Uint8Array(HEADER_BYTES + json.length + TRAILER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(format.magic));
  view.setUint32(4, format.version, true);
  view.setUint32(8, json.length, true);
  bytes.set(json, HEADER_BYTES);
  const end = HEADER_BYTES + json.length;
  view.setUint32(end, crc32(bytes.subarray(0, end)), true);
  return bytes;
}

export function decodeFramed(format: FramedFormat, bytes: Uint8Array): unknown {
  if (bytes.length < HEADER_BYTES + TRAILER_BYTES) throw new FrameError(`too short (${bytes.length} bytes)`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = new TextDecoder('latin1').decode(bytes.subarray(0, 4));
  if (magic !== format.magic) throw new FrameError(`starts with [${magic}], not [${format.magic}]`);
  const version = view.getUint32(4, true);
  if (version !== format.version) {
    throw new FrameError(`has format version ${version}; this program reads version ${format.version}`);
  }
  const length = view.getUint32(8, true);
  const end = HEADER_BYTES + length;
  if (bytes.length !== end + TRAILER_BYTES) {
    throw new FrameError(`has ${bytes.length} bytes instead of ${end + TRAILER_BYTES}`);
  }
  if (view.getUint32(end, true) !== crc32(bytes.subarray(0, end))) throw new FrameError('checksum mismatch');
  return (format.json?.read ?? JSON.parse)(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, end)));
}
