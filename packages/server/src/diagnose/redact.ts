const removed = '[removed]';

/** Names whose value nobody else is to see, whatever is in it. What an analyzer calls a token is none. */
const secretName =
  /(?:passw(?:or)?d(?:_hash)?|passphrase|secret|token|credential|(?:private|api|access)_?key|authorization|cookie)$/i;

/** How a member of JSON begins whose value is a text, also within a text of JSON (`\"password\":\"x\"`). */
const jsonMember = /(\\*)"([^"\\]{1,100})\1"\s{0,8}:\s{0,8}\1"/g;
/** `name=value` and `name: value` of settings files, log lines and addresses. */
const pair = /((?:^|[\s?&,;{(])([\w.-]{1,100})\s?[=:]\s?)("[^"]*"|[^\s"'&,;})\]]+)/gm;
const scheme = /\b(Basic|Bearer|ApiKey|Digest)\s+[A-Za-z0-9+/=._~-]{6,}/gi;
const jsonWebToken = /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g;
const userInfo = /\/\/[^\s/@:"]{1,256}:[^\s/@"]{1,256}@/g;

/** Takes out of texts what must not leave the machine: known secrets, and what looks like one. */
export class Redactor {
  readonly #known: readonly string[];

  /** `secrets`: that are known by their value; also what others make of them. */
  constructor(secrets: readonly string[]) {
    const forms = secrets.filter((secret) => secret.length >= 4).flatMap(formsOf);
    // The longest first: one may be a part of another.
    this.#known = [...new Set(forms)].sort((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    let clean = text;
    for (const secret of this.#known) clean = clean.replaceAll(secret, removed);
    return withoutMembers(clean)
      .replace(scheme, (_, name: string) => `${name} ${removed}`)
      .replace(pair, (all, begin: string, name: string) => (secretName.test(name) ? begin + removed : all))
      .replace(jsonWebToken, removed)
      .replace(userInfo, `//${removed}@`);
  }
}

function formsOf(secret: string): string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
}

function withoutMembers(text: string): string {
  let clean = '';
  let from = 0;
  for (const match of text.matchAll(jsonMember)) {
    const start = match.index + match[0].length;
    if (match.index < from || !secretName.test(match[2]!)) continue;
    clean += text.slice(from, start) + removed;
    from = endOfText(text, start, match[1]!.length);
  }
  return clean + text.slice(from);
}

/** Where a text of JSON ends whose quotes stand behind so many backslashes; those within it stand behind more. */
function endOfText(text: string, start: number, backslashes: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = 0;
    while (text[at - 1 - before] === '\\') before++;
    if (before <= backslashes || (backslashes === 0 && before % 2 === 0)) return at - backslashes;
  }
  return text.length;
}
