import type { Channel } from '@sextant/base';
import { LogFiles, type LogFilesOptions } from './log-files.ts';
import type { LogPlace } from './log-record.ts';
import { type SlowEntry, slowRecords } from './slow-entry.ts';
import type { FromSlowLogThread, ToSlowLogThread } from './slow-log-thread.ts';

/** The other side of a `SlowLogThread`: writes what it is told. */
export function serveSlowLog(channel: Channel, options: Omit<LogFilesOptions, 'place' | 'onProblem'>): void {
  const tell = (message: FromSlowLogThread): void => channel.post(message);
  let place: LogPlace = { clusterName: '', nodeName: '' };
  const files = new LogFiles({
    ...options,
    place: () => place,
    onProblem: (file, error) => tell({ kind: 'problem', file, reason: error.message }),
  });
  channel.onMessage((given) => {
    const message = given as ToSlowLogThread;
    if (message.kind === 'close') {
      const closed = (): void => tell({ kind: 'closed' });
      files.close().then(closed, closed);
      return;
    }
    place = message.place;
    const entries = JSON.parse(message.entries) as SlowEntry[];
    const [first] = entries;
    if (message.dropped > 0 && first !== undefined)
      files.dropped(slowRecords(first)[0]!.kind, message.dropped);
    for (const entry of entries) for (const record of slowRecords(entry)) files.write(record);
    // The brackets are not of the entries, the commas are few.
    tell({ kind: 'written', characters: message.entries.length - 1 - entries.length });
  });
}
