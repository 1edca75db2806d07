/** Where the cluster is, and who the service is there. */
export interface ClusterAddresses {
  readonly origins: readonly string[];
  /** Before every path; '' or `/prefix`. */
  readonly base: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** For people: without credentials. */
  readonly shown: string;
}

/**
 * Reads `opensearch.url`: one address, or several with commas between them. Throws Error, without what might be a
 * password, where they are not http addresses of one kind, path and account.
 */
export function parseAddresses(text: string): ClusterAddresses {
  const given = text.split(',').map((address) => address.trim());
  const urls = given.filter((address) => address !== '').map(parseAddress);
  const [first] = urls;
  if (first === undefined) throw new Error('has no address');
  for (const url of urls) {
    if (url.protocol !== first.protocol) throw new Error('mixes http and https addresses');
    if (basePath(url) !== basePath(first)) throw new Error('has addresses with different paths');
    if (url.username !== first.username || url.password !== first.password) {
      throw new Error(
        'has addresses with different accounts: give opensearch.username and opensearch.password',
      );
    }
  }
  const base = basePath(first);
  return {
    origins: [...new Set(urls.map((url) => url.origin))],
    base,
    username: first.username === '' ? undefined : decodeURIComponent(first.username),
    password: first.password === '' ? undefined : decodeURIComponent(first.password),
    shown: urls.map((url) => url.origin + base).join(','),
  };
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error('must be an http or https address');
  return url;
}

function basePath(url: URL): string {
  return url.pathname.replace(/\/+$/, '');
}
