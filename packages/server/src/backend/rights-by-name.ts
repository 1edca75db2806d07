import type { Access } from './access.ts';

/**
 * What security says of users and roles by their names, where nobody signs in: of those for whom another cluster asks,
 * and of what goes on after the request that began it. Asked each time, as roles change. Both reject with ApiError
 * where it cannot be known.
 */
export interface RightsByName {
  /**
   * Of the account of that name, and of what is mapped to the name; there need be no account. Rejects with security_exception where the
   * account is disabled, as `ofRole` does.
   */
  ofUser(name: string): Promise<Access>;
  /**
   * Of a role alone; of one that nobody defined, nothing. `user`: rejects with security_exception where he does not
   * have it.
   */
  ofRole(name: string, user?: string): Promise<Access>;
}
