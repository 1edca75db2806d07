import type { KeyObject } from 'node:crypto';
import type { Clock, Random } from '@sextant/base';
import { jwtVerify, SignJWT } from 'jose';
import type { Account } from './account.ts';

/** Validity of an access token in seconds: 24 hours. */
export const sessionSeconds = 86_400;

const issuer = 'sextant';
/** How far the clocks of instances may differ, and a clock may be set back without ending sessions. */
const skewSeconds = 300;

export interface Session {
  readonly id: string;
  readonly username: string;
  readonly epoch: number;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Access tokens: JWTs signed with HS256. */
export class SessionTokens {
  readonly #key: () => KeyObject;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(key: () => KeyObject, clock: Clock, random: Random) {
    this.#key = key;
    this.#clock = clock;
    this.#random = random;
  }

  issue(account: Account): Promise<string> {
    const seconds = Math.floor(this.#clock.now() / 1000);
    return new SignJWT({ epoch: account.epoch })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(account.username)
      .setJti(Buffer.from(this.#random.bytes(16)).toString('base64url'))
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + sessionSeconds)
      .sign(this.#key());
  }

  /**
   * Undefined for a token that is not ours, was changed or has expired, or is of a time that has not come: after the
   * clock was set back it would live longer than it may. Ended sessions are the caller's to know.
   */
  async read(token: string): Promise<Session | undefined> {
    const key = this.#key();
    try {
      const now = this.#clock.now();
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        typ: 'JWT',
        issuer,
        currentDate: new Date(now),
      });
      const { jti, sub, exp, iat, epoch } = payload;
      if (typeof jti !== 'string' || typeof sub !== 'string' || typeof epoch !== 'number') return undefined;
      if (exp === undefined || iat === undefined || iat > now / 1000 + skewSeconds) return undefined;
      return { id: jti, username: sub, epoch, expiresAt: exp };
    } catch {
      return undefined;
    }
  }
}
