import { mkdirSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { LogFile } from './log-files.ts';

type Done = (error?: Error | null) => void;

/**
 * A file that is rotated; full ones are compressed. Readable by owner and group, as OpenSearch's. The library is loaded when
 * the first file is made, and not while the service starts: until then what is written waits in the stream.
 */
export class RotatedFile extends Writable {
  readonly #file: LogFile;
  #stream: Writable | undefined;

  constructor(file: LogFile) {
    super({ decodeStrings: false });
    this.#file = file;
  }

  override _construct(done: Done): void {
    openRotated(this.#file).then((stream) => {
      stream.on('error', (error) => this.destroy(error));
      this.#stream = stream;
      done();
    }, done);
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#stream!.write(chunk, done);
  }

  override _writev(chunks: readonly { readonly chunk: string | Buffer }[], done: Done): void {
    const bytes = chunks.map(({ chunk }) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
    this.#stream!.write(Buffer.concat(bytes), done);
  }

  override _final(done: Done): void {
    this.#stream!.end(done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#stream?.destroy();
    done(error);
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
