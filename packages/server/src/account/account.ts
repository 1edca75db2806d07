import { dictionary } from '@sextant/contract';
import {
  integerField,
  optionalTextField,
  RecordFault,
  type RecordKind,
  recordFields,
  textField,
  textListField,
} from '../records/record-kind.ts';

/** What the interface remembers for a user. */
interface Preferences {
  readonly theme?: string;
  readonly language?: string;
}

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly name?: string;
  /** In lower case. */
  readonly email?: string;
  readonly phone?: string;
  readonly avatar?: string;
  readonly preferences?: Preferences;
  readonly passwordHash: string;
  /** Given by name. */
  readonly roles: readonly string[];
  /** Names by which others group users: roles are mapped to them. */
  readonly externalRoles?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly description?: string;
  /** Nobody signs in with it, and its sessions and tokens do not count, until that is taken back. */
  readonly disabled?: true;
  /** RFC 3339. */
  readonly created: string;
  readonly updated: string;
  /** Raised by a change of the password and by disabling: sessions of an earlier epoch are dead. */
  readonly epoch: number;
}

const hashForm = /^scrypt\$\d{1,8}\$\d{1,3}\$\d{1,3}\$[\w-]{16,64}\$[\w-]{16,128}$/;

function parseAccount(value: unknown): Account {
  const fields = recordFields(value);
  const passwordHash = textField(fields, 'passwordHash');
  if (!hashForm.test(passwordHash)) throw new RecordFault('[passwordHash] is no hash');
  const name = optionalTextField(fields, 'name');
  const email = optionalTextField(fields, 'email');
  const phone = optionalTextField(fields, 'phone');
  const avatar = optionalTextField(fields, 'avatar');
  const description = optionalTextField(fields, 'description');
  return {
    id: textField(fields, 'id'),
    username: textField(fields, 'username'),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(fields.preferences === undefined ? {} : { preferences: parsePreferences(fields.preferences) }),
    passwordHash,
    roles: textListField(fields, 'roles'),
    ...(fields.externalRoles === undefined ? {} : { externalRoles: textListField(fields, 'externalRoles') }),
    ...(fields.attributes === undefined ? {} : { attributes: parseAttributes(fields.attributes) }),
    ...(description === undefined ? {} : { description }),
    ...(fields.disabled === true ? { disabled: true } : {}),
    created: textField(fields, 'created'),
    updated: textField(fields, 'updated'),
    epoch: integerField(fields, 'epoch'),
  };
}

export function parseAttributes(value: unknown): Readonly<Record<string, string>> {
  const fields = recordFields(value);
  return dictionary(Object.fromEntries(Object.keys(fields).map((name) => [name, textField(fields, name)])));
}

function parsePreferences(value: unknown): Preferences {
  const fields = recordFields(value);
  const theme = optionalTextField(fields, 'theme');
  const language = optionalTextField(fields, 'language');
  return { ...(theme === undefined ? {} : { theme }), ...(language === undefined ? {} : { language }) };
}

/** Accounts, by user name. */
export const accountKind: RecordKind<Account> = {
  name: 'user',
  parse: parseAccount,
  keys: ({ email }) => (email === undefined ? {} : { email }),
};

/** A session that was signed out, until its token expires. */
export interface EndedSession {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Ended sessions, by the id of the token. */
export const endedSessionKind: RecordKind<EndedSession> = {
  name: 'ended',
  parse: (value) => {
    const fields = recordFields(value);
    return { id: textField(fields, 'id'), expires: integerField(fields, 'expires') };
  },
  expires: ({ expires }) => expires,
};
