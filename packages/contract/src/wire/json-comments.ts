const BLANK = 32;

/** A body, blank where `comments` (begin and end of each, as `scanJson` found them) stand; a copy, where there are any. */
export function withoutComments(bytes: Uint8Array, comments: readonly number[]): Uint8Array {
  if (comments.length === 0) return bytes;
  const copy = new Uint8Array(bytes);
  for (let i = 0; i < comments.length; i += 2) copy.fill(BLANK, comments[i], comments[i + 1]);
  return copy;
}
