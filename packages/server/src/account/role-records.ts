import {
  optionalTextField,
  RecordFault,
  type RecordKind,
  recordFields,
  textListField,
} from '../records/record-kind.ts';
import type { ActionGroup } from '../security/action-groups.ts';
import type { RoleMapping } from '../security/role-book.ts';
import type { Role } from '../security/roles.ts';

/** Roles that an administrator made, by name. */
export const roleKind: RecordKind<Role> = {
  name: 'role',
  parse: (value) => {
    const fields = recordFields(value);
    if (!Array.isArray(fields.indices)) throw new RecordFault('[indices] is no list');
    const indices = fields.indices.map((item) => {
      const each = recordFields(item);
      const query = optionalTextField(each, 'query');
      const fields = each.fields === undefined ? [] : textListField(each, 'fields');
      const masks = each.masks === undefined ? [] : textListField(each, 'masks');
      return {
        names: textListField(each, 'names'),
        privileges: textListField(each, 'privileges'),
        ...(query === undefined ? {} : { query }),
        ...(fields.length === 0 ? {} : { fields }),
        ...(masks.length === 0 ? {} : { masks }),
      };
    });
    const description = optionalTextField(fields, 'description') ?? '';
    return { description, cluster: textListField(fields, 'cluster'), indices };
  },
};

/** Who has a role, by the name of the role. */
export const roleMappingKind: RecordKind<RoleMapping> = {
  name: 'role-mapping',
  parse: (value) => {
    const fields = recordFields(value);
    const description = optionalTextField(fields, 'description');
    return {
      ...(description === undefined ? {} : { description }),
      users: textListField(fields, 'users'),
      externalRoles: textListField(fields, 'externalRoles'),
      andExternalRoles: textListField(fields, 'andExternalRoles'),
      hosts: textListField(fields, 'hosts'),
    };
  },
};

/** Action groups that an administrator made, by name. */
export const actionGroupKind: RecordKind<ActionGroup> = {
  name: 'action-group',
  parse: (value) => {
    const fields = recordFields(value);
    const type = optionalTextField(fields, 'type');
    const description = optionalTextField(fields, 'description');
    return {
      ...(type === undefined ? {} : { type }),
      ...(description === undefined ? {} : { description }),
      privileges: textListField(fields, 'privileges'),
    };
  },
};
