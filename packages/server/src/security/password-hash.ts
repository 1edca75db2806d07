import { scrypt, timingSafeEqual } from 'node:crypto';

/** RFC 7914 parameters: 32 MiB and about 50 ms per guess; OWASP's second choice for scrypt. */
const cost = { N: 32_768, r: 8, p: 1 } as const;
const keyLength = 32;
const maxMemory = 64 << 20;

function derive(password: string, salt: Uint8Array, n: number, r: number, p: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyLength, { N: n, r, p, maxmem: maxMemory }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** `scrypt$N$r$p$salt$key`, the last two in base64url. `salt`: 16 random bytes. */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const key = await derive(password, salt, cost.N, cost.r, cost.p);
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
  return ['scrypt', cost.N, cost.r, cost.p, text(salt), text(key)].join('$');
}

/** False also for a record that cannot be read. Takes the same time whatever the password. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const wanted = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(r), Number(p));
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

/** A hash that no password has: checked for unknown users, so that they take as long as known ones. */
export const unmatchableHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
