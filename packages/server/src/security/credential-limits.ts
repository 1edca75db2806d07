/**
 * Longest password that is looked at, in UTF-8 bytes. A password of an account has at most 128 characters, which no
 * Unicode form writes in more; hashing without a limit would let anybody keep a core busy with one request.
 */
export const passwordBytesMax = 4096;

/** Longest login, in UTF-8 bytes: the id of a record has room for no more. */
const loginBytesMax = 256;

/** Longest access token that is looked at; ours have some 250 characters. */
export const tokenLengthMax = 4096;

/** Longest `Authorization` header that is looked at: the longest login and password, in base64. */
export const headerLengthMax = 8192;

/** False for a login that no account can have. */
export function isPossibleLogin(login: string): boolean {
  return login.length <= loginBytesMax && Buffer.byteLength(login) <= loginBytesMax && login.isWellFormed();
}

/** False for a password that no account can have. */
export function isPossiblePassword(password: string): boolean {
  return password.length <= passwordBytesMax && Buffer.byteLength(password) <= passwordBytesMax;
}
