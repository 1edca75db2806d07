import type { RecordMirror } from '../records/record-mirror.ts';
import type { Records } from '../records/records.ts';
import { type ActionGroup, builtInGroups } from '../security/action-groups.ts';
import { RoleBook, type RoleMapping } from '../security/role-book.ts';
import { builtInRoles, type Role } from '../security/roles.ts';
import type { SecurityEvents } from '../security/security-event.ts';
import type { AccountCall } from './account-call.ts';
import { actionGroupKind, roleKind, roleMappingKind } from './role-records.ts';
import { ObjectApi } from './security/object-api.ts';
import { groupForm, mappingForm, roleForm } from './security/object-forms.ts';
import { RecordObjects } from './security/record-objects.ts';
import { refused } from './security/security-answers.ts';
import { UserObjects, userForm } from './security/user-objects.ts';
import type { UserContent, UserDirectory } from './user-directory.ts';

interface ObjectApis {
  readonly users: ObjectApi<UserContent>;
  readonly roles: ObjectApi<Role>;
  readonly mappings: ObjectApi<RoleMapping>;
  readonly groups: ObjectApi<ActionGroup>;
}

function* entriesOf<T>(mirror: RecordMirror<T>): Generator<readonly [string, T]> {
  for (const { id, value } of mirror.values()) yield [id, value];
}

/** Roles, who has which, and action groups: kept as records, and understood by the role book. */
export class RoleRecords {
  readonly book: RoleBook;
  readonly #roles: RecordMirror<Role>;
  readonly #mappings: RecordMirror<RoleMapping>;
  readonly #groups: RecordMirror<ActionGroup>;

  constructor(records: Records) {
    this.#roles = records.mirror(roleKind);
    this.#mappings = records.mirror(roleMappingKind);
    this.#groups = records.mirror(actionGroupKind);
    this.book = new RoleBook({
      roles: () => entriesOf(this.#roles),
      mappings: () => entriesOf(this.#mappings),
      groups: () => entriesOf(this.#groups),
    });
    for (const mirror of [this.#roles, this.#mappings, this.#groups]) {
      mirror.onChange(() => this.book.changed());
    }
  }

  isCurrent(): boolean {
    return this.#roles.isCurrent() && this.#mappings.isCurrent() && this.#groups.isCurrent();
  }

  /** Resolves when what is held is true. Rejects where that cannot be known. */
  async ready(): Promise<void> {
    for (const mirror of [this.#roles, this.#mappings, this.#groups]) await mirror.ready();
  }

  apis(users: UserDirectory, events: SecurityEvents): ObjectApis {
    const onChange = ({ principal, remoteAddress: address }: AccountCall, what: string): void =>
      events.record({ type: 'security changed', username: principal?.username, address, what });
    const checkMapping = (name: string): void => {
      if (!this.book.has(name)) throw refused(404, `role '${name}' not found.`);
    };
    const roles = new RecordObjects({ mirror: this.#roles, builtIn: builtInRoles, check: () => {} });
    const mappings = new RecordObjects({ mirror: this.#mappings, builtIn: {}, check: checkMapping });
    const groups = new RecordObjects({ mirror: this.#groups, builtIn: builtInGroups, check: checkGroup });
    return {
      users: new ObjectApi({ form: userForm, store: new UserObjects(users, this.book), onChange }),
      roles: new ObjectApi({ form: roleForm, store: roles, onChange }),
      mappings: new ObjectApi({ form: mappingForm, store: mappings, onChange }),
      groups: new ObjectApi({ form: groupForm, store: groups, onChange }),
    };
  }
}

/** A group that holds itself, and one whose name is a pattern. Throws SecurityRefusal. */
function checkGroup(name: string, { privileges }: ActionGroup): void {
  if (/[:*]/.test(name))
    throw refused(400, `[${name}] cannot be the name of an action group: it is a pattern of actions`);
  if (privileges.includes(name)) throw refused(400, `${name} cannot be an allowed_action of itself`);
}
