import { createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Clock, Log, Random } from '@sextant/base';
import { apiError } from '@sextant/contract';
import type { RecordNotice, Stored } from '../records/record-kind.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { KeyRecord } from './key-record.ts';
import { sessionSeconds } from './session-tokens.ts';

/** A key, and by which name tokens say that it signed them: nothing can be learnt of the key from it. */
export interface SessionKey {
  readonly id: string;
  readonly key: KeyObject;
}

interface Held {
  readonly current: SessionKey;
  /** Signs nothing any more; what it has signed counts until then, milliseconds since 1970. */
  readonly previous?: SessionKey & { readonly until: number };
}

const id = 'session';
const wrappedName = 'key:session';
const keyBytes = 32;
const triesMax = 10;
/** A key that is older is replaced by the service itself. */
const keyAgeMaxMs = 90 * 86_400_000;
/** A token of a key that is not known may be of another instance that has just made it: looked for at most so often. */
const lookAgainMs = 100;
/** A key that says to be of so long from now was made when the clock was wrong: its age is not known. */
const skewMaxMs = 86_400_000;

export interface SigningKeyParts {
  readonly store: RecordStore<KeyRecord>;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * The key that signs access tokens: one for all instances that share records and secret, kept as a wrapped record; or
 * made of the secret where that is this instance's alone.
 */
export class SigningKey {
  readonly #parts: SigningKeyParts;
  #held: Held | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  /** The next look, which has not begun yet. */
  #nextLook: Promise<void> | undefined;
  #onEnd: () => void = () => {};

  constructor(parts: SigningKeyParts) {
    this.#parts = parts;
    if (parts.box.isShared) parts.store.subscribe((notice) => void this.#follow(notice));
  }

  /** Is told whenever what a key has signed counts no more, here or by another instance. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener;
  }

  #hold(held: Held): void {
    const before = this.#held;
    this.#held = held;
    const ids = [before?.current.id, before?.previous?.id].filter((each) => each !== undefined);
    if (ids.some((each) => each !== held.current.id && each !== held.previous?.id)) this.#onEnd();
  }

  /** The one that signs. Throws ApiError before `prepare`. */
  get(): SessionKey {
    if (this.#held !== undefined) return this.#held.current;
    throw apiError('illegal_state_exception', 'the key of sessions is not there yet');
  }

  /** The key that signed a token; `undefined`: tokens of an earlier version do not say. */
  async find(name: string | undefined): Promise<SessionKey | undefined> {
    if (name === undefined) return this.get();
    const known = this.#known(name);
    if (known !== undefined || !this.#parts.box.isShared) return known;
    await this.#look();
    return this.#known(name);
  }

  /** Resolves after a look that began later than this: one for all who ask meanwhile, so that names made up delay nobody for long. */
  #look(): Promise<void> {
    this.#nextLook ??= this.#turn().then(() => {
      this.#lookedAtMs = this.#parts.clock.nanos() / 1e6;
      this.#nextLook = undefined;
      return this.#follow('all');
    });
    return this.#nextLook;
  }

  async #turn(): Promise<void> {
    const { clock } = this.#parts;
    const leftMs = this.#lookedAtMs + lookAgainMs - clock.nanos() / 1e6;
    if (leftMs > 0) await new Promise<void>((resolve) => clock.after(Math.ceil(leftMs), resolve));
  }

  /** Reads the key, or makes it. May be called again. */
  async prepare(): Promise<void> {
    this.#hold(this.#parts.box.isShared ? await this.#shared() : { current: await this.#own() });
  }

  /**
   * Makes another key. What the last one signed counts until it expires by itself; with `endsSessions`, and for the key before the
   * last, at once no more. False where the key is made of the secret, so that only another secret makes another one.
   */
  async rotate(endsSessions: boolean): Promise<boolean> {
    const { store, box } = this.#parts;
    if (!box.isShared) return false;
    for (let i = 0; i < triesMax; i++) {
      const stored = await store.read(id);
      if (stored !== undefined && (await this.#replace(stored, endsSessions)) !== undefined) return true;
      if (stored === undefined) await this.prepare();
    }
    throw changedAgainAndAgain();
  }

  /** Makes another key where the last one has been used for long: once, however many instances find it so. True where it did. */
  async renew(): Promise<boolean> {
    const { store, box } = this.#parts;
    if (!box.isShared) return false;
    for (let i = 0; i < triesMax; i++) {
      const stored = await store.read(id);
      if (stored === undefined || !this.#isOld(stored.value)) return false;
      if ((await this.#replace(stored, false)) !== undefined) return true;
    }
    throw changedAgainAndAgain();
  }

  #isOld({ made }: KeyRecord): boolean {
    if (made === undefined) return false;
    const ageMs = this.#parts.clock.now() - made;
    return ageMs > keyAgeMaxMs || ageMs < -skewMaxMs;
  }

  async #replace(stored: Stored<KeyRecord>, endsSessions: boolean): Promise<Held | undefined> {
    const { store, box, random, clock } = this.#parts;
    const now = clock.now();
    const until = now + sessionSeconds * 1_000;
    const { wrapped } = stored.value;
    const keeps = !endsSessions && wrapped !== undefined;
    const bytes = random.bytes(keyBytes);
    const record = {
      wrapped: await box.wrap(wrappedName, bytes),
      made: now,
      ...(keeps ? { previous: { wrapped, until } } : {}),
    };
    const written = await store.replace(stored, record);
    if (written === undefined) return undefined;
    const held = await this.#open(record);
    if (held !== undefined) this.#hold(held);
    return held;
  }

  #known(name: string): SessionKey | undefined {
    const { current, previous } = this.#held ?? {};
    if (current?.id === name) return current;
    return previous?.id === name && previous.until > this.#parts.clock.now() ? previous : undefined;
  }

  async #shared(): Promise<Held> {
    const { store, box, random, clock } = this.#parts;
    for (let i = 0; i < triesMax; i++) {
      const stored = await store.read(id);
      const known = stored === undefined ? undefined : await this.#open(stored.value);
      const isWhole = stored?.value.wrapped !== undefined && stored.value.made !== undefined;
      if (known !== undefined && isWhole) return known;
      const bytes = known === undefined ? random.bytes(keyBytes) : known.current.key.export();
      const { previous } = known === undefined ? {} : stored!.value;
      const record: KeyRecord = {
        wrapped: await box.wrap(wrappedName, bytes),
        made: clock.now(),
        ...(previous === undefined ? {} : { previous }),
      };
      const written =
        stored === undefined ? await store.create(id, record) : await store.replace(stored, record);
      if (written === undefined) continue;
      if (stored !== undefined) this.#tell(stored.value, known !== undefined);
      return known ?? { current: keyOf(bytes) };
    }
    throw changedAgainAndAgain();
  }

  /** A key in clear, left by the first version, is no longer used and goes. */
  async #own(): Promise<SessionKey> {
    const { store, box } = this.#parts;
    const stored = await store.read(id);
    if (stored?.value.secret !== undefined) await store.remove(stored);
    return keyOf(await box.derive('sextant session key 1'));
  }

  async #open({ wrapped, secret, previous }: KeyRecord): Promise<Held | undefined> {
    const { box } = this.#parts;
    if (wrapped === undefined) {
      return secret === undefined ? undefined : { current: keyOf(Buffer.from(secret, 'base64url')) };
    }
    const bytes = await box.unwrap(wrappedName, wrapped);
    if (bytes === undefined) return undefined;
    const before = previous === undefined ? undefined : await box.unwrap(wrappedName, previous.wrapped);
    if (before === undefined) return { current: keyOf(bytes) };
    return { current: keyOf(bytes), previous: { ...keyOf(before), until: previous!.until } };
  }

  #tell({ secret }: KeyRecord, kept: boolean): void {
    const { log } = this.#parts;
    if (kept && secret !== undefined) {
      log.log('info', 'security', 'the key of sessions was kept in clear and is wrapped now');
    } else if (!kept) {
      const why = 'the secret of the service does not fit the key of sessions, so a new key was made';
      log.log('warn', 'security', `${why}: everybody signs in again`);
    }
  }

  /** Another instance changed the key. One with another secret cannot be followed: each keeps its own then. */
  async #follow(notice: RecordNotice<KeyRecord>): Promise<void> {
    if (this.#held === undefined) return;
    const { store, log } = this.#parts;
    try {
      const stored =
        notice === 'all' ? await store.read(id) : notice.find((change) => change.id === id)?.stored;
      if (stored === undefined) return;
      const held = await this.#open(stored.value);
      if (held !== undefined) this.#hold(held);
      else {
        const why = 'another instance has another security.secret';
        log.log('error', 'security', `${why}: its sessions are not accepted here, and ours not there`);
      }
    } catch (error) {
      log.log('warn', 'security', 'the key of sessions cannot be read', { error });
    }
  }
}

function keyOf(bytes: Uint8Array): SessionKey {
  const digest = hash('sha256', Buffer.concat([Buffer.from('sextant session key id\0'), bytes]), 'buffer');
  return { id: digest.subarray(0, 9).toString('base64url'), key: createSecretKey(bytes) };
}

function changedAgainAndAgain(): Error {
  return apiError('status_exception', 'the key of sessions is changed by others again and again');
}
