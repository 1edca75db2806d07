import { ApiError, isObject, type JsonMap, parseNamed } from '@sextant/contract';
import type { Access, FieldRules } from '../backend/access.ts';
import { isSystemIndex, systemIndexAction, systemIndexRefused } from '../backend/system-index.ts';
import type { IndexCatalog, NamedIndex } from '../cluster/index-names.ts';
import type { Principal } from '../http/authenticator.ts';
import { limitOf } from './permissions.ts';
import { isAllowed, isAllowedEverywhere } from './privilege-check.ts';
import { areOn, builtInRoles, type IndexRights, type Role } from './roles.ts';
import { heedsFields, heedsQuery, showsDocuments, showsFields } from './shown-parts.ts';

interface AccessParts {
  /** Roles by name, of which the caller has those that he was given. */
  readonly defined: Readonly<Record<string, Role>>;
  /** The roles of the caller, and their names; instead of `defined`. */
  readonly names: readonly string[];
  readonly roles: readonly Role[];
  /** Actions in which the backend leaves out what `documentFilter` and `fieldRules` hide; undefined: all in which that can be. */
  readonly heeded: ReadonlySet<string> | undefined;
  /** Who it is, in the words of an error; the principal as OpenSearch writes it where not given. */
  readonly shown: string;
  /** See `FieldRules.maskSalt`. */
  readonly maskSalt: string;
  /** Told of every refusal. */
  readonly onDenied: (action: string, indices: readonly string[]) => void;
}

/** What a principal's roles let one request reach. The one place that keeps users from the service's own indices. */
class CallerAccess implements Access {
  readonly internal = false;
  readonly #principal: Principal;
  readonly #roles: readonly Role[];
  /** Of these each must allow what the roles allow: what an API token leaves of them. */
  readonly #limits: readonly Role[];
  /** Of indices in which only some documents, or only some fields, are there for the caller. */
  readonly #partial: readonly IndexRights[];
  readonly #heeded: ReadonlySet<string> | undefined;
  readonly #maskSalt: string;
  readonly #names: readonly string[];
  readonly #shown: string;
  readonly #onDenied: AccessParts['onDenied'];
  /** By action: an access is kept for as long as roles are as they are, and there are as many actions as rows. */
  readonly #everywhere = new Map<string, boolean>();
  readonly #held = new Map<string, boolean>();

  constructor(
    principal: Principal,
    { roles, names, shown, onDenied, heeded, maskSalt }: Omit<AccessParts, 'defined'>,
  ) {
    this.#principal = principal;
    this.#roles = roles;
    this.#names = names;
    const permissions = principal.token?.permissions;
    this.#limits = permissions === undefined ? [] : [limitOf(permissions)];
    this.#shown = shown;
    this.#onDenied = onDenied;
    this.#partial = roles.flatMap(({ indices }) =>
      indices.filter(
        ({ query, fields, masks }) => query !== undefined || fields !== undefined || masks !== undefined,
      ),
    );
    this.#maskSalt = maskSalt;
    this.#heeded = heeded;
  }

  get caller(): string {
    return this.#principal.username;
  }

  get sealKey(): string {
    return this.#maskSalt;
  }

  everywhere(action: string): boolean {
    return kept(this.#everywhere, action, () => this.#isEverywhere(action));
  }

  #isEverywhere(action: string): boolean {
    if (!action.startsWith('indices:')) return true;
    if (this.#partial.some((rights) => isShown(rights, action))) return false;
    const limited = this.#limits.every((limit) => isAllowedEverywhere([limit], action));
    return limited && isAllowedEverywhere(this.#roles, action);
  }

  holds(action: string): boolean {
    return this.#allowed(action, []);
  }

  allows(action: string, index: string): boolean {
    if (isSystemIndex(index) || this.#isShut(action, [index])) return false;
    return this.everywhere(action) || this.#allowed(action, [index]);
  }

  check(action: string, indices: readonly string[]): void {
    const ours = indices.find(isSystemIndex);
    if (ours !== undefined) this.#refuseOurs(ours);
    const isShut = this.#isShut(action, indices);
    if (this.#allowed(action, indices) && !isShut) return;
    this.#onDenied(action, indices);
    if (action.startsWith('restapi:')) throw this.#noAdministrator();
    const why = isShut ? `: ${whyShut(action)}` : '';
    throw new ApiError({
      type: 'security_exception',
      reason: `no permissions for [${action}] and ${this.#shown}${why}`,
    });
  }

  documentFilter(names: readonly string[]): JsonMap | undefined {
    const found = this.#partialOf(names).flatMap(({ query }) => (query === undefined ? [] : [parsed(query)]));
    if (found.length === 0) return undefined;
    const [first, ...others] = found;
    if (others.length === 0) return first;
    return { bool: { should: [first!, ...others], minimum_should_match: 1 } };
  }

  fieldRules(names: readonly string[]): FieldRules | undefined {
    const partial = this.#partialOf(names);
    const patterns = partial.flatMap(({ fields = [] }) => fields);
    const masks = partial.flatMap(({ masks = [] }) => masks);
    if (patterns.length === 0 && masks.length === 0) return undefined;
    const excludes = patterns.filter((pattern) => pattern.startsWith('~')).map((pattern) => pattern.slice(1));
    const includes = patterns.filter((pattern) => !pattern.startsWith('~'));
    return { includes, excludes, ...(masks.length === 0 ? {} : { masks, maskSalt: this.#maskSalt }) };
  }

  #partialOf(names: readonly string[]): readonly IndexRights[] {
    return this.#partial.filter((rights) => names.some((name) => areOn(rights, name)));
  }

  /** Something of the indices is hidden from the caller, and the action would not heed that. */
  #isShut(action: string, indices: readonly string[]): boolean {
    if (this.#partial.length === 0) return false;
    return this.#partialOf(indices).some(
      (rights) =>
        isShown(rights, action) && !((this.#heeded?.has(action) ?? true) && isHeeded(rights, action)),
    );
  }

  #allowed(action: string, indices: readonly string[]): boolean {
    if (indices.length > 0) return this.#isAllowed(action, indices);
    return kept(this.#held, action, () => this.#isAllowed(action, indices));
  }

  #isAllowed(action: string, indices: readonly string[]): boolean {
    const limited = this.#limits.every((limit) => isAllowed([limit], action, indices));
    return limited && isAllowed(this.#roles, action, indices);
  }

  /** In the words of the security plugin, which its clients show. */
  #noAdministrator(): ApiError {
    const who = `User ${this.#principal.username} with Security roles [${this.#names.join(', ')}]`;
    const why =
      'does not have any role privileged for admin access. No client TLS certificate found in request';
    return new ApiError({
      type: 'security_exception',
      reason: `No permission to access REST API: ${who} ${why}`,
    });
  }

  #refuseOurs(index: string): never {
    this.#onDenied(systemIndexAction, [index]);
    throw systemIndexRefused(index);
  }

  filterCatalog<I extends NamedIndex>(catalog: IndexCatalog<I>, action: string): IndexCatalog<I> {
    const everywhere = this.everywhere(action);
    const parents = once(() => parentsOf(catalog.streams?.() ?? new Map()));
    const allowsParent = (name: string): boolean => {
      const stream = parents().get(name);
      return stream !== undefined && this.allows(action, stream);
    };
    const isShut = (name: string): boolean => {
      const stream = this.#partial.length === 0 ? undefined : parents().get(name);
      return stream !== undefined && this.#isShut(action, [stream]);
    };
    const require = (name: string): void => {
      if (isSystemIndex(name)) this.#refuseOurs(name);
      if (isShut(name)) this.check(action, [parents().get(name)!]);
      if (!everywhere && !allowsParent(name)) this.check(action, [name]);
    };
    const sees = everywhere
      ? (index: I): boolean => !isSystemIndex(index.name)
      : (index: I): boolean =>
          !isShut(index.name) && (this.allows(action, index.name) || allowsParent(index.name));
    return {
      all: () => [...catalog.all()].filter(sees),
      get: (name) => {
        if (isSystemIndex(name)) this.#refuseOurs(name);
        const index = catalog.get(name);
        if (index !== undefined && !everywhere) require(name);
        return index;
      },
      streams: () => {
        const all = catalog.streams?.() ?? new Map<string, readonly I[]>();
        if (everywhere) return all;
        return new Map([...all].filter(([name]) => this.allows(action, name)));
      },
      behind: (alias) => catalog.behind(alias),
      require,
      mayName: (name) => this.allows(action, name),
      now: () => catalog.now(),
    };
  }
}

/** As OpenSearch writes a user into its errors and answers. */
export function shownUser({ username, externalRoles = [] }: Principal): string {
  return `User [name=${username}, backend_roles=[${externalRoles.join(', ')}], requestedTenant=null]`;
}

function whyShut(action: string): string {
  if (!action.includes('plugins/replication'))
    return 'documents or fields are hidden from the user, and it would show them';
  return 'Cross Cluster Replication is not supported when FLS or DLS or Fieldmasking is activated';
}

/** Whether the action shows what the rights hide some of. */
function isShown({ query, fields, masks }: IndexRights, action: string): boolean {
  const isPartOfFields = fields !== undefined || masks !== undefined;
  return (query !== undefined && showsDocuments(action)) || (isPartOfFields && showsFields(action));
}

/** Whether it is known to leave that out. */
function isHeeded({ query, fields, masks }: IndexRights, action: string): boolean {
  const isPartOfFields = fields !== undefined || masks !== undefined;
  return (query === undefined || heedsQuery(action)) && (!isPartOfFields || heedsFields(action));
}

/** What cannot be read lets nothing be seen. */
function parsed(query: string): JsonMap {
  try {
    const value: unknown = parseNamed(query);
    if (isObject(value)) return value as JsonMap;
  } catch {
    // As below.
  }
  return { match_none: {} };
}

/** By the name of an index, the data stream that it belongs to: a right on the stream is one on its indices. */
function parentsOf(streams: ReadonlyMap<string, readonly NamedIndex[]>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const [stream, members] of streams) for (const { name } of members) parents.set(name, stream);
  return parents;
}

/** Names of actions come from tables; should they ever not, nothing grows without end. */
const keptMax = 1_000;

function kept(known: Map<string, boolean>, action: string, find: () => boolean): boolean {
  const before = known.get(action);
  if (before !== undefined) return before;
  const found = find();
  if (known.size < keptMax && action.length < 200) known.set(action, found);
  return found;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Base64 of 16 bytes. */
const noSalt = Buffer.alloc(16).toString('base64');

/** The access of somebody who proved who he is. Roles that nobody defined grant nothing. */
export function accessOf(
  principal: Principal,
  {
    defined = builtInRoles,
    roles,
    names = principal.roles,
    shown = shownUser(principal),
    heeded,
    maskSalt = noSalt,
    onDenied = () => {},
  }: Partial<AccessParts> = {},
): Access {
  const own = (): readonly Role[] =>
    principal.roles.filter((name) => Object.hasOwn(defined, name)).map((name) => defined[name]!);
  return new CallerAccess(principal, {
    roles: roles ?? own(),
    names,
    shown,
    onDenied,
    heeded,
    maskSalt,
  });
}
