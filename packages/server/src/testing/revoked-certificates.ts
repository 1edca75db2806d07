import { sign, type X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  Certificate,
  CertificateList,
  RevokedCertificate,
  TBSCertList,
  Time,
  Version,
} from '@peculiar/asn1-x509';
import type { TestAuthority } from './certificates.ts';

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const dayMs = 86_400_000;

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The list in which an authority revokes certificates, in PEM. */
export function revokedCertificates(
  { key, certificate }: TestAuthority,
  revoked: readonly X509Certificate[],
): string {
  const now = Date.now();
  const signature = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 });
  const list = new TBSCertList({
    version: Version.v2,
    signature,
    issuer: AsnConvert.parse(bufferOf(certificate.raw), Certificate).tbsCertificate.subject,
    thisUpdate: new Time(new Date(now - dayMs)),
    nextUpdate: new Time(new Date(now + dayMs)),
    ...(revoked.length === 0
      ? {}
      : {
          revokedCertificates: revoked.map(
            ({ serialNumber }) =>
              new RevokedCertificate({
                userCertificate: bufferOf(Buffer.from(serialNumber, 'hex')),
                revocationDate: new Time(new Date(now - dayMs)),
              }),
          ),
        }),
  });
  const signed = new CertificateList({
    tbsCertList: list,
    signatureAlgorithm: signature,
    signature: bufferOf(sign('sha256', Buffer.from(AsnConvert.serialize(list)), key)),
  });
  const base64 = Buffer.from(AsnConvert.serialize(signed)).toString('base64');
  return `-----BEGIN X509 CRL-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END X509 CRL-----\n`;
}
