/**
 * Whether all of `text` is what `pattern` says: `*` stands for any run of characters, also for none, everything else
 * for itself. Never more than pattern times text steps, whatever the pattern: the leftmost place of each part between
 * two stars is as good as any other.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  let at = star;
  for (;;) {
    const next = pattern.indexOf('*', star + 1);
    if (next < 0) {
      const last = pattern.slice(star + 1);
      return text.length - last.length >= at && text.endsWith(last);
    }
    if (next > star + 1) {
      const found = text.indexOf(pattern.slice(star + 1, next), at);
      if (found < 0) return false;
      at = found + next - star - 1;
    }
    star = next;
  }
}

/** The same as a test for many texts. */
export function wildcardTest(pattern: string): (text: string) => boolean {
  return (text) => matchesWildcard(pattern, text);
}

/**
 * As `matchesWildcard`, and `?` stands for one character (a unit of UTF-16). A star in the text is met by a star of the pattern
 * alone: so a pattern that matches the text of another one matches all that the other one does.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (!pattern.includes('?')) return matchesWildcard(pattern, text);
  let [at, place] = [0, 0];
  let [star, starAt] = [-1, 0];
  while (at < text.length) {
    const wanted = pattern[place];
    if (wanted === '*') {
      star = place++;
      starAt = at;
    } else if (wanted === text[at] || (wanted === '?' && text[at] !== '*')) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (pattern[place] === '*') place++;
  return place === pattern.length;
}
