/** Writing: JSON to a searchable segment, without the rim, threads and a real disk. */
import { corpusLines } from './corpus.ts';
import { batchOf, createCorpusIndex, memoryEngine } from './corpus-engine.ts';
import { type Case, main } from './measure.ts';

export async function ingestCases(docs: number): Promise<readonly Case[]> {
  const lines = corpusLines(docs);
  return [
    {
      name: `ingest ${docs} documents`,
      amount: docs,
      unit: 'docs',
      run: async () => {
        const engine = await memoryEngine();
        await createCorpusIndex(engine, 'corpus');
        const { outcomes } = await engine.write(batchOf('corpus', lines));
        await engine.close();
        return outcomes.filter((outcome) => outcome === 'created').length;
      },
    },
  ];
}

await main(import.meta.url, () => ingestCases(10_000));
