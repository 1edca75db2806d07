import { expect, test } from 'vitest';
import type { IndexFile } from '../shard/index/index-file.ts';
import type { HeldFiles } from '../writer/held-changes.ts';
import { Gatherer } from './gathered-metadata.ts';
import { changeSpread, type JournalState } from './spread-change.ts';
import type { OneWriter } from './writer-port.ts';

type Part = Pick<
  OneWriter,
  'holdMetadata' | 'journalMetadata' | 'installMetadata' | 'releaseMetadata' | 'dropJournal'
>;

const file = {} as IndexFile;

/** A writer that has `files` to change, and notes what is asked of it. */
function writer(
  files: readonly IndexFile[],
  changes: Partial<Part> = {},
): { port: OneWriter; asked: string[] } {
  const asked: string[] = [];
  const part: Part = {
    holdMetadata: async (): Promise<HeldFiles> => ({ files, unwritten: [] }),
    journalMetadata: async () => void asked.push('journal'),
    installMetadata: async () => true,
    releaseMetadata: async (refused) => void asked.push(refused ? 'skip versions' : 'release'),
    dropJournal: async () => void asked.push('drop'),
    ...changes,
  };
  return { port: part as OneWriter, asked };
}

async function change(
  state: JournalState,
  ...writers: readonly { readonly port: OneWriter }[]
): Promise<void> {
  const shares = writers.map(({ port }) => ({ port, changes: new Map() }));
  await changeSpread(shares, { gatherer: new Gatherer({ metadata: () => {} }), names: [], journal: state });
}

const refused = async (): Promise<never> => {
  throw new Error('refused');
};

test('a change that some writer refuses leaves no version out: it was never in the journal', async () => {
  const state = { isSuspect: false };
  const first = writer([file]);
  await expect(change(state, first, writer([file], { holdMetadata: refused }))).rejects.toThrow('refused');
  expect(first.asked).toEqual(['release']);
  expect(state.isSuspect).toBe(false);
});

test('a journal that could not be written is suspect until another one is: a change of nothing clears nothing', async () => {
  const state = { isSuspect: false };
  const first = writer([file], { journalMetadata: refused });
  await expect(change(state, first, writer([]))).rejects.toThrow('refused');
  expect(first.asked).toEqual(['skip versions']);
  expect(state.isSuspect).toBe(true);
  await change(state, writer([]), writer([]));
  expect(state.isSuspect).toBe(true);
  const later = writer([file]);
  await change(state, later, writer([]));
  expect(later.asked).toEqual(['journal', 'drop', 'release']);
  expect(state.isSuspect).toBe(false);
});

test('a journal stays, and is suspect, while the disk refuses the file of an index', async () => {
  const state = { isSuspect: false };
  const first = writer([file]);
  await change(state, first, writer([file], { installMetadata: async () => false }));
  expect(first.asked).toEqual(['journal', 'release']);
  expect(state.isSuspect).toBe(true);
});
