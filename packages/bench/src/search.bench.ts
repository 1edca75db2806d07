/** The query phase: the best ten of a term, OR, AND and phrase query, of filters and sorts, over one segment. */
import { corpusLines } from './corpus.ts';
import { batchOf, createCorpusIndex, memoryEngine } from './corpus-engine.ts';
import { type Case, main } from './measure.ts';

const match = (query: string, operator: string): object => ({ match: { text: { query, operator } } });

const queries: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'term, frequent': { query: { term: { text: 'w1' } } },
  'term, rare': { query: { term: { text: 'w9000' } } },
  'or of 3': { query: match('w2 w30 w700', 'or') },
  'and of 2': { query: match('w2 w30', 'and') },
  'phrase of 2': { query: { match_phrase: { text: 'w0 w1' } } },
  'filter with range': {
    query: {
      bool: { must: [{ term: { text: 'w5' } }], filter: [{ range: { size: { gte: 1000, lt: 50_000 } } }] },
    },
  },
  'terms of 1000 numbers': { query: { terms: { size: Array.from({ length: 1000 }, (_, i) => i * 50) } } },
  'filters with must_not and should': {
    query: {
      bool: {
        filter: [{ range: { updated: { gte: '2024-03-01' } } }, { range: { size: { gte: 20_000 } } }],
        must_not: [{ term: { section: 's1' } }],
        should: [{ match: { text: 'w3 w40' } }],
      },
    },
  },
  'the latest under filters': {
    query: {
      bool: {
        filter: [
          { range: { updated: { gte: '2024-02-01', lt: '2024-12-01' } } },
          { term: { section: 's0' } },
        ],
      },
    },
    sort: [{ updated: 'desc' }, { owner: 'asc' }],
  },
  'sort by number': { query: { match_all: {} }, sort: [{ size: 'desc' }] },
};

export async function searchCases(docs: number): Promise<readonly Case[]> {
  const engine = await memoryEngine();
  await createCorpusIndex(engine, 'corpus');
  await engine.write(batchOf('corpus', corpusLines(docs)));
  return Object.entries(queries).map(([name, body]) => ({
    name,
    amount: 1,
    unit: 'searches',
    run: async () => {
      const found = await engine.search({ indices: ['corpus'], body, maxBuckets: 65_535 });
      return found.hits.length;
    },
  }));
}

await main(import.meta.url, () => searchCases(50_000));
