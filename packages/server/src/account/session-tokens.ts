import type { KeyObject } from 'node:crypto';
import type { Clock, Random } from '@sextant/base';
import { jwtVerify, SignJWT } from 'jose';
import type { Account } from './account.ts';
import type { SessionKey } from './signing-key.ts';

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

/** Where the keys are. */
export interface SessionKeys {
  /** The one that signs. */
  get(): SessionKey;
  /** The one of this name, or the one that signs where a token names none; undefined = not accepted. */
  find(name: string | undefined): Promise<SessionKey | undefined>;
}

/** Access tokens: JWTs signed with HS256, which say by `kid` with which key. */
export class SessionTokens {
  readonly #keys: SessionKeys;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(keys: SessionKeys, clock: Clock, random: Random) {
    this.#keys = keys;
    this.#clock = clock;
    this.#random = random;
  }

  issue(account: Account): Promise<string> {
    const seconds = Math.floor(this.#clock.now() / 1000);
    const { id, key } = this.#keys.get();
    return new SignJWT({ epoch: account.epoch })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: id })
      .setIssuer(issuer)
      .setSubject(account.username)
      .setJti(Buffer.from(this.#random.bytes(16)).toString('base64url'))
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + sessionSeconds)
      .sign(key);
  }

  /**
   * Undefined for a token that is not ours, was changed or has expired, or is of a time that has not come: after the
   * clock was set back it would live longer than it may. Ended sessions are the caller's to know.
   */
  async read(token: string): Promise<Session | undefined> {
    try {
      const now = this.#clock.now();
      const keyOf = async ({ kid }: { readonly kid?: unknown }): Promise<KeyObject> => {
        const found = kid === undefined || typeof kid === 'string' ? await this.#keys.find(kid) : undefined;
        if (found === undefined) throw new Error('no key of this name');
        return found.key;
      };
      const { payload } = await jwtVerify(token, keyOf, {
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
