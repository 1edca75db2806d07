import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { LogFile } from './log-files.ts';

/** `stat` as far as it is asked here. */
type Status = (path: string) => Promise<{ readonly ino: number }>;
type Done = (error?: Error | null) => void;

/**
 * A file that is rotated; full ones are compressed. One that somebody else has moved or deleted is begun anew. Readable by owner and group,
 * as OpenSearch's. The library is loaded when the first file is made, and not while the service starts: until then what is written waits
 * in the stream.
 */
export class RotatedFile extends Writable {
  readonly #file: LogFile;
  readonly #status: Status;
  #stream: Writable | undefined;
  /** The number of the file that is open; undefined while it is being opened or rotated. */
  #number: Promise<number> | undefined;

  constructor(file: LogFile, status: Status = stat) {
    super({ decodeStrings: false });
    this.#file = file;
    this.#status = status;
  }

  override _construct(done: Done): void {
    this.#open().then(() => done(), done);
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#ofSameFile().then((stream) => stream.write(chunk, done), done);
  }

  override _writev(chunks: readonly { readonly chunk: string | Buffer }[], done: Done): void {
    const bytes = chunks.map(({ chunk }) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    this._write(Buffer.concat(bytes), 'utf8', done);
  }

  override _final(done: Done): void {
    this.#stream!.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#stream?.destroy();
    done(error);
  }

  async #open(): Promise<Writable> {
    const stream = await openRotated(this.#file);
    stream.on('error', (error) => this.destroy(error));
    stream.on('open', () => {
      this.#number = this.#numberNow();
    });
    stream.on('rotation', () => {
      this.#number = undefined;
    });
    this.#stream = stream;
    return stream;
  }

  /** What follows a file that is no longer there under its name would be lost with it. */
  async #ofSameFile(): Promise<Writable> {
    const stream = this.#stream!;
    const number = this.#number;
    if (number === undefined) return stream;
    const [opened, now] = [await number, await this.#numberNow()];
    if (opened === now && now !== 0) return stream;
    // It is being rotated meanwhile.
    if (this.#number !== number) return stream;
    this.#number = undefined;
    for (const event of ['error', 'open', 'rotation']) stream.removeAllListeners(event);
    stream.on('error', () => {});
    stream.end();
    return this.#open();
  }

  /** 0: there is none. */
  #numberNow(): Promise<number> {
    return this.#status(join(this.#file.directory, this.#file.name)).then(
      ({ ino }) => ino,
      () => 0,
    );
  }
}

async function openRotated({ directory, name, rotatedName, limits }: LogFile): Promise<Writable> {
  mkdirSync(directory, { recursive: true });
  const { createStream } = await import('rotating-file-stream');
  const named = (time: number | Date | null, n = 1): string => {
    if (time === null) return name;
    return rotatedName(new Date(time).toISOString().slice(0, 10), n);
  };
  const { size, daily, keep } = limits;
  return createStream(named as Parameters<typeof createStream>[0], {
    path: directory,
    mode: 0o640,
    compress: 'gzip',
    size,
    history: `.${name}.history`,
    ...(daily ? { interval: '1d', intervalUTC: true } : {}),
    ...('files' in keep ? { maxFiles: keep.files } : { maxSize: keep.bytes }),
  });
}
