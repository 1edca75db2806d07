import { apiError } from '@sextant/contract';
import type { Access } from '../../access.ts';
import type { RightsByName } from '../../rights-by-name.ts';
import { leaderActions } from './leader-actions.ts';
import type { LeaderIndex } from './leader-index.ts';
import type { UseRoles } from './replication-record.ts';

const writeAction = 'indices:data/write/plugins/replication/changes';

interface Setup {
  readonly roles: UseRoles | undefined;
  /** Name of the following index, or a pattern of such names. */
  readonly follower: string;
  readonly leader: LeaderIndex;
  /** Of who asks for it; absent where a rule does, for which that was judged when it was made. */
  readonly access: Access | undefined;
}

/** In whose right indices here follow others. Where security is off nothing is judged, and roles are ignored. */
export class FollowerRights {
  readonly #rights: RightsByName | undefined;

  constructor(rights: RightsByName | undefined) {
    this.#rights = rights;
  }

  /** The roles that count. Throws ApiError 403 where there have to be some. */
  rolesOf(given: UseRoles | undefined): UseRoles | undefined {
    if (this.#rights === undefined) return undefined;
    if (given !== undefined) return given;
    throw apiError('security_exception', 'Follower roles are mandatory for replication');
  }

  /** Who asks here and there, then the roles here and there. Rejects with ApiError 403. */
  async checkSetup({ roles, follower, leader, access }: Setup): Promise<void> {
    if (this.#rights === undefined || roles === undefined) return;
    const user = access?.caller;
    access?.check(leaderActions.validate, [follower]);
    if (user !== undefined) await leader.checkPermissions({ user });
    const ofRole = await this.#rights.ofRole(roles.follower, user);
    ofRole.check(leaderActions.validate, [follower]);
    if (user !== undefined) await leader.checkPermissions({ user, role: roles.leader });
  }

  /** Whether the role may still write what comes of the leader. Rejects with ApiError 403. */
  async checkWrite(roles: UseRoles | undefined, follower: string): Promise<void> {
    if (this.#rights === undefined) return;
    if (roles === undefined) throw apiError('security_exception', withoutRoles(follower));
    (await this.#rights.ofRole(roles.follower)).check(writeAction, [follower]);
  }
}

function withoutRoles(follower: string): string {
  return `[${follower}] follows since security was off, so it has no roles: stop it, delete it and start it with [use_roles]`;
}
