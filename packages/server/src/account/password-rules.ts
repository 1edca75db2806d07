const lengthMin = 8;
const lengthMax = 128;
/** Shorter names are parts of too many words. */
const namePartMin = 4;

/** The passwords that every list of stolen ones begins with, in lower case. */
const common = new Set([
  'password',
  'password1',
  'password123',
  '12345678',
  '123456789',
  '1234567890',
  'qwertyui',
  'qwerty123',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'welcome1',
  'admin123',
  'administrator',
  'letmein1',
  'abcd1234',
  'changeme',
  'trustno1',
  '11111111',
  '00000000',
  'superman',
  'whatever',
  'sextant1',
  'elastic1',
  'opensearch',
]);

/** Undefined = fine; else what is wrong, for the caller. */
export function passwordProblem(password: string, username: string): string | undefined {
  if (password.length < lengthMin) return 'Password is too short';
  if (password.length > lengthMax) return 'Password is too long';
  const lower = password.toLowerCase();
  const name = username.toLowerCase();
  if (lower === name || (name.length >= namePartMin && lower.includes(name)))
    return 'Password is similar to user name';
  return common.has(lower) ? 'Weak password' : undefined;
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** 24 characters: about 139 bits. */
export function randomPassword(bytes: (length: number) => Uint8Array): string {
  return randomText(24, bytes);
}

/** Characters without look-alikes, 5.8 bits each. Bytes that would favour some of them are thrown away. */
export function randomText(length: number, bytes: (length: number) => Uint8Array): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of bytes(32))
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
  }
  return text;
}
