import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '@sextant/base';
import type { Stored } from '../records/record-kind.ts';
import type { RecordMirror } from '../records/record-mirror.ts';
import type { Invitation } from './invitation.ts';
import { randomText } from './password-rules.ts';

export interface InvitationsParts {
  readonly invitations: RecordMirror<Invitation>;
  readonly clock: Clock;
  readonly random: Random;
}

/** What an administrator says of who shall come. */
export type InvitationWish = Omit<Invitation, 'id' | 'hash' | 'created' | 'expires'> & {
  /** Milliseconds. */
  readonly lifetime: number;
};

const idBytes = 12;
const secretLength = 43;
const form = /^[0-9a-f]{24}_[A-Za-z0-9]{43}$/;

/** Of the whole secret: its random part has 249 bits, so a plain hash is enough. */
function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Invitations, over records. Whoever has the secret of one may make the account that it describes, once. */
export class Invitations {
  readonly #parts: InvitationsParts;

  constructor(parts: InvitationsParts) {
    this.#parts = parts;
  }

  /** Resolves when what is held is true. */
  ready(): Promise<void> {
    return this.#parts.invitations.ready();
  }

  /** Those that can still be used, the newest first. */
  open(): readonly Invitation[] {
    return [...this.#parts.invitations.values()]
      .map(({ value }) => value)
      .filter((invitation) => this.#isOpen(invitation))
      .sort((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1));
  }

  async create({ lifetime, ...wish }: InvitationWish): Promise<{ invitation: Invitation; secret: string }> {
    const { invitations, clock, random } = this.#parts;
    const id = Buffer.from(random.bytes(idBytes)).toString('hex');
    const secret = `${id}_${randomText(secretLength, (length) => random.bytes(length))}`;
    const created = clock.now();
    const kept = { hash: digest(secret).toString('base64url'), created, expires: created + lifetime };
    const invitation: Invitation = { id, ...wish, ...kept };
    if ((await invitations.store.create(id, invitation)) === undefined) {
      throw new Error('the id of the invitation is not free');
    }
    return { invitation, secret };
  }

  /** Undefined = none that can still be used. */
  async bySecret(secret: string): Promise<Stored<Invitation> | undefined> {
    if (!form.test(secret)) return undefined;
    const found = await this.#parts.invitations.store.read(secret.slice(0, 2 * idBytes));
    if (found === undefined || !this.#isOpen(found.value)) return undefined;
    const { hash: kept } = found.value;
    return timingSafeEqual(digest(secret), Buffer.from(kept, 'base64url')) ? found : undefined;
  }

  /** False where somebody else has used it, or taken it back. */
  use(invitation: Stored<Invitation>): Promise<boolean> {
    return this.#parts.invitations.store.remove(invitation);
  }

  /** Removes those whose name is taken: of one that was used, and of which that could not be kept. */
  async forget(isTaken: (username: string) => boolean): Promise<void> {
    await this.ready();
    for (const stored of [...this.#parts.invitations.values()]) {
      if (isTaken(stored.value.username)) await this.use(stored);
    }
  }

  /** False where there is none. */
  async revoke(id: string): Promise<boolean> {
    const { store } = this.#parts.invitations;
    const found = await store.read(id);
    return found !== undefined && store.remove(found);
  }

  #isOpen({ expires }: Invitation): boolean {
    return expires > this.#parts.clock.now();
  }
}
