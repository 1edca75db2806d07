import { isObject, type JsonMap, parseNamed } from '@sextant/contract';
import type { ActionGroup } from '../../security/action-groups.ts';
import type { RoleMapping } from '../../security/role-book.ts';
import type { Role } from '../../security/roles.ts';
import type { Fields } from '../account-call.ts';
import { checkFields, type FieldTable, listOf, wordsOf } from './fields.ts';
import { invalidContent, refused, type SecurityDialect } from './security-answers.ts';

/** How one type of object is read and shown, in either dialect. */
export interface ObjectForm<T> {
  /** As errors call it. */
  readonly label: string;
  /** Throws SecurityRefusal. */
  read(body: Fields, dialect: SecurityDialect): T;
  /** What may be changed of it. */
  show(value: T, dialect: SecurityDialect): JsonMap;
  /** Members that stand before and after the flags, as OpenSearch orders them. */
  arrange(content: JsonMap, flags: ObjectFlags): JsonMap;
}

export interface ObjectFlags {
  readonly reserved: boolean;
  readonly hidden: boolean;
  readonly static: boolean;
}

const roleTables: Readonly<Record<SecurityDialect, FieldTable>> = {
  opensearch: {
    description: 'string',
    cluster_permissions: 'array',
    index_permissions: 'array',
    tenant_permissions: 'array',
  },
  easysearch: { description: 'string', cluster: 'array', indices: 'array' },
};

const indexTables: Readonly<Record<SecurityDialect, FieldTable>> = {
  opensearch: {
    index_patterns: 'array',
    dls: 'string',
    fls: 'array',
    masked_fields: 'array',
    allowed_actions: 'array',
  },
  easysearch: {
    names: 'array',
    query: 'string',
    field_security: 'array',
    field_mask: 'array',
    privileges: 'array',
  },
};

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** A role that promised less than it gives would be worse than none. */
function refuseUnsupported(fields: Fields, names: readonly string[]): void {
  const name = names.find((each) => !isEmpty(fields[each]));
  if (name !== undefined) throw refused(400, `[${name}] is not supported`);
}

function readIndex(value: unknown, dialect: SecurityDialect): Role['indices'][number] {
  const isOpenSearch = dialect === 'opensearch';
  if (!isObject(value)) {
    const name = isOpenSearch ? 'index_permissions' : 'indices';
    throw invalidContent('Wrong datatype', { [name]: 'Array of objects expected' });
  }
  checkFields(value, indexTables[dialect], isOpenSearch ? 'index_permissions.' : 'indices.');
  const names = listOf(value, isOpenSearch ? 'index_patterns' : 'names');
  const query = readQuery(value, isOpenSearch ? 'dls' : 'query');
  const privileges = listOf(value, isOpenSearch ? 'allowed_actions' : 'privileges');
  const fields = readFields(value, isOpenSearch ? 'fls' : 'field_security');
  const masks = readMasks(value, isOpenSearch ? 'masked_fields' : 'field_mask');
  return {
    names,
    privileges,
    ...(query === undefined ? {} : { query }),
    ...(fields.length === 0 ? {} : { fields }),
    ...(masks.length === 0 ? {} : { masks }),
  };
}

const fieldPatternsMax = 1_000;
const fieldPatternLengthMax = 1_024;

/** Patterns of fields that are seen, and after `~` of those that are not. */
function readFields(value: Fields, name: string): readonly string[] {
  const patterns = listOf(value, name).map((pattern) =>
    pattern.startsWith('!') ? `~${pattern.slice(1)}` : pattern,
  );
  if (patterns.length > fieldPatternsMax) {
    throw refused(400, `[${name}] may have at most ${fieldPatternsMax} patterns`);
  }
  const odd = patterns.find((pattern) => pattern.length > fieldPatternLengthMax || /^~?$/.test(pattern));
  if (odd === undefined) return patterns;
  throw refused(
    400,
    `[${name}] has the pattern [${odd.slice(0, 128)}]: it is the name of a field of at most ${fieldPatternLengthMax} characters`,
  );
}

/** Fields with what is seen of their values; whether that can be read is for whoever does it (`RecordObjects.check`). */
function readMasks(value: Fields, name: string): readonly string[] {
  const masks = listOf(value, name);
  if (masks.length > fieldPatternsMax) {
    throw refused(400, `[${name}] may have at most ${fieldPatternsMax} entries`);
  }
  const odd = masks.find((mask) => mask.length > fieldPatternLengthMax || /^(?:$|::)/.test(mask));
  if (odd === undefined) return masks;
  throw refused(
    400,
    `[${name}] has [${odd.slice(0, 128)}]: it begins with the name of a field, of at most ${fieldPatternLengthMax} characters in all`,
  );
}

/** The text of a query; whether it is one that an index understands shows when it is asked. */
function readQuery(value: Fields, name: string): string | undefined {
  const text = wordsOf(value, name);
  if (text === undefined || text === '') return undefined;
  let query: unknown;
  try {
    query = parseNamed(text);
  } catch {
    query = undefined;
  }
  if (isObject(query) && Object.keys(query).length === 1) return text;
  throw refused(400, `Unable to parse [${name}]: it must be the JSON of a query`);
}

export const roleForm: ObjectForm<Role> = {
  label: 'role',
  read: (body, dialect) => {
    checkFields(body, roleTables[dialect]);
    refuseUnsupported(body, ['tenant_permissions']);
    const isOpenSearch = dialect === 'opensearch';
    const indices = (isOpenSearch ? body.index_permissions : body.indices) ?? [];
    return {
      description: wordsOf(body, 'description') ?? '',
      cluster: listOf(body, isOpenSearch ? 'cluster_permissions' : 'cluster'),
      indices: (indices as readonly unknown[]).map((each) => readIndex(each, dialect)),
    };
  },
  show: ({ description, cluster, indices }, dialect) =>
    dialect === 'opensearch'
      ? {
          ...(description === '' ? {} : { description }),
          cluster_permissions: cluster,
          index_permissions: indices.map(({ names, privileges, query, fields = [], masks = [] }) => ({
            index_patterns: names,
            ...(query === undefined ? {} : { dls: query }),
            fls: fields,
            masked_fields: masks,
            allowed_actions: privileges,
          })),
          tenant_permissions: [],
        }
      : {
          ...(description === '' ? {} : { description }),
          cluster,
          indices: indices.map(({ names, privileges, query, fields = [], masks = [] }) => ({
            names,
            ...(query === undefined ? {} : { query }),
            field_security: fields,
            field_mask: masks,
            privileges,
          })),
        },
  arrange: (content, { reserved, hidden, static: isStatic }) => ({
    reserved,
    hidden,
    ...content,
    static: isStatic,
  }),
};

const mappingNames = {
  opensearch: { external: 'backend_roles', andExternal: 'and_backend_roles' },
  easysearch: { external: 'external_roles', andExternal: 'and_external_roles' },
} as const;

export const mappingForm: ObjectForm<RoleMapping> = {
  label: 'rolesmapping',
  read: (body, dialect) => {
    const { external, andExternal } = mappingNames[dialect];
    checkFields(body, {
      description: 'string',
      users: 'array',
      hosts: 'array',
      [external]: 'array',
      [andExternal]: 'array',
    });
    const description = wordsOf(body, 'description');
    return {
      ...(description === undefined ? {} : { description }),
      users: listOf(body, 'users'),
      externalRoles: listOf(body, external),
      andExternalRoles: listOf(body, andExternal),
      hosts: listOf(body, 'hosts'),
    };
  },
  show: ({ description, users, externalRoles, andExternalRoles, hosts }, dialect) => {
    const { external, andExternal } = mappingNames[dialect];
    const lists = { hosts, users, [external]: externalRoles, [andExternal]: andExternalRoles };
    return description === undefined ? lists : { ...lists, description };
  },
  arrange: ({ hosts, users, ...content }, { reserved, hidden }) => ({
    hosts,
    users,
    reserved,
    hidden,
    ...content,
  }),
};

export const groupForm: ObjectForm<ActionGroup> = {
  label: 'actiongroup',
  read: (body, dialect) => {
    const list = dialect === 'opensearch' ? 'allowed_actions' : 'privileges';
    checkFields(body, { [list]: 'array', type: 'string', description: 'string' });
    if (body[list] === undefined || body[list] === null) {
      throw invalidContent('Invalid configuration', { missing_mandatory_keys: { keys: list } });
    }
    const type = wordsOf(body, 'type');
    const description = wordsOf(body, 'description');
    return {
      privileges: listOf(body, list),
      ...(type === undefined ? {} : { type }),
      ...(description === undefined ? {} : { description }),
    };
  },
  show: ({ privileges, type, description }, dialect) => ({
    [dialect === 'opensearch' ? 'allowed_actions' : 'privileges']: privileges,
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
  }),
  arrange: roleForm.arrange,
};
