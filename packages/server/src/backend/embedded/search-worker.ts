import { workerData } from 'node:worker_threads';
import {
  MappingLedger,
  NodeDisk,
  parentChannel,
  type SharedLedger,
  SystemClock,
  SystemRandom,
} from '@sextant/base/node';
import { serveSearches } from '@sextant/engine';
import { MemoryAccount, type SharedAccount } from '../../observe/memory-account.ts';
import { type DocumentsView, hitWritersOf, renderResult, type VectorsView } from './search/documents-view.ts';
import type { AnswerView } from './search/search-answer.ts';

type View = AnswerView | DocumentsView | VectorsView;

/** Entry of a thread that searches: the answers that it sends back are written already. */
const { allowMmap, mappings } = workerData as {
  readonly allowMmap: boolean;
  readonly mappings: SharedLedger;
};

serveSearches(parentChannel(), {
  disk: new NodeDisk({ allowMmap, mappings: new MappingLedger(mappings) }),
  clock: new SystemClock(),
  random: new SystemRandom(),
  memory: (shared) => MemoryAccount.of(shared as SharedAccount),
  hitWriters: (rendering) => (rendering === undefined ? undefined : hitWritersOf(rendering as View)),
  render: (result, rendering, waitedMs) => renderResult(result, result.tookMs + waitedMs, rendering as View),
});
