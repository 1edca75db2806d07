import type { AttemptLimit } from './too-many-attempts.ts';

/** How a caller tried to prove who it is, or what it did with that. */
export type SecurityWay = 'basic' | 'bearer' | 'login' | 'password change';

/** Something that whoever watches over the service wants to know. Holds no secret. */
export type SecurityEvent = {
  /** As the caller gave it: anything, of any length. Undefined where none was given. */
  readonly username: string | undefined;
  readonly address: string;
} & (
  | { readonly type: 'login succeeded'; readonly way: SecurityWay }
  | { readonly type: 'login failed'; readonly way: SecurityWay }
  | { readonly type: 'login throttled'; readonly way: SecurityWay; readonly limit: AttemptLimit }
  | { readonly type: 'token refused' }
  /** `username` is the subject of the certificate. */
  | { readonly type: 'certificate refused' }
  | { readonly type: 'access denied'; readonly action: string; readonly indices: readonly string[] }
  | { readonly type: 'password changed' | 'profile changed' }
  | {
      readonly type: 'token created' | 'token changed' | 'token revoked' | 'token rotated';
      /** Its id. */
      readonly token: string;
    }
  /** Which user, role, mapping or action group. */
  | { readonly type: 'security changed'; readonly what: string }
  | { readonly type: 'signed out' }
);

/** Where security events go. */
export interface SecurityEvents {
  record(event: SecurityEvent): void;
}
