import {
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  type X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import type { Random } from '@sextant/base';
import { nodeMark } from './node-mark.ts';

/** RFC 5480 and RFC 5758: an ECDSA signature over SHA-256. */
const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const commonNameOid = '2.5.4.3';
const organizationOid = '2.5.4.10';
/** What the other side's clock may be behind. */
const backdateMs = 24 * 3_600_000;

/** A key and its certificate. */
export interface KeyPair {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

export interface CertificateWish {
  /** `authority` signs others, `node` serves and calls other nodes, `client` is a user. */
  readonly kind: 'authority' | 'node' | 'client';
  readonly commonName: string;
  /** Names and addresses by which it is called. */
  readonly names: readonly string[];
  readonly now: number;
  readonly days: number;
  /** Who signs; it signs itself where there is none. */
  readonly authority: KeyPair | undefined;
  /** The key that is certified; a new one (P-256) where there is none. */
  readonly key?: KeyObject;
  /** Whose name is taken instead of `commonName`. */
  readonly subject?: X509Certificate;
  readonly random: Random;
}

export interface MadeCertificate {
  readonly key: KeyObject;
  /** DER. */
  readonly certificate: Uint8Array;
}

/** A certificate (X.509, version 3) and its key. Takes some milliseconds. */
export function makeCertificate(wish: CertificateWish): MadeCertificate {
  const { kind, authority, now, days, random } = wish;
  const key = wish.key ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const signer = authority?.key ?? key;
  const publicKey = spkiOf(key);
  const subject = wish.subject === undefined ? nameOf(wish.commonName, kind) : subjectOf(wish.subject);
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(random),
    signature: new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
    issuer: authority === undefined ? subject : subjectOf(authority.certificate),
    validity: new Validity({
      notBefore: new Date(now - backdateMs),
      notAfter: new Date(now + days * 24 * 3_600_000),
    }),
    subject,
    subjectPublicKeyInfo: publicKey,
    extensions: new Extensions(extensionsOf(wish, publicKey, spkiOf(signer))),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(body)), signer);
  const certificate = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
    signatureValue: arrayBuffer(signature),
  });
  return { key, certificate: new Uint8Array(AsnConvert.serialize(certificate)) };
}

function extensionsOf(
  { kind, names }: CertificateWish,
  own: SubjectPublicKeyInfo,
  signer: SubjectPublicKeyInfo,
): Extension[] {
  const isAuthority = kind === 'authority';
  const usage = isAuthority
    ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
    : KeyUsageFlags.digitalSignature;
  const extensions = [
    extension(
      id_ce_basicConstraints,
      new BasicConstraints(isAuthority ? { cA: true, pathLenConstraint: 0 } : {}),
      true,
    ),
    extension(id_ce_keyUsage, new KeyUsage(usage), true),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifier(own))),
    extension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyIdentifier(signer)) }),
    ),
  ];
  if (isAuthority) return extensions;
  const usages = kind === 'node' ? [id_kp_serverAuth, id_kp_clientAuth] : [id_kp_clientAuth];
  extensions.push(extension(id_ce_extKeyUsage, new ExtendedKeyUsage(usages)));
  const general = names.map((name) =>
    isIP(name) === 0 ? new GeneralName({ dNSName: name }) : new GeneralName({ iPAddress: name }),
  );
  if (kind === 'node') general.push(new GeneralName({ registeredID: nodeMark }));
  if (general.length > 0)
    extensions.push(extension(id_ce_subjectAltName, new SubjectAlternativeName(general)));
  return extensions;
}

function extension(extnID: string, value: unknown, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function nameOf(commonName: string, kind: CertificateWish['kind']): Name {
  const part = (type: string, text: string): RelativeDistinguishedName =>
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String: text }) }),
    ]);
  const organization = kind === 'client' ? [] : [part(organizationOid, 'Sextant')];
  return new Name([...organization, part(commonNameOid, commonName)]);
}

function subjectOf(certificate: X509Certificate): Name {
  return AsnConvert.parse(arrayBuffer(certificate.raw), Certificate).tbsCertificate.subject;
}

function spkiOf(key: KeyObject): SubjectPublicKeyInfo {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return AsnConvert.parse(arrayBuffer(spki), SubjectPublicKeyInfo);
}

/** RFC 5280, 4.2.1.2: the SHA-1 of the key's bits; it only tells keys apart. */
function keyIdentifier({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer {
  return arrayBuffer(hash('sha1', Buffer.from(subjectPublicKey), 'buffer'));
}

/** 16 random bytes as a positive number without a leading zero. */
function serialNumber(random: Random): ArrayBuffer {
  const bytes = Buffer.from(random.bytes(16));
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return arrayBuffer(bytes);
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
