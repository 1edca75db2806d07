import { createCipheriv, createDecipheriv, hkdfSync, scrypt } from 'node:crypto';
import type { Random } from '@sextant/base';

/** What secrets of the service are wrapped with. It never lies where the wrapped ones do. */
export interface ServiceSecret {
  readonly bytes: Uint8Array;
  /** Chosen by a person, so that it may be guessed: guessing is made slow. */
  readonly isPassword: boolean;
  /** All instances over the same records have it. */
  readonly isShared: boolean;
}

/** A wrapped secret, as a record holds it: base64url. */
export interface WrappedSecret {
  readonly salt: string;
  readonly nonce: string;
  readonly data: string;
  readonly tag: string;
}

const keyLength = 32;
const tagLength = 16;
/** As for passwords of accounts. */
const stretching = { N: 32_768, r: 8, p: 1, maxmem: 64 << 20 } as const;
const wrappingUse = 'sextant wrapped secret 1';

/** Wraps secrets by AES-256-GCM (NIST SP 800-38D) under a key that HKDF (RFC 5869) makes for each of them. */
export class SecretBox {
  readonly #secret: ServiceSecret;
  readonly #random: Random;

  constructor(secret: ServiceSecret, random: Random) {
    this.#secret = secret;
    this.#random = random;
  }

  get isShared(): boolean {
    return this.#secret.isShared;
  }

  /** `name`: what it is; one that was wrapped as something else does not fit. */
  async wrap(name: string, plain: Uint8Array): Promise<WrappedSecret> {
    const salt = this.#random.bytes(16);
    const nonce = this.#random.bytes(12);
    const cipher = createCipheriv('aes-256-gcm', await this.#key(salt), nonce, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(name));
    const data = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { salt: text(salt), nonce: text(nonce), data: text(data), tag: text(cipher.getAuthTag()) };
  }

  /** Undefined where the secret of the service is another one, or what was wrapped was changed. */
  async unwrap(name: string, wrapped: WrappedSecret): Promise<Uint8Array | undefined> {
    const [salt, nonce, data, tag] = [wrapped.salt, wrapped.nonce, wrapped.data, wrapped.tag].map((part) =>
      Buffer.from(part, 'base64url'),
    ) as [Buffer, Buffer, Buffer, Buffer];
    if (nonce.length !== 12 || tag.length !== tagLength) return undefined;
    const key = await this.#key(salt);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(data), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  /** A key for one use, made of the secret alone. */
  async derive(use: string): Promise<Uint8Array> {
    return this.#derived(await this.#material(Buffer.from(use)), Buffer.alloc(0), use);
  }

  async #key(salt: Uint8Array): Promise<Uint8Array> {
    return this.#derived(await this.#material(salt), salt, wrappingUse);
  }

  #derived(material: Uint8Array, salt: Uint8Array, use: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', material, salt, use, keyLength));
  }

  #material(salt: Uint8Array): Promise<Uint8Array> {
    const { bytes, isPassword } = this.#secret;
    if (!isPassword) return Promise.resolve(bytes);
    return new Promise((resolve, reject) => {
      scrypt(bytes, salt, keyLength, stretching, (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      });
    });
  }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
