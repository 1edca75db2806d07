import { SystemClock } from '@sextant/base/node';
import { MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { type Engine, openEngine, type WriteBatch } from '@sextant/engine';
import { corpusMapping } from './corpus.ts';

/** An engine in this thread and in memory, so that neither threads nor disks are measured. */
export function memoryEngine(): Promise<Engine> {
  return openEngine({
    disk: new MemoryDisk(),
    directory: '/bench',
    clock: new SystemClock(),
    random: new SeededRandom(1),
    log: new MemoryLog(),
    threads: 'inline',
  });
}

export async function createCorpusIndex(engine: Engine, name: string): Promise<void> {
  const settings = { 'index.refresh_interval': '-1' };
  await engine.createIndex({ name, settings, mappings: corpusMapping, aliases: {} });
}

/** The lines as one batch of creations with ids of their own. */
export function batchOf(index: string, lines: readonly string[]): WriteBatch {
  const starts = new Int32Array(lines.length);
  const ends = new Int32Array(lines.length);
  const source = Buffer.from(lines.join(''));
  let at = 0;
  for (const [i, line] of lines.entries()) {
    starts[i] = at;
    at += Buffer.byteLength(line);
    ends[i] = at;
  }
  const none = { routings: null, ifSeqNos: null, ifPrimaryTerms: null, versions: null, versionTypes: null };
  return {
    index,
    source: new Uint8Array(source),
    kinds: lines.map(() => 'index'),
    ids: lines.map((_, i) => String(i)),
    starts,
    ends,
    ...none,
    retryOnConflict: null,
    refresh: 'true',
  };
}
