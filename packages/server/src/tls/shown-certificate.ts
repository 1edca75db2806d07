import type { X509Certificate } from 'node:crypto';

/** A certificate as the security plugin shows it. */
export type ShownCertificate = {
  readonly issuer_dn: string;
  readonly subject_dn: string;
  readonly san: string;
  /** `2026-01-01T00:00:00Z` */
  readonly not_before: string;
  readonly not_after: string;
};

export function shownCertificate(certificate: X509Certificate): ShownCertificate {
  return {
    issuer_dn: nameOf(certificate.issuer),
    subject_dn: subjectOf(certificate),
    san: alternativeNames(certificate.subjectAltName ?? ''),
    not_before: instant(certificate.validFromDate),
    not_after: instant(certificate.validToDate),
  };
}

/** The subject as RFC 4514 writes it: the last part first. */
export function subjectOf(certificate: X509Certificate): string {
  return nameOf(certificate.subject);
}

/** The same of who has signed it. */
export function issuerOf(certificate: X509Certificate): string {
  return nameOf(certificate.issuer);
}

/** Node writes a part a line, the first one first, with values escaped already. */
function nameOf(lines: string | undefined): string {
  return (lines ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .reverse()
    .join(',');
}

/** Kinds of names as RFC 5280 numbers them. */
const kinds: ReadonlyMap<string, number> = new Map([
  ['othername', 0],
  ['email', 1],
  ['DNS', 2],
  ['DirName', 4],
  ['URI', 6],
  ['IP Address', 7],
  ['Registered ID', 8],
]);

/** `DNS:a, IP Address:127.0.0.1` as Java writes such lists: `[[2, a], [7, 127.0.0.1]]`. */
function alternativeNames(text: string): string {
  const shown = text.split(', ').flatMap((name) => {
    const colon = name.indexOf(':');
    const kind = kinds.get(name.slice(0, colon));
    const value = name.slice(colon + 1);
    return kind === undefined ? [] : [`[${kind}, ${kind === 7 ? javaAddress(value) : value}]`];
  });
  return shown.length === 0 ? '' : `[${shown.join(', ')}]`;
}

/** `0:0:0:0:0:0:0:1`: groups without leading zeros, none left out. */
function javaAddress(address: string): string {
  return address.includes(':') ? address.toLowerCase() : address;
}

function instant(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
