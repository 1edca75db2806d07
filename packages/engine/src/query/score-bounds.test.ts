import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { partMinimum } from './score-bounds.ts';

test('what is left out for its score and the most that others can add is not above the minimum, be that a float or not', () => {
  const random = new SeededRandom(1);
  const unit = (): number => random.below(2 ** 30) / 2 ** 30;
  for (let round = 0; round < 100_000; round++) {
    const rest = Math.fround(unit() * 2 ** (-10 - random.below(16)));
    const part = 1 + unit();
    const score = Math.fround(part + rest);
    // As low a float as is not reached, or something between it and the score.
    const below = score - 2 ** -23;
    const minScore = random.below(2) === 0 ? below : below + unit() * 2 ** -23;
    if (score <= minScore) continue;
    expect(part, `round ${round}: ${part} + ${rest} > ${minScore}`).toBeGreaterThan(
      partMinimum(minScore, rest),
    );
  }
});
