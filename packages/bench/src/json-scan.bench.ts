/** The check of a JSON body, which finds the place of a mistake: it stands before every parse at the rim. */
import { scanJson } from '@sextant/contract';
import { corpusLines } from './corpus.ts';
import { type Case, main } from './measure.ts';

export async function jsonScanCases(docs: number): Promise<readonly Case[]> {
  const body = Buffer.from(`[${corpusLines(docs).join(',')}]`);
  const text = body.toString();
  const unit = 'bytes';
  return [
    { name: 'scanJson', amount: body.length, unit, run: () => Number(scanJson(body).problem === undefined) },
    {
      name: 'JSON.parse beside it',
      amount: body.length,
      unit,
      run: () => (JSON.parse(text) as unknown[]).length,
    },
  ];
}

await main(import.meta.url, () => jsonScanCases(20_000));
