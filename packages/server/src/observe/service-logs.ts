import { resolve } from 'node:path';
import type { Channel, Clock, Log } from '@sextant/base';
import { homePath } from '../config/data-paths.ts';
import type { Settings } from '../config/settings.ts';
import { LogFiles } from './log-files.ts';
import { LogLevels } from './log-levels.ts';
import type { LogPlace, LogSink } from './log-record.ts';
import { ServiceLog } from './service-log.ts';
import type { SlowSink } from './slow-log.ts';
import { SlowLogThread } from './slow-log-thread.ts';
import { TextLog } from './text-log.ts';

export interface ServiceLogs {
  readonly log: Log;
  /** What is logged; may change at any time. */
  readonly levels: LogLevels;
  /** undefined: no files are written. */
  readonly sink: LogSink | undefined;
  /** Likewise, of what was slow. */
  readonly slowSink: SlowSink | undefined;
  /** From now on lines say whose they are. */
  identify(identity: { readonly clusterUuid: string; readonly nodeId?: string }): void;
  /** Writes out what waits, for as long as `limitMs`. False where that was not enough: a disk may never answer. */
  close(limitMs: number): Promise<boolean>;
}

export interface ServiceLogsParts {
  readonly settings: Settings;
  readonly nodeName: string;
  readonly clock: Clock;
  /** To the console. */
  readonly write: (text: string) => void;
  /** Starts the thread that writes slow logs into a folder. */
  readonly startSlowLog: (directory: string) => Channel;
}

/** Where log files go; undefined = nowhere. The embedded engine's have a place beside its data. */
export function logDirectory(settings: Settings): string | undefined {
  const given = settings.get('path.logs');
  if (given === 'none') return undefined;
  if (given !== undefined) return resolve(given);
  return settings.get('backend') === 'embedded' ? resolve(homePath(settings), 'logs') : undefined;
}

/** The console, and files beside it. */
export function serviceLogs({
  settings,
  nodeName,
  clock,
  write,
  startSlowLog,
}: ServiceLogsParts): ServiceLogs {
  const levels = new LogLevels(settings.get('logger.level'));
  const console = new TextLog({
    levels,
    format: settings.get('logger.format'),
    node: nodeName,
    clock,
    write,
  });
  const directory = logDirectory(settings);
  let place: LogPlace = { clusterName: settings.get('cluster.name'), nodeName };
  const onProblem = (file: string, reason: string): void => {
    const what = `the log file ${file} cannot be written: correct path.logs or its rights`;
    console.log('warn', 'observe', what, { reason });
  };
  const sink =
    directory === undefined
      ? undefined
      : new LogFiles({
          directory,
          place: () => place,
          clock,
          onProblem: (file, error) => onProblem(file, error.message),
        });
  const slowSink =
    directory === undefined
      ? undefined
      : new SlowLogThread({
          start: () => startSlowLog(directory),
          place: () => place,
          clock,
          onProblem: (file, reason) => {
            if (file !== undefined) onProblem(file, reason);
            else
              console.log('error', 'observe', 'the thread of the slow logs ended: it is started again', {
                reason,
              });
          },
        });
  return {
    log: new ServiceLog({ levels, console, sink }),
    levels,
    sink,
    slowSink,
    identify: ({ clusterUuid, nodeId }) => {
      place = { ...place, clusterUuid, nodeId };
    },
    close: async (limitMs) => {
      const late = Promise.withResolvers<boolean>();
      const cancel = clock.after(limitMs, () => late.resolve(false));
      const closed = Promise.all([sink?.close(), slowSink?.close()]).then(() => true);
      const isWritten = await Promise.race([closed, late.promise]);
      cancel();
      return isWritten;
    },
  };
}
