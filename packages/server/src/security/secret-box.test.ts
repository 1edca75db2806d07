import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { SecretBox, type ServiceSecret } from './secret-box.ts';

const fileSecret: ServiceSecret = { bytes: new Uint8Array(32).fill(1), isPassword: false, isShared: true };
const plain = Buffer.from('the key of sessions');

function box(secret = fileSecret, seed = 1): SecretBox {
  return new SecretBox(secret, new SeededRandom(seed));
}

test('what was wrapped is unwrapped by the same secret, and shows nothing of itself', async () => {
  const wrapped = await box().wrap('key:session', plain);
  expect(Buffer.from((await box(fileSecret, 2).unwrap('key:session', wrapped))!)).toEqual(plain);
  expect(JSON.stringify(wrapped)).not.toContain(plain.toString('base64url').slice(0, 8));
  expect(await box(fileSecret, 3).wrap('key:session', plain)).not.toEqual(wrapped);
});

test('another secret, another name, or one changed bit does not fit', async () => {
  const wrapped = await box().wrap('key:session', plain);
  const other = { ...fileSecret, bytes: new Uint8Array(32).fill(2) };
  expect(await box(other).unwrap('key:session', wrapped)).toBeUndefined();
  expect(await box().unwrap('key:other', wrapped)).toBeUndefined();
  for (const part of ['salt', 'nonce', 'data', 'tag'] as const) {
    const bytes = Buffer.from(wrapped[part], 'base64url');
    bytes[0]! ^= 1;
    const changed = { ...wrapped, [part]: bytes.toString('base64url') };
    expect(await box().unwrap('key:session', changed), part).toBeUndefined();
    expect(await box().unwrap('key:session', { ...wrapped, [part]: '' }), part).toBeUndefined();
  }
  const short = {
    ...wrapped,
    tag: Buffer.from(wrapped.tag, 'base64url').subarray(0, 4).toString('base64url'),
  };
  expect(await box().unwrap('key:session', short)).toBeUndefined();
});

test('a secret that a person chose is stretched, and wraps as well', async () => {
  const chosen = { bytes: Buffer.from('sixteen letters!'), isPassword: true, isShared: true };
  const wrapped = await box(chosen).wrap('key:session', plain);
  expect(Buffer.from((await box(chosen, 2).unwrap('key:session', wrapped))!)).toEqual(plain);
  expect(await box({ ...chosen, isPassword: false }).unwrap('key:session', wrapped)).toBeUndefined();
});
