import type { Writable } from 'node:stream';
import type { Clock } from '@sextant/base';
import { BoundedWriter } from './bounded-writer.ts';
import { jsonLine, plainLine } from './log-lines.ts';
import type { LogKind, LogPlace, LogRecord, LogSink } from './log-record.ts';
import { RotatedFile } from './rotated-file.ts';

export interface LogFile {
  readonly directory: string;
  /** Of the file that is written to. */
  readonly name: string;
  /** Of the n-th file of a day that is full. */
  readonly rotatedName: (day: string, n: number) => string;
  readonly limits: RotationLimits;
}

interface RotationLimits {
  readonly size: string;
  /** A new file also each day. */
  readonly daily: boolean;
  /** Full files kept, by their number or by their bytes together. */
  readonly keep: { readonly files: number } | { readonly bytes: string };
}

export interface LogFilesOptions {
  readonly directory: string;
  readonly place: () => LogPlace;
  readonly clock: Clock;
  /** Told of each file that cannot be written, once until it can. */
  readonly onProblem: (file: string, error: Error) => void;
  /** The real one, unless a test has another. */
  readonly open?: (file: LogFile) => Writable;
  readonly waitingBytesMax?: number;
}

/** Slow logs may have a line for every search. */
const gatherMs = 100;
const waitingBytesDefault = 4 * 1024 * 1024;
const often: RotationLimits = { size: '128M', daily: true, keep: { bytes: '2G' } };
const seldom: RotationLimits = { size: '1G', daily: false, keep: { files: 4 } };

/** Files of each kind: `<cluster>.log` and `<cluster>_server.json`, else `<cluster>_<kind>.log` and `.json`. */
function filesOf(kind: LogKind, cluster: string, directory: string): { plain: LogFile; json: LogFile } {
  const stem = kind === 'server' ? cluster : `${cluster}_${kind}`;
  const limits = kind === 'server' ? often : seldom;
  const file = (name: string, ending: string): LogFile => ({
    directory,
    name,
    rotatedName: (day, n) => `${stem}-${day}-${n}.${ending}.gz`,
    limits,
  });
  const json = kind === 'server' ? `${cluster}_server.json` : `${stem}.json`;
  return { plain: file(`${stem}.log`, 'log'), json: file(json, 'json') };
}

/** Lines in files, opened when a kind of line comes for the first time; `<cluster>.log` is what everybody looks for. */
export class LogFiles implements LogSink {
  readonly #options: LogFilesOptions;
  readonly #writers = new Map<LogKind, { readonly plain: BoundedWriter; readonly json: BoundedWriter }>();

  constructor(options: LogFilesOptions) {
    this.#options = options;
  }

  write(record: LogRecord): void {
    const writers = this.#writers.get(record.kind) ?? this.#open(record.kind);
    const { at = this.#options.clock.now() } = record;
    const place = this.#options.place();
    writers.plain.write(plainLine(record, place, at));
    writers.json.write(jsonLine(record, place, at));
  }

  /** Tells that lines were lost on their way here. */
  dropped(kind: LogKind, count: number): void {
    this.write(droppedRecord(kind, count));
  }

  async close(): Promise<void> {
    const writers = [...this.#writers.values()].flatMap(({ plain, json }) => [plain, json]);
    await Promise.all(writers.map((writer) => writer.close()));
  }

  #open(kind: LogKind): { readonly plain: BoundedWriter; readonly json: BoundedWriter } {
    const { directory, place } = this.#options;
    const files = filesOf(kind, fileName(place().clusterName), directory);
    const writers = {
      plain: this.#writer(kind, files.plain, plainLine),
      json: this.#writer(kind, files.json, jsonLine),
    };
    this.#writers.set(kind, writers);
    return writers;
  }

  #writer(kind: LogKind, file: LogFile, line: typeof plainLine): BoundedWriter {
    const {
      clock,
      place,
      onProblem,
      open = (each) => new RotatedFile(each),
      waitingBytesMax = waitingBytesDefault,
    } = this.#options;
    return new BoundedWriter({
      open: () => open(file),
      waitingBytesMax,
      droppedLine: (count) => line(droppedRecord(kind, count), place(), clock.now()),
      onError: (error) => onProblem(file.name, error),
      clock,
      // What the service tells of itself is in the file at once: it may be the last that it tells.
      gatherMs: kind === 'server' ? 0 : gatherMs,
    });
  }
}

function droppedRecord(kind: LogKind, count: number): LogRecord {
  const message = `${count} lines were dropped: the disk did not keep up or failed`;
  return { kind, level: 'WARN', component: 'observe', message };
}

/** A name of a cluster may be anything; that of a file not. */
function fileName(clusterName: string): string {
  const name = clusterName.replace(/[^\p{L}\p{N}._-]/gu, '_');
  return /^\.*$/.test(name) ? 'sextant' : name;
}
