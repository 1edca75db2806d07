import { assert } from '@sextant/base';
import { illegalArgument } from './errors.ts';
import { javaFloat } from './java-text.ts';

/** Bits of a float that are left out: nine of the significant ones stay. */
const DROPPED_BITS = 15;

const MIN_NORMAL = 2 ** -126;

/** Ends the name of a feature: no byte of UTF-8. */
const END = 0xff;

/** Two bytes of a value. */
const VALUE_BYTES = 2;

const view = new DataView(new ArrayBuffer(4));

/**
 * What of a feature's value is kept: the leading bits of its float, a whole number from 1 to 65279 in the order of the values
 * (Lucene's `FeatureField` keeps it as the frequency of a term). Throws illegal_argument_exception for a value that is
 * no positive, normal, finite float.
 */
export function featureBits(value: number, feature: string, field: string): number {
  const float = Math.fround(value);
  const where = `got: ${javaFloat(float)} for feature ${feature} on field ${field}`;
  if (!Number.isFinite(float)) throw illegalArgument(`featureValue must be finite, ${where}`);
  if (float < MIN_NORMAL) {
    const least = `which is less than the minimum positive normal float: ${javaFloat(MIN_NORMAL)}`;
    throw illegalArgument(`featureValue must be a positive normal float, ${where} ${least}`);
  }
  view.setFloat32(0, float);
  return view.getUint32(0) >>> DROPPED_BITS;
}

/** The value that is left of a feature. */
export function featureValue(bits: number): number {
  view.setUint32(0, (bits << DROPPED_BITS) >>> 0);
  return view.getFloat32(0);
}

/** What the terms of a feature begin with; of a field that is one feature nothing. */
export function featurePrefix(name: string): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  const prefix = new Uint8Array(bytes.length + 1);
  prefix.set(bytes);
  prefix[bytes.length] = END;
  return prefix;
}

export const NO_PREFIX: Uint8Array = new Uint8Array(0);

/** A value of a feature as a term: terms of a feature are in the order of its values. */
export function featureTerm(prefix: Uint8Array, bits: number): Uint8Array {
  const term = new Uint8Array(prefix.length + VALUE_BYTES);
  term.set(prefix);
  term[prefix.length] = bits >>> 8;
  term[prefix.length + 1] = bits & 0xff;
  return term;
}

/** The bits of the value that ends a term, which ends at `end`. */
export function bitsOfTerm(bytes: Uint8Array, end = bytes.length): number {
  assert(end >= VALUE_BYTES, 'the term of a feature has no value');
  return (bytes[end - 2]! << 8) | bytes[end - 1]!;
}

/** The name of the feature that a term is of. */
export function featureOfTerm(term: Uint8Array): string {
  return new TextDecoder().decode(term.subarray(0, term.length - VALUE_BYTES - 1));
}
