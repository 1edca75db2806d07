import {
  integerField,
  optionalTextField,
  RecordFault,
  type RecordKind,
  recordFields,
  textField,
  textListField,
} from '../records/record-kind.ts';
import { parseAttributes } from './account.ts';

/** An account that waits for the person who shall have it. Never holds the secret of its link. */
export interface Invitation {
  readonly id: string;
  readonly username: string;
  readonly name?: string;
  /** In lower case. */
  readonly email?: string;
  readonly roles: readonly string[];
  readonly externalRoles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly description?: string;
  /** SHA-256 of the whole secret, in base64url. */
  readonly hash: string;
  /** The user who made it. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly expires: number;
}

/** Invitations that nobody has used yet, by their id. */
export const invitationKind: RecordKind<Invitation> = {
  name: 'invitation',
  parse: (value) => {
    const fields = recordFields(value);
    const hash = textField(fields, 'hash');
    if (!/^[\w-]{43}$/.test(hash)) throw new RecordFault('[hash] is no hash');
    const name = optionalTextField(fields, 'name');
    const email = optionalTextField(fields, 'email');
    const description = optionalTextField(fields, 'description');
    return {
      id: textField(fields, 'id'),
      username: textField(fields, 'username'),
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      roles: textListField(fields, 'roles'),
      externalRoles: textListField(fields, 'externalRoles'),
      attributes: parseAttributes(fields.attributes),
      ...(description === undefined ? {} : { description }),
      hash,
      by: textField(fields, 'by'),
      created: integerField(fields, 'created'),
      expires: integerField(fields, 'expires'),
    };
  },
  expires: ({ expires }) => expires,
};
