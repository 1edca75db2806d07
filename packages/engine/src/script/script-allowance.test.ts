import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { ScriptAllowance } from './frame.ts';
import { UpdateScript } from './update-script.ts';

const document = new TextEncoder().encode('{"n":1}');

function update(source: string, allowance: ScriptAllowance): string {
  const spec = { source, stored: false, lang: 'painless', params: {} };
  try {
    const { source: written } = new UpdateScript(spec, null, null, allowance).run(document, 'index', {});
    return written()!;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.causedBy!.reason;
  }
}

test('scripts of one batch may take so much together; then no long one is run any more, and short ones are', () => {
  const allowance = new ScriptAllowance(30_000);
  const long = 'for (int i = 0; i < 2000; i++) { ctx._source.n += i } ctx._source.n = 2';
  const answers = Array.from({ length: 30 }, () => update(long, allowance));
  const refused = 'The scripts of the request take more operations than they may together.';
  expect(answers[0]).toBe('{"n":2}');
  expect(answers.at(-1)).toBe(refused);
  expect(new Set(answers)).toEqual(new Set(['{"n":2}', refused]));
  expect(update('ctx._source.n++', allowance)).toBe('{"n":2}');
});
