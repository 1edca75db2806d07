const NUMERIC = 0xfe;
const UTF8 = 0xff;
const BASE64_ESCAPE = 0xfd;

const encoder = new TextEncoder();
/** Room for the bytes of an id, which has 512 at most. */
const room = new Uint8Array(2048);
/** No document has a longer one. */
const ID_LENGTH_MAX = 512;

/**
 * An id as OpenSearch keeps it: numbers packed, base64 decoded, else UTF-8, each with its mark. Lent until the next call.
 */
export function idBytes(id: string): Uint8Array {
  if (id.length > ID_LENGTH_MAX) return encoder.encode(id);
  if (/^[0-9]+$/.test(id)) return room.subarray(0, packNumber(id));
  if (isBase64(id)) return room.subarray(0, decodeBase64(id));
  room[0] = UTF8;
  return room.subarray(0, 1 + encoder.encodeInto(id, room.subarray(1)).written);
}

function packNumber(id: string): number {
  room[0] = NUMERIC;
  let at = 1;
  for (let i = 0; i < id.length; i += 2) {
    const low = i + 1 === id.length ? 0x0f : id.charCodeAt(i + 1) - 48;
    room[at++] = ((id.charCodeAt(i) - 48) << 4) | low;
  }
  return at;
}

/** Base64 for addresses without padding, whose last character has no bits to spare. */
function isBase64(id: string): boolean {
  if (!/^[\w-]+$/.test(id)) return false;
  const last = id.at(-1)!;
  const rest = id.length & 3;
  return rest === 0 || (rest === 2 && /[AQgw]/.test(last)) || (rest === 3 && /[AEIMQUYcgkosw048]/.test(last));
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function decodeBase64(id: string): number {
  const first = (DIGITS.indexOf(id[0]!) << 2) | (DIGITS.indexOf(id[1]!) >> 4);
  let at = 0;
  if (first >= BASE64_ESCAPE) room[at++] = BASE64_ESCAPE;
  let bits = 0;
  let held = 0;
  for (const digit of id) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    room[at++] = bits >> held;
  }
  return at;
}
