import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Log, Random } from '@sextant/base';
import { apiError } from '@sextant/contract';
import { type RecordKind, type RecordNotice, recordFields, textField } from '../records/record-kind.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { SecretBox, WrappedSecret } from '../security/secret-box.ts';

/** The key as it is kept: wrapped. The first version kept it in clear. */
interface KeyRecord {
  readonly wrapped?: WrappedSecret;
  readonly secret?: string;
}

/** Keys, by their use. One that cannot be read is replaced as one that does not fit. */
export const keyKind: RecordKind<KeyRecord> = {
  name: 'key',
  parse: (value) => {
    const fields = recordFields(value);
    if (typeof fields.secret === 'string') return { secret: fields.secret };
    if (fields.wrapped === undefined) return {};
    const wrapped = recordFields(fields.wrapped);
    const [salt, nonce] = [textField(wrapped, 'salt'), textField(wrapped, 'nonce')];
    return { wrapped: { salt, nonce, data: textField(wrapped, 'data'), tag: textField(wrapped, 'tag') } };
  },
};

const id = 'session';
const wrappedName = 'key:session';
const keyBytes = 32;
const triesMax = 10;

export interface SigningKeyParts {
  readonly store: RecordStore<KeyRecord>;
  readonly box: SecretBox;
  readonly random: Random;
  readonly log: Log;
}

/**
 * The key that signs access tokens: one for all instances that share records and secret, kept as a wrapped record; or
 * made of the secret where that is this instance's alone.
 */
export class SigningKey {
  readonly #parts: SigningKeyParts;
  #key: KeyObject | undefined;

  constructor(parts: SigningKeyParts) {
    this.#parts = parts;
    if (parts.box.isShared) parts.store.subscribe((notice) => void this.#follow(notice));
  }

  /** Throws ApiError before `prepare`. */
  get(): KeyObject {
    if (this.#key === undefined)
      throw apiError('illegal_state_exception', 'the key of sessions is not there yet');
    return this.#key;
  }

  /** Reads the key, or makes it. May be called again. */
  async prepare(): Promise<void> {
    const bytes = this.#parts.box.isShared ? await this.#shared() : await this.#own();
    this.#key = createSecretKey(bytes);
  }

  async #shared(): Promise<Uint8Array> {
    const { store, box, random } = this.#parts;
    for (let i = 0; i < triesMax; i++) {
      const stored = await store.read(id);
      const known = stored === undefined ? undefined : await this.#open(stored.value);
      if (known !== undefined && stored?.value.wrapped !== undefined) return known;
      const bytes = known ?? random.bytes(keyBytes);
      const record: KeyRecord = { wrapped: await box.wrap(wrappedName, bytes) };
      const written =
        stored === undefined ? await store.create(id, record) : await store.replace(stored, record);
      if (written === undefined) continue;
      if (stored !== undefined) this.#tell(known !== undefined);
      return bytes;
    }
    throw apiError('status_exception', 'the key of sessions is changed by others again and again');
  }

  /** A key in clear, left by the first version, is no longer used and goes. */
  async #own(): Promise<Uint8Array> {
    const { store, box } = this.#parts;
    const stored = await store.read(id);
    if (stored?.value.secret !== undefined) await store.remove(stored);
    return box.derive('sextant session key 1');
  }

  async #open({ wrapped, secret }: KeyRecord): Promise<Uint8Array | undefined> {
    if (wrapped !== undefined) return this.#parts.box.unwrap(wrappedName, wrapped);
    return secret === undefined ? undefined : Buffer.from(secret, 'base64url');
  }

  #tell(kept: boolean): void {
    const { log } = this.#parts;
    if (kept) log.log('info', 'security', 'the key of sessions was kept in clear and is wrapped now');
    else {
      const why = 'the secret of the service does not fit the key of sessions, so a new key was made';
      log.log('warn', 'security', `${why}: everybody signs in again`);
    }
  }

  /** Another instance changed the key. One with another secret cannot be followed: each keeps its own then. */
  async #follow(notice: RecordNotice<KeyRecord>): Promise<void> {
    if (this.#key === undefined) return;
    const { store, log } = this.#parts;
    try {
      const stored =
        notice === 'all' ? await store.read(id) : notice.find((change) => change.id === id)?.stored;
      if (stored === undefined) return;
      const bytes = await this.#open(stored.value);
      if (bytes !== undefined) this.#key = createSecretKey(bytes);
      else {
        const why = 'another instance has another security.secret';
        log.log('error', 'security', `${why}: its sessions are not accepted here, and ours not there`);
      }
    } catch (error) {
      log.log('warn', 'security', 'the key of sessions cannot be read', { error });
    }
  }
}
