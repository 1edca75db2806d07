import { expect, test } from 'vitest';
import { hashPassword, passwordMatches, unmatchableHash } from './password-hash.ts';

const salt = new Uint8Array(16).fill(7);

test('the password that was hashed matches and another does not', async () => {
  const hash = await hashPassword('correct horse', salt);
  expect(await passwordMatches('correct horse', hash)).toBe(true);
  expect(await passwordMatches('correct horsf', hash)).toBe(false);
});

test('a hash does not hold the password and differs with the salt', async () => {
  const hash = await hashPassword('correct horse', salt);
  expect(hash).not.toContain('correct');
  expect(await hashPassword('correct horse', new Uint8Array(16).fill(8))).not.toBe(hash);
});

test('no password matches the hash for unknown users, nor a record of another kind', async () => {
  expect(await passwordMatches('', unmatchableHash)).toBe(false);
  expect(await passwordMatches('a', 'plain$a')).toBe(false);
});
