import { isIP } from 'node:net';

/**
 * The names under which a service without security answers. A foreign page can give its own name the address of this
 * machine and then is, for the browser, the same site; only the name that it called tells.
 */
export class AllowedHosts {
  readonly #names: ReadonlySet<string>;
  #lastAllowed: string | undefined;

  /** `more` beside the names of loopback; `*` allows all. */
  constructor(more: readonly string[]) {
    this.#names = new Set(['localhost', ...more.map((name) => name.toLowerCase())]);
  }

  /** `host` as the header has it, with or without a port; who sends none is no browser. */
  allows(host: string | undefined): boolean {
    if (host === undefined || host === this.#lastAllowed) return true;
    const name = nameOf(host);
    // An address cannot be given to somebody else, as a name can.
    const allowed =
      isIP(name) !== 0 || name.endsWith('.localhost') || this.#names.has(name) || this.#names.has('*');
    if (allowed) this.#lastAllowed = host;
    return allowed;
  }
}

/** Without port, brackets and a last dot. */
function nameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  const name = bracketed?.[1] ?? host.replace(/:\d*$/, '');
  return name.toLowerCase().replace(/\.$/, '');
}
