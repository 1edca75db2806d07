import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '@sextant/base';
import type { Principal } from '../http/authenticator.ts';
import type { Stored } from '../records/record-kind.ts';
import type { RecordMirror } from '../records/record-mirror.ts';
import type { ApiToken } from './api-token.ts';
import { randomText } from './password-rules.ts';
import type { TokenUses } from './token-uses.ts';

export interface ApiTokensParts {
  readonly tokens: RecordMirror<ApiToken>;
  readonly uses: TokenUses;
  readonly clock: Clock;
  readonly random: Random;
}

/** What is asked of a new token. */
export interface TokenWish {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly permissions: readonly string[] | undefined;
  /** Milliseconds. */
  readonly lifetime: number;
}

/** A token that was just made, with its secret: shown once. */
export interface MadeToken {
  readonly token: ApiToken;
  readonly secret: string;
}

export type TokenStatus = 'active' | 'expired' | 'revoked';

const uuidLength = 36;
const secretLength = 64;
const triesMax = 10;
const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}_[A-Za-z0-9]{64}$/;

/** Of the whole token: its random part has 370 bits, so a plain hash is enough. */
function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** API tokens, over records. Their secrets are known to those alone who made them. */
export class ApiTokens {
  readonly #parts: ApiTokensParts;
  readonly #tokens: RecordMirror<ApiToken>;

  constructor(parts: ApiTokensParts) {
    this.#parts = parts;
    this.#tokens = parts.tokens;
  }

  /** Resolves when what is held is true. Rejects where that cannot be known. */
  ready(): Promise<void> {
    return this.#tokens.ready();
  }

  /** The record whose secret this is, whatever its status; undefined = none. After `ready`. */
  bySecret(secret: string): ApiToken | undefined {
    if (!form.test(secret)) return undefined;
    const found = this.#tokens.get(secret.slice(0, uuidLength))?.value;
    if (found === undefined) return undefined;
    return timingSafeEqual(digest(secret), Buffer.from(found.hash, 'base64url')) ? found : undefined;
  }

  used(id: string, address: string): void {
    this.#parts.uses.note(id, address);
  }

  statusOf({ revoked, expires }: ApiToken): TokenStatus {
    if (revoked !== undefined) return 'revoked';
    return expires <= this.#parts.clock.now() ? 'expired' : 'active';
  }

  get(id: string): Stored<ApiToken> | undefined {
    return this.#tokens.get(id);
  }

  /** The newest first. `undefined`: of everybody. */
  of(owner: string | undefined): readonly ApiToken[] {
    return [...this.#tokens.values()]
      .map(({ value }) => value)
      .filter((token) => owner === undefined || token.owner === owner)
      .sort((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1));
  }

  async create({ id: ownerId, username: owner }: Principal, wish: TokenWish): Promise<MadeToken> {
    const { random, clock } = this.#parts;
    const now = clock.now();
    const { name, description, permissions, lifetime } = wish;
    for (let i = 0; i < triesMax; i++) {
      const id = uuid(random.bytes(16));
      const { secret, ...kept } = this.#newSecret(id);
      const token: ApiToken = {
        id,
        owner,
        ownerId,
        name: name ?? `token_${now}_${this.#randomText(8)}`,
        ...(description === undefined ? {} : { description }),
        ...(permissions === undefined ? {} : { permissions }),
        ...kept,
        created: now,
        updated: now,
        lifetime,
        expires: now + lifetime,
      };
      if ((await this.#tokens.store.create(id, token)) !== undefined) return { token, secret };
    }
    throw new Error('no id for a token is free');
  }

  /** False where it changed meanwhile. */
  async update(before: Stored<ApiToken>, change: Partial<ApiToken>): Promise<boolean> {
    const value = { ...before.value, ...change, updated: this.#parts.clock.now() };
    return (await this.#tokens.store.replace(before, value)) !== undefined;
  }

  /** Undefined where it changed meanwhile. */
  async rotate(before: Stored<ApiToken>, lifetime: number): Promise<MadeToken | undefined> {
    const now = this.#parts.clock.now();
    const { secret, ...kept } = this.#newSecret(before.id);
    const token = { ...before.value, ...kept, updated: now, lifetime, expires: now + lifetime };
    return (await this.#tokens.store.replace(before, token)) === undefined ? undefined : { token, secret };
  }

  /** Also of one that is revoked. */
  async revoke(id: string): Promise<void> {
    for (let i = 0; i < triesMax; i++) {
      const stored = await this.#tokens.store.read(id);
      if (stored === undefined || stored.value.revoked !== undefined) return;
      if (await this.update(stored, { revoked: this.#parts.clock.now() })) return;
    }
    throw new Error(`the token ${id} is changed by others again and again`);
  }

  async revokeAll(owner: string): Promise<void> {
    await this.ready();
    for (const token of this.of(owner)) if (token.revoked === undefined) await this.revoke(token.id);
  }

  lastUse(id: string): ReturnType<TokenUses['of']> {
    return this.#parts.uses.of(id);
  }

  #newSecret(id: string): { secret: string; hash: string; hint: string } {
    const secret = `${id}_${this.#randomText(secretLength)}`;
    return { secret, hash: digest(secret).toString('base64url'), hint: secret.slice(-4) };
  }

  #randomText(length: number): string {
    return randomText(length, (bytes) => this.#parts.random.bytes(bytes));
  }
}

/** A UUID of version 4 (RFC 9562, section 5.4) of 16 random bytes. */
function uuid(bytes: Uint8Array): string {
  const marked = Buffer.from(bytes);
  marked[6] = (marked[6]! & 0x0f) | 0x40;
  marked[8] = (marked[8]! & 0x3f) | 0x80;
  const hex = marked.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
