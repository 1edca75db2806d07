import { matchesWildcard } from '@sextant/contract';
import type { Principal } from '../http/authenticator.ts';
import type { ActionGroup } from './action-groups.ts';
import { expressionOf, nameTest, needsTest, quoted, type RegexTests } from './name-pattern.ts';
import { patternsOf } from './privilege-patterns.ts';
import { builtInRoles, type Role } from './roles.ts';

/** Who has a role beside those to whom it was given by name. Users, external roles and hosts are patterns. */
export interface RoleMapping {
  readonly description?: string;
  readonly users: readonly string[];
  readonly externalRoles: readonly string[];
  /** All of them are needed. */
  readonly andExternalRoles: readonly string[];
  readonly hosts: readonly string[];
}

/** What an administrator made. */
export interface RoleSources {
  readonly roles: () => Iterable<readonly [string, Role]>;
  readonly mappings: () => Iterable<readonly [string, RoleMapping]>;
  readonly groups: () => Iterable<readonly [string, ActionGroup]>;
  readonly regexTests: RegexTests;
}

interface Compiled {
  readonly roles: ReadonlyMap<string, Role>;
  readonly mappings: readonly (readonly [string, RoleMapping])[];
}

/** Roles by name, and who has which: compiled when first asked after a change. */
export class RoleBook {
  readonly #sources: RoleSources;
  #compiled: Compiled | undefined;

  constructor(sources: RoleSources) {
    this.#sources = sources;
  }

  /** What the sources say has changed. */
  changed(): void {
    this.#compiled = undefined;
  }

  /** The same object as long as nothing has changed. */
  state(): object {
    return this.#read();
  }

  /** Names of the roles of a caller: given to him, or mapped. */
  namesOf(principal: Principal): readonly string[] {
    const { mappings } = this.#read();
    const mapped = mappings.filter(([, mapping]) => isMapped(mapping, principal)).map(([name]) => name);
    return [...new Set([...principal.roles, ...mapped])];
  }

  /** The roles of a caller, with variables in patterns of indices replaced. Names that nobody defined grant nothing. */
  rolesOf(principal: Principal): readonly Role[] {
    const { roles } = this.#read();
    return this.namesOf(principal).flatMap((name) => {
      const role = roles.get(name);
      return role === undefined ? [] : [this.#tested(forCaller(role, principal))];
    });
  }

  /** A role by its name, for nobody in particular: patterns with variables name nothing. */
  role(name: string): Role | undefined {
    const role = this.#read().roles.get(name);
    return role && this.#tested(forCaller(role, undefined));
  }

  /** Whether a caller has the role; who may do everything has each. */
  holds(principal: Principal, name: string): boolean {
    return this.namesOf(principal).includes(name) || this.rolesOf(principal).some(isUnlimited);
  }

  has(name: string): boolean {
    return this.#read().roles.has(name);
  }

  /** With tests of patterns that are the same for all callers. */
  #prepared(role: Role): Role {
    return hasVariables(role) ? role : this.#tested(role);
  }

  #tested(role: Role): Role {
    if (!role.indices.some(({ names, fits }) => fits === undefined && needsTest(names))) return role;
    const indices = role.indices.map((rights) =>
      needsTest(rights.names)
        ? { ...rights, fits: nameTest(rights.names, this.#sources.regexTests) }
        : rights,
    );
    return { ...role, indices };
  }

  #read(): Compiled {
    if (this.#compiled === undefined) {
      const groups = new Map(this.#sources.groups());
      const all = [...Object.entries(builtInRoles), ...this.#sources.roles()];
      const roles = new Map(all.map(([name, role]) => [name, this.#prepared(expanded(role, groups))]));
      this.#compiled = { roles, mappings: [...this.#sources.mappings()] };
    }
    return this.#compiled;
  }
}

function expanded(role: Role, groups: ReadonlyMap<string, ActionGroup>): Role {
  const indices = role.indices.map((rights) => ({
    ...rights,
    privileges: patternsOf(rights.privileges, groups),
  }));
  return { description: role.description, cluster: patternsOf(role.cluster, groups), indices };
}

function isMapped(mapping: RoleMapping, principal: Principal): boolean {
  const { username, externalRoles = [], address = '' } = principal;
  const { users, andExternalRoles, hosts } = mapping;
  const fits = (patterns: readonly string[], text: string): boolean =>
    patterns.some((pattern) => matchesWildcard(pattern, text));
  if (fits(users, username) || (address !== '' && fits(hosts, address))) return true;
  if (externalRoles.some((role) => fits(mapping.externalRoles, role))) return true;
  const isHeld = (pattern: string): boolean => externalRoles.some((role) => matchesWildcard(pattern, role));
  return andExternalRoles.length > 0 && andExternalRoles.every(isHeld);
}

const variable = /\$\{([^}]*)\}/g;

function isUnlimited({ cluster, indices }: Role): boolean {
  const isWhole = ({ names, privileges, query, fields, masks }: Role['indices'][number]): boolean =>
    names.includes('*') &&
    privileges.includes('*') &&
    query === undefined &&
    fields === undefined &&
    masks === undefined;
  return cluster.includes('*') && indices.some(isWhole);
}

function hasVariables({ indices }: Role): boolean {
  return indices.some(({ names, query = '' }) => [...names, query].some((text) => text.includes('${')));
}

function forCaller(role: Role, principal: Principal | undefined): Role {
  if (!hasVariables(role)) return role;
  const indices = role.indices.map(({ names, query, ...rest }) => ({
    ...rest,
    names: names.flatMap((name) => withVariables(name, principal)),
    ...(query === undefined ? {} : { query: queryFor(query, principal) }),
  }));
  return { ...role, indices };
}

/**
 * Nothing where a variable is not known, or would be a pattern itself: a caller's name would widen what is meant. In an expression
 * it stands for its characters.
 */
function withVariables(pattern: string, principal: Principal | undefined): readonly string[] {
  let isKnown = true;
  const isExpression = expressionOf(pattern) !== undefined;
  const name = pattern.replace(variable, (_, key: string) => {
    const value = variableOf(key, principal);
    if (value === undefined || /[*?]|^\//.test(value)) isKnown = false;
    return isExpression ? quoted(value ?? '') : (value ?? '');
  });
  return isKnown ? [name] : [];
}

/** A value stands within a text of JSON. One that is not known lets no document be seen. */
function queryFor(query: string, principal: Principal | undefined): string {
  let isKnown = true;
  const text = query.replace(variable, (_, key: string) => {
    const value = variableOf(key, principal);
    if (value === undefined) isKnown = false;
    return JSON.stringify(value ?? '').slice(1, -1);
  });
  return isKnown ? text : '{"match_none":{}}';
}

const attributePrefix = 'attr.internal.';

function variableOf(key: string, principal: Principal | undefined): string | undefined {
  if (principal === undefined) return undefined;
  const { username, attributes = {} } = principal;
  if (key === 'user_name' || key === 'user.name') return username;
  if (!key.startsWith(attributePrefix)) return undefined;
  const name = key.slice(attributePrefix.length);
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}
