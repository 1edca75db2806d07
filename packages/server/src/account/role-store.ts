import type { RecordMirror } from '../records/record-mirror.ts';
import type { Records } from '../records/records.ts';
import { type ActionGroup, builtInGroups } from '../security/action-groups.ts';
import { expressionOf, type RegexTests } from '../security/name-pattern.ts';
import { RoleBook, type RoleMapping } from '../security/role-book.ts';
import { builtInRoles, type Role } from '../security/roles.ts';
import type { SecurityEvents } from '../security/security-event.ts';
import type { AccountCall } from './account-call.ts';
import { actionGroupKind, roleKind, roleMappingKind } from './role-records.ts';
import { ObjectApi } from './security/object-api.ts';
import { groupForm, mappingForm, roleForm } from './security/object-forms.ts';
import { RecordObjects } from './security/record-objects.ts';
import { invalidContent, refused } from './security/security-answers.ts';
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

export interface RoleRecordsParts {
  readonly records: Records;
  readonly regexTests: RegexTests;
  /** Why a mask of a role cannot be used. */
  readonly maskProblem: (text: string) => string | undefined;
}

/** Roles, who has which, and action groups: kept as records, and understood by the role book. */
export class RoleRecords {
  readonly book: RoleBook;
  readonly #roles: RecordMirror<Role>;
  readonly #mappings: RecordMirror<RoleMapping>;
  readonly #groups: RecordMirror<ActionGroup>;

  readonly #parts: RoleRecordsParts;

  constructor(parts: RoleRecordsParts) {
    const { records, regexTests } = parts;
    this.#parts = parts;
    this.#roles = records.mirror(roleKind);
    this.#mappings = records.mirror(roleMappingKind);
    this.#groups = records.mirror(actionGroupKind);
    this.book = new RoleBook({
      roles: () => entriesOf(this.#roles),
      mappings: () => entriesOf(this.#mappings),
      groups: () => entriesOf(this.#groups),
      regexTests,
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
    const checkRole = (_name: string, role: Role): void => checkPatterns(role, this.#parts);
    const roles = new RecordObjects({ mirror: this.#roles, builtIn: builtInRoles, check: checkRole });
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

/** Patterns and masks that cannot be read. Throws SecurityRefusal. */
function checkPatterns({ indices }: Role, { regexTests, maskProblem }: RoleRecordsParts): void {
  for (const { names, fields = [], masks = [] } of indices) {
    const ofFields = fields.map((field) => field.replace(/^~/, ''));
    const ofMasks = masks.map((mask) => mask.split('::')[0]!);
    for (const pattern of [...names, ...ofFields, ...ofMasks]) {
      const expression = expressionOf(pattern);
      if (expression === undefined) continue;
      try {
        regexTests(expression);
      } catch (error) {
        const shown = pattern.slice(0, 128);
        throw refused(400, `the pattern [${shown}] cannot be read: ${(error as Error).message}`);
      }
    }
    for (const mask of masks) {
      const problem = maskProblem(mask);
      if (problem === undefined) continue;
      throw invalidContent('Wrong datatype', { [`Masked field not valid: ${mask}`]: problem });
    }
  }
}
