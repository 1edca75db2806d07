import type { Clock, Random } from '@sextant/base';
import { jwtVerify, SignJWT } from 'jose';
import type { Account, AccountStore } from './account-store.ts';

/** Validity of an access token in seconds: 24 hours. */
export const sessionSeconds = 86_400;

const keyId = 'key:session';
const issuer = 'sextant';

export interface Session {
  readonly id: string;
  readonly username: string;
  readonly epoch: number;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Access tokens: JWTs signed with HS256 by a key that all instances over one backend share. */
export class SessionTokens {
  readonly #store: AccountStore;
  readonly #clock: Clock;
  readonly #random: Random;
  #key: Uint8Array | undefined;

  constructor(store: AccountStore, clock: Clock, random: Random) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
  }

  async issue(account: Account): Promise<string> {
    const seconds = Math.floor(this.#clock.now() / 1000);
    return new SignJWT({ epoch: account.epoch })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(account.username)
      .setJti(Buffer.from(this.#random.bytes(16)).toString('base64url'))
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + sessionSeconds)
      .sign(await this.#signingKey());
  }

  /** Undefined for a token that is not ours, was changed or has expired. Ended sessions are the caller's to know. */
  async read(token: string): Promise<Session | undefined> {
    const key = await this.#signingKey();
    try {
      const currentDate = new Date(this.#clock.now());
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, currentDate });
      const { jti, sub, exp, epoch } = payload;
      if (jti === undefined || sub === undefined || exp === undefined || typeof epoch !== 'number')
        return undefined;
      return { id: jti, username: sub, epoch, expiresAt: exp };
    } catch {
      return undefined;
    }
  }

  async #signingKey(): Promise<Uint8Array> {
    if (this.#key !== undefined) return this.#key;
    const made = { secret: Buffer.from(this.#random.bytes(32)).toString('base64url') };
    await this.#store.create(keyId, 'key', made);
    const stored = await this.#store.read<{ readonly secret: string }>(keyId);
    this.#key = Buffer.from((stored?.value ?? made).secret, 'base64url');
    return this.#key;
  }
}
