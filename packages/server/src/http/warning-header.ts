/** `299 Elasticsearch-7.17.29-unknown "text"` (RFC 7234): quotes escaped, what is not ASCII percent-encoded. */
export function warningHeader(text: string, product: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));
  return `299 ${product} "${escaped}"`;
}
