import type { ServiceSecret } from '../security/secret-box.ts';

/** A secret that is always the same. */
export const testSecret: ServiceSecret = {
  bytes: new Uint8Array(32).fill(7),
  isPassword: false,
  isShared: true,
};
