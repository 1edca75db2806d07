import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { HistoryOperation } from './history-operation.ts';
import { decodeOperations, encodeOperations } from './operation-batch.ts';

const text = new TextEncoder();
const operations: readonly HistoryOperation[] = [
  {
    kind: 'index',
    seqNo: 7,
    primaryTerm: 3,
    version: 2 ** 40,
    id: 'ä😀',
    routing: 'r',
    source: text.encode('{"a":1}'),
  },
  { kind: 'delete', seqNo: 2 ** 45, primaryTerm: 1, version: 1, id: 'x', routing: null, source: null },
  { kind: 'noop', seqNo: 9, primaryTerm: 4, version: 0, id: '', routing: null, source: null },
];

test('operations come out of a buffer as they went in', () => {
  expect(decodeOperations(encodeOperations(operations))).toEqual(operations);
  expect(decodeOperations(encodeOperations([]))).toEqual([]);
});

test('a buffer that was cut, or changed in one bit, is refused', () => {
  const bytes = encodeOperations(operations);
  const whole = new Set([0]);
  for (let i = 1; i <= operations.length; i++) whole.add(encodeOperations(operations.slice(0, i)).length);
  for (let length = 0; length < bytes.length; length++) {
    const decode = () => decodeOperations(bytes.subarray(0, length));
    if (whole.has(length)) expect(decode, String(length)).not.toThrow();
    else expect(decode, String(length)).toThrow('operations cannot be read from byte');
  }
  const random = new SeededRandom(5);
  for (let i = 0; i < 500; i++) {
    const changed = bytes.slice();
    // How much of the log was synced, and the check of the head, are of the log alone.
    const at = Math.floor(random.float() * changed.length);
    changed[at]! ^= 1 << Math.floor(random.float() * 8);
    let decoded: readonly HistoryOperation[] = operations;
    try {
      decoded = decodeOperations(changed);
    } catch (error) {
      expect(String(error)).toContain('operations cannot be read from byte');
    }
    expect(decoded, String(at)).toEqual(operations);
  }
});
