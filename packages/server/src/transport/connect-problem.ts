const mismatch = 'have it on, or off, at both';

const reasons: ReadonlyMap<string, string> = new Map([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate does not name the address that is called'],
  ['CERT_HAS_EXPIRED', 'its certificate has ended'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
]);

/** The other side shows a certificate of an authority that is not known here. */
const unknownAuthority = /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;
/** The other side has turned away the certificate of this one; TLS 1.3 says so after the handshake. */
const turnedAway = /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_|DECRYPT_ERROR|HANDSHAKE_FAILURE)/;
const noTls = /^(?:ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE)|EPROTO)$/;
const notHttp2: readonly string[] = ['ERR_HTTP2_ERROR', 'ERR_HTTP2_SESSION_ERROR', 'HPE_INVALID_CONSTANT'];

/** The other side hung up before it answered. */
export class NoAnswer extends Error {
  constructor() {
    super('it hung up without an answer');
  }
}

/** Why no connection to another cluster came about, in words. `secured`: it was called over TLS. */
export function connectProblem(error: unknown, secured: boolean): string {
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  const text = error instanceof Error ? error.message : String(error);
  if (!secured) {
    if (!notHttp2.includes(code) && !(error instanceof NoAnswer)) return text;
    return `what answers there does not speak the transport protocol: is it another port, or is security on there and off here (${mismatch})?`;
  }
  // Over TLS 1.3 a certificate is turned away after the caller's side of the handshake has ended.
  if (error instanceof NoAnswer) {
    return `${text}: it may not accept the certificate of this cluster; its log says why, and its security.ssl.transport.ca_file whom it trusts`;
  }
  const known = reasons.get(code);
  if (known !== undefined) return `${known} (${text})`;
  if (noTls.test(code)) {
    return `what answers there speaks no TLS: security is on here and off there (${mismatch}), or it is another port`;
  }
  if (unknownAuthority.test(code)) {
    return `its certificate is of an authority that is not in security.ssl.transport.ca_file here (${code})`;
  }
  if (turnedAway.test(code)) {
    return `it does not accept the certificate of this cluster: its log says why, and its security.ssl.transport.ca_file whom it trusts (${code})`;
  }
  return notHttp2.includes(code) ? `${text}: is it another port?` : text;
}
