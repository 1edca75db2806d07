import { isObject, type JsonMap } from '@sextant/contract';
import type { Principal } from '../http/authenticator.ts';
import { permissionsOf } from '../security/permissions.ts';
import type { RoleBook } from '../security/role-book.ts';
import type { Account } from './account.ts';
import { AccountRefusal, type Fields, refuseOthers, textOf } from './account-call.ts';

/** What a user may change of himself. A text that is empty takes the value away. */
export type ProfileChange = Partial<Pick<Account, 'name' | 'email' | 'phone' | 'avatar' | 'preferences'>>;

const fieldNames = ['name', 'email', 'phone', 'avatar', 'preferences'];
/** One address: local part, host with a point or alone; nothing that ends a line or a header. */
const addressForm = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/;
/** What an interface can show. */
const avatarForm = /^(https:\/\/|data:image\/(png|jpeg|webp|gif);base64,)/;

/** Throws AccountRefusal for what cannot be a profile. */
export function readProfile(fields: Fields): ProfileChange {
  refuseOthers(fields, fieldNames);
  const name = textOf(fields, 'name', 128);
  const email = emailOf(fields);
  const phone = textOf(fields, 'phone', 32);
  const avatar = textOf(fields, 'avatar', 8_192);
  const preferences = readPreferences(fields.preferences);
  if (avatar !== undefined && avatar !== '' && !avatarForm.test(avatar)) {
    throw new AccountRefusal(400, 'avatar must be an address that begins with https:// or an image as data:');
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(preferences === undefined ? {} : { preferences }),
  };
}

/** The address, in lower case; empty: none. Throws AccountRefusal. */
export function emailOf(fields: Fields): string | undefined {
  const email = textOf(fields, 'email', 254)?.toLowerCase();
  if (email === undefined || email === '' || addressForm.test(email)) return email;
  throw new AccountRefusal(400, 'email is no email address');
}

function readPreferences(value: unknown): Account['preferences'] | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) throw new AccountRefusal(400, 'preferences must be an object');
  refuseOthers(value, ['theme', 'language']);
  const theme = textOf(value, 'theme', 32);
  const language = textOf(value, 'language', 35);
  return { ...(theme === undefined ? {} : { theme }), ...(language === undefined ? {} : { language }) };
}

/** The account after the change. */
export function withProfile(account: Account, change: ProfileChange): Account {
  const { name, email, phone, avatar, preferences, ...kept } = { ...account, ...change };
  return {
    ...kept,
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(avatar ? { avatar } : {}),
    ...(preferences === undefined ? {} : { preferences: { ...account.preferences, ...preferences } }),
  };
}

/** The answer of `GET /account/profile`; what is empty is left out. */
export function profileOf(principal: Principal, account: Account | undefined, book: RoleBook): JsonMap {
  return {
    id: principal.id,
    created: account?.created,
    updated: account?.updated,
    name: account?.name ?? principal.username,
    username: principal.username,
    email: account?.email,
    phone: account?.phone,
    avatar: account?.avatar,
    roles: book.namesOf(principal),
    preferences: account?.preferences === undefined ? undefined : { ...account.preferences },
    permissions: permissionsOf(principal, book.rolesOf(principal)),
    status: 'ok',
  };
}
