import { expect, test } from 'vitest';
import { decodeEntry, encodeEntry, formLength, weightAt } from './completion-entry.ts';

test('an entry is read as it was written', () => {
  const form = new TextEncoder().encode('new\u001fyork');
  for (const weight of [0, 3, 0x7fffffff]) {
    for (const contexts of [[], [[0, 'x'] as const, [1, 'u33d'] as const]]) {
      const entry = { text: 'New York', form, weight, contexts };
      const bytes = encodeEntry(entry);
      expect(decodeEntry(bytes)).toEqual(entry);
      expect(weightAt(bytes, formLength(bytes, 0, bytes.length))).toBe(weight);
    }
  }
});
