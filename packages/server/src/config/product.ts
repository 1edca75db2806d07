/** Set by the build; running from source has no number. */
declare const SEXTANT_VERSION: string | undefined;

export const productVersion = typeof SEXTANT_VERSION === 'string' ? SEXTANT_VERSION : '0.0.0';

export interface Compatibility {
  readonly mode: 'auto' | 'elasticsearch' | 'opensearch' | 'native';
  /** Version shown to clients of Elasticsearch that ask for none. */
  readonly elasticsearchVersion: string;
  readonly openSearchVersion: string;
}

/** What is shown to clients of later majors: they refuse a server older than themselves. */
const laterVersions: Readonly<Record<number, string>> = { 8: '8.19.17', 9: '9.2.0' };

/** The version number that a client of this family and major is shown. */
export function shownVersion(
  compatibility: Compatibility,
  dialect: { readonly family: 'elasticsearch' | 'opensearch' | 'native'; readonly major: number },
): string {
  if (dialect.family === 'native') return productVersion;
  if (dialect.family === 'opensearch') return compatibility.openSearchVersion;
  const { elasticsearchVersion } = compatibility;
  if (dialect.major <= majorOf(elasticsearchVersion)) return elasticsearchVersion;
  return laterVersions[dialect.major] ?? elasticsearchVersion;
}

export function majorOf(version: string): number {
  return Number(version.split('.')[0]);
}

/** Clients look for one; there is no build of the other products behind it. */
export const buildHash = 'unknown';
