import {
  integerField,
  optionalTextField,
  RecordFault,
  type RecordKind,
  recordFields,
  textField,
  textListField,
} from '../records/record-kind.ts';

/** An API token as it is kept: never its secret. Times are milliseconds since 1970. */
export interface ApiToken {
  /** The UUID before the underscore. */
  readonly id: string;
  /** User name, and id of the account: another account of that name does not inherit its tokens. */
  readonly owner: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description?: string;
  /** Absent: whatever its owner may do. */
  readonly permissions?: readonly string[];
  /** SHA-256 of the whole token, in base64url. */
  readonly hash: string;
  /** The last four characters. */
  readonly hint: string;
  readonly created: number;
  readonly updated: number;
  /** Milliseconds that the token is valid from its making or its last rotation. */
  readonly lifetime: number;
  readonly expires: number;
  readonly revoked?: number;
}

const dayMs = 86_400_000;
export const tokenLifetimeMaxMs = 365 * dayMs;
/** What no longer works stays listed for a month; the sweep of records waits a day by itself. */
const listedMs = 29 * dayMs;

function endOf({ expires, revoked }: ApiToken): number {
  return Math.min(expires, revoked ?? expires) + listedMs;
}

/** API tokens, by their id. */
export const apiTokenKind: RecordKind<ApiToken> = {
  name: 'token',
  parse: (value) => {
    const fields = recordFields(value);
    const hash = textField(fields, 'hash');
    if (!/^[\w-]{43}$/.test(hash)) throw new RecordFault('[hash] is no hash');
    const description = optionalTextField(fields, 'description');
    return {
      id: textField(fields, 'id'),
      owner: textField(fields, 'owner'),
      ownerId: textField(fields, 'ownerId'),
      name: textField(fields, 'name'),
      ...(description === undefined ? {} : { description }),
      ...(fields.permissions === undefined ? {} : { permissions: textListField(fields, 'permissions') }),
      hash,
      hint: textField(fields, 'hint'),
      created: integerField(fields, 'created'),
      updated: integerField(fields, 'updated'),
      lifetime: integerField(fields, 'lifetime'),
      expires: integerField(fields, 'expires'),
      ...(fields.revoked === undefined ? {} : { revoked: integerField(fields, 'revoked') }),
    };
  },
  keys: ({ owner }) => ({ owner }),
  expires: endOf,
};

/** When and from where a token was used last. */
export interface TokenUse {
  readonly at: number;
  readonly address: string;
}

/** Uses of tokens, by the token's id: apart, as they change often and nothing hangs on them. */
export const tokenUseKind: RecordKind<TokenUse> = {
  name: 'token-use',
  parse: (value) => {
    const fields = recordFields(value);
    return { at: integerField(fields, 'at'), address: textField(fields, 'address') };
  },
  expires: ({ at }) => at + tokenLifetimeMaxMs + listedMs,
};
