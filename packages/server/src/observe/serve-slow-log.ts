import type { Channel } from '@sextant/base';
import { LogFiles, type LogFilesOptions } from './log-files.ts';
import type { LogKind, LogPlace } from './log-record.ts';
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
    if (message.dropped > 0) files.dropped(kindOf(entries[0]), message.dropped);
    for (const entry of entries) for (const record of slowRecords(entry)) files.write(record);
    tell({ kind: 'written', size: message.size });
  });
}

/** Where it is told that entries were lost: where the next one is written. */
function kindOf(next: SlowEntry | undefined): LogKind {
  return next?.kind === 'indexed' ? 'index_indexing_slowlog' : 'index_search_slowlog';
}
