import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { errorFromWire, errorToWire } from './wire-error.ts';

test('names of what an error tells are not taken for others that came before', () => {
  for (const name of ['wi\\', 'wi"']) {
    const details = { before: 1, [name]: 1 };
    const sent = new ApiError({ type: 'illegal_argument_exception', reason: 'x', details });
    expect(errorFromWire(errorToWire(sent)).error.details).toEqual(details);
  }
});
