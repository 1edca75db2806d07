import { apiError } from '@sextant/contract';
import type { RecordDocuments } from './record-documents.ts';

const roundsMax = 10_000;

/**
 * Writes the documents of version 1 anew: they had neither `id` nor `keys`, and the address of an account as `login`.
 * One that another instance changes meanwhile is left to the next round.
 */
export async function migrateDocuments(documents: RecordDocuments): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const old = await documents.search({ query: { bool: { must_not: [{ exists: { field: 'id' } }] } } });
    if (old.length === 0) return;
    for (const { docId, seqNo, primaryTerm, source } of old) {
      const { login, ...rest } = source;
      const keys = typeof login === 'string' ? [`email=${login}`] : [];
      await documents.put(docId, { ...rest, id: docId, keys }, { seqNo, primaryTerm });
    }
  }
  throw apiError('illegal_state_exception', 'records of an older version cannot be brought up to date');
}
