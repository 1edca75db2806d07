import type { X509Certificate } from 'node:crypto';
import type { Access } from '../backend/access.ts';

/** Who asks. Made by the security side; the rim only passes it on. */
export interface Principal {
  readonly id: string;
  readonly username: string;
  readonly email?: string;
  /** Given to the user by name; what is mapped to him is not among them. */
  readonly roles: readonly string[];
  /** Names by which other directories group users (`backend_roles`): roles are mapped to them. */
  readonly externalRoles?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  /** How the request proved who it is; `anonymous` only where security is off. */
  readonly kind: 'basic' | 'bearer' | 'token' | 'certificate' | 'anonymous';
  /** Where the request came from, for what is written about it. */
  readonly address?: string;
  /** Of an API token: its id, and what it may do of what its owner may; undefined = all of that. */
  readonly token?: { readonly id: string; readonly permissions: readonly string[] | undefined };
  /** Of a Bearer token: for signing out. */
  readonly session?: { readonly id: string; readonly expiresAt: number };
}

export interface Credentials {
  /** The `Authorization` header as it came. */
  readonly authorization: string | undefined;
  /** The `X-API-TOKEN` header; goes before the other. */
  readonly apiToken?: string | undefined;
  /** Of the connection, signed by a trusted authority; counts where there is no header, and before it for administrators. */
  readonly certificate?: X509Certificate | undefined;
  readonly remoteAddress: string;
}

/** What the rim asks of the security side. Both throw ApiError `security_exception` (401, 403 or 429). */
export interface Gate {
  /** Throws 401 where credentials are missing, wrong or expired. */
  authenticate(credentials: Credentials): Promise<Principal>;
  /** What the principal may reach, for one request. */
  access(principal: Principal): Access;
}
