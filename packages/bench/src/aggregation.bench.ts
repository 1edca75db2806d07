/** Aggregations over columns, under a query so that no answer comes from statistics alone. */
import { corpusLines } from './corpus.ts';
import { batchOf, createCorpusIndex, memoryEngine } from './corpus-engine.ts';
import { type Case, main } from './measure.ts';

const average = { size: { avg: { field: 'size' } } };
const month = { field: 'updated', calendar_interval: 'month' };

const aggregations: Readonly<Record<string, object>> = {
  'terms, few': { terms: { field: 'section' } },
  'terms, many': { terms: { field: 'owner' } },
  'terms > avg': { terms: { field: 'section' }, aggs: average },
  'date_histogram by month': { date_histogram: month },
  'histogram > avg': { histogram: { field: 'size', interval: 1000 }, aggs: average },
  cardinality: { cardinality: { field: 'owner' } },
  stats: { stats: { field: 'size' } },
  percentiles: { percentiles: { field: 'size' } },
};

export async function aggregationCases(docs: number): Promise<readonly Case[]> {
  const engine = await memoryEngine();
  await createCorpusIndex(engine, 'corpus');
  await engine.write(batchOf('corpus', corpusLines(docs)));
  const query = { range: { size: { gte: 10 } } };
  return Object.entries(aggregations).map(([name, a]) => ({
    name,
    amount: docs,
    unit: 'docs',
    run: async () => {
      const body = { size: 0, query, aggs: { a } };
      const found = await engine.search({ indices: ['corpus'], body, maxBuckets: 65_535 });
      return Object.keys(found.aggregations ?? {}).length;
    },
  }));
}

await main(import.meta.url, () => aggregationCases(100_000));
