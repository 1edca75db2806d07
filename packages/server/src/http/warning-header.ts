/** `299 Elasticsearch-7.17.29-unknown "text"` (RFC 7234): quotes escaped, what is not ASCII percent-encoded. */
function warningHeader(text: string, product: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));
  return `299 ${product} "${escaped}"`;
}

/** Clients read headers of some 16 KB in all. */
const bytesMax = 8 * 1024;

/** One for each text, as many as fit into a head of an answer; the log has all of them. */
export function warningHeaders(texts: Iterable<string>, product: string): string[] {
  const headers: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const header = warningHeader(text, product);
    bytes += header.length;
    if (bytes <= bytesMax) headers.push(header);
  }
  return headers;
}
