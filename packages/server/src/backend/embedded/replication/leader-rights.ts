import { apiError } from '@sextant/contract';
import type { RemoteCaller } from '../../../transport/remote-clusters.ts';
import type { Access } from '../../access.ts';
import type { RightsByName } from '../../rights-by-name.ts';
import { leaderActions } from './leader-actions.ts';

/** What roles name, of which the calls of followers are parts. */
const rightOfAction: ReadonlyMap<string, string> = new Map([
  [leaderActions.validate, leaderActions.validate],
  [leaderActions.permissions, leaderActions.validate],
  [leaderActions.names, leaderActions.validate],
  [leaderActions.changes, leaderActions.changes],
  [leaderActions.wait, leaderActions.changes],
  [leaderActions.removeLeases, leaderActions.changes],
  [leaderActions.beginFiles, leaderActions.fileChunk],
  [leaderActions.fileChunk, leaderActions.fileChunk],
  [leaderActions.endFiles, leaderActions.fileChunk],
]);

/** Longer than that of any account or role; it stands in errors and logs. */
const nameLengthMax = 255;

/** In whose right other clusters read indices here: judged by the roles of this side, at each call. */
export class LeaderRights {
  readonly #rights: RightsByName | undefined;

  constructor(rights: RightsByName | undefined) {
    this.#rights = rights;
  }

  /** Rejects with ApiError 403 unless the caller may do so with the index. */
  async check(action: string, index: string, caller: RemoteCaller): Promise<void> {
    const right = rightOfAction.get(action);
    if (right === undefined) throw apiError('security_exception', `no right is known for [${action}]`);
    (await this.#access(caller))?.check(right, [index]);
  }

  /** Which indices the caller may follow. Rejects with ApiError 403. */
  async followable(caller: RemoteCaller): Promise<(index: string) => boolean> {
    const access = await this.#access(caller);
    return (index) => access?.allows(leaderActions.validate, index) !== false;
  }

  /** Undefined: security is off. */
  async #access({ user, role }: RemoteCaller): Promise<Access | undefined> {
    for (const name of [user, role]) {
      if (name !== undefined && name.length > nameLengthMax) {
        throw apiError('illegal_argument_exception', 'a name of a user or a role is too long');
      }
    }
    if (this.#rights === undefined) {
      if (user === undefined && role === undefined) return undefined;
      throw apiError(
        'security_exception',
        'security is on at one side and off at the other: have it on, or off, at both',
      );
    }
    if (role !== undefined) return this.#rights.ofRole(role, user);
    if (user !== undefined) return this.#rights.ofUser(user);
    throw apiError('security_exception', 'Leader roles are mandatory for replication');
  }
}
