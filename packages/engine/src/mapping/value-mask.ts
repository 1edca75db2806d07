import { Buffer } from 'node:buffer';
import { blake2b } from '@noble/hashes/blake2.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { javaPattern } from '../analysis/java-pattern.ts';
import { Replacement } from '../analysis/replacement.ts';

/** What stands in the place of a value that somebody may not see: plain data. */
export type ValueMask =
  /** BLAKE2b-256, made different for each service by its salt. */
  | { readonly kind: 'hash' }
  /** A digest of Java's names, without a salt. */
  | { readonly kind: 'digest'; readonly algorithm: string }
  /** What Java's `replaceAll` makes of it, one step after the other. */
  | {
      readonly kind: 'replace';
      readonly steps: readonly { readonly pattern: string; readonly replacement: string }[];
    };

/** A pattern of fields, and what is seen of their values. */
export interface FieldMask {
  readonly pattern: string;
  readonly mask: ValueMask;
}

/** By Java's names. */
const digests: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['MD5', md5],
  ['SHA-1', sha1],
  ['SHA-224', sha224],
  ['SHA-256', sha256],
  ['SHA-384', sha384],
  ['SHA-512', sha512],
  ['SHA-512/224', sha512_224],
  ['SHA-512/256', sha512_256],
  ['SHA3-224', sha3_224],
  ['SHA3-256', sha3_256],
  ['SHA3-384', sha3_384],
  ['SHA3-512', sha3_512],
]);

const hashBytes = 32;
const encoder = new TextEncoder();
const patternParts = /^\/(.*)\/$/s;

/**
 * Reads `field`, `field::ALGORITHM` and `field::/regex/::replacement` (the last two parts any number of times), as the security
 * plugin of OpenSearch does. Throws ApiError, or Error with what is wrong with it.
 */
export function parseFieldMask(text: string): FieldMask {
  const [pattern, ...parts] = text.split('::') as [string, ...string[]];
  if (parts.length === 0) return { pattern, mask: { kind: 'hash' } };
  const [algorithm] = parts as [string];
  if (parts.length === 1) {
    if (!digests.has(algorithm)) throw new Error(`Invalid algorithm ${algorithm}`);
    return { pattern, mask: { kind: 'digest', algorithm } };
  }
  if (parts.length % 2 !== 0) throw new Error('each pattern needs a replacement');
  const steps = [];
  for (let i = 0; i < parts.length; i += 2) {
    const expression = patternParts.exec(parts[i]!)?.[1];
    if (expression === undefined) throw new Error(`a pattern stands between slashes: ${parts[i]}`);
    steps.push({ pattern: expression, replacement: parts[i + 1]! });
  }
  const mask: ValueMask = { kind: 'replace', steps };
  masking(mask, '');
  return { pattern, mask };
}

/** `salt`: base64 of the 16 bytes that BLAKE2b takes. Throws ApiError for an expression that cannot be read. */
export function masking(mask: ValueMask, salt: string): (text: string) => string {
  if (mask.kind === 'hash') {
    const bytes = Buffer.from(salt, 'base64');
    return (text) => hex(blake2b(encoder.encode(text), { dkLen: hashBytes, salt: bytes }));
  }
  if (mask.kind === 'digest') {
    const digest = digests.get(mask.algorithm)!;
    return (text) => hex(digest(encoder.encode(text)));
  }
  const steps = mask.steps.map(({ pattern, replacement }) => replacing(pattern, replacement));
  return (text) => steps.reduce((masked, step) => step(masked), text);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function replacing(expression: string, replacement: string): (text: string) => string {
  const pattern = javaPattern(expression);
  const into = new Replacement(
    replacement,
    pattern.groupCount(),
    new Set(Object.keys(pattern.namedGroups())),
  );
  return (text) => {
    const matcher = pattern.matcher(text);
    let [masked, at] = ['', 0];
    while (matcher.find()) {
      masked += text.slice(at, matcher.start()) + into.of(matcher);
      at = matcher.end();
    }
    return masked + text.slice(at);
  };
}
