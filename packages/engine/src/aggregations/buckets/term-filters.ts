import { apiError } from '@sextant/contract';
import { murmur3 } from '../../codec/hashes.ts';
import { utf8Of } from '../../codec/utf8-scratch.ts';
import { toBig } from '../../mapping/fine-number.ts';
import { hash64, hashBig, hashLong, hashSortable } from '../metrics/hash64.ts';
import type { TermFilter, TermsSpec } from '../specs/terms.ts';
import { compileRegex } from '../values/automaton.ts';
import type { NumberValues } from '../values/field-values.ts';
import type { FineValues } from '../values/fine-values.ts';
import { type TermValues, termBytes } from '../values/term-values.ts';

type Filters = Pick<TermsSpec, 'include' | 'exclude'>;

/** Says of a term's number whether include and exclude let it pass. */
export type TermPredicate = (value: number) => boolean;

/** The predicate of a keyword or ip field; null where the request filters nothing. */
export function ordinalPredicate(name: string, spec: Filters, values: TermValues): TermPredicate | null {
  return both(spec, (filter) => {
    if (filter.kind === 'values') {
      const ordinals = new Set(filter.values.map((value) => values.lookup(termBytes(values.field, value))));
      const texts = new Set(filter.values.map(String));
      // A `missing` term may be in no dictionary.
      return (ordinal) =>
        ordinals.has(ordinal) || (ordinal === values.missing && texts.has(values.text(ordinal)));
    }
    if (filter.kind === 'partition') return (ordinal) => isInPart(values.term(ordinal), filter);
    if (values.field?.fieldType.terms?.isPlain === false)
      throw noRegex(name, 'an array of values for include/exclude clauses');
    const matches = compileRegex(filter.pattern);
    return (ordinal) => matches(values.text(ordinal));
  });
}

/** The predicate of terms that are numbered as they are met; null where the request filters nothing. */
export function textPredicate(spec: Filters, text: (number: number) => string): TermPredicate | null {
  return both(spec, (filter) => {
    if (filter.kind === 'values') {
      const texts = new Set(filter.values.map(String));
      return (number) => texts.has(text(number));
    }
    if (filter.kind === 'partition') return (number) => isInPart(utf8Of(text(number)), filter);
    const matches = compileRegex(filter.pattern);
    return (number) => matches(text(number));
  });
}

function isInPart(term: Uint8Array, { partition, partitions }: TermFilter & { kind: 'partition' }): boolean {
  return floorMod(murmur3(term, SEED), partitions) === partition;
}

/** The predicate of a number field; null where the request filters nothing. */
export function numberPredicate(name: string, spec: Filters, values: NumberValues): TermPredicate | null {
  const hash = values.haveFractions ? hashSortable : hashLong;
  // A number with a fraction stands for the whole number below it.
  const read = (value: string | number | boolean): number => {
    const number = values.format.parse(value);
    return values.haveFractions ? number : Math.floor(number);
  };
  return valuePredicate(name, spec, { read, hash });
}

/** The same of the places of numbers that doubles cannot hold. */
export function finePredicate(name: string, spec: Filters, values: FineValues): TermPredicate | null {
  return valuePredicate(name, spec, {
    read: (value) => values.placeNamed(value),
    hash: (place) => hashBig(toBig(values.number(place))),
  });
}

function valuePredicate(
  name: string,
  spec: Filters,
  {
    read,
    hash,
  }: {
    readonly read: (value: string | number | boolean) => number;
    /** Puts the hash of a value into `hash64`. */
    readonly hash: (value: number) => void;
  },
): TermPredicate | null {
  const { include, exclude } = spec;
  // As in OpenSearch, an empty list of numbers to include leaves out none.
  const chosen = include?.kind === 'values' && include.values.length === 0 ? null : include;
  return both({ include: chosen, exclude }, (filter) => {
    if (filter.kind === 'regex') {
      throw noRegex(
        name,
        'an array of numeric values for include/exclude clauses used to filter numeric fields',
      );
    }
    if (filter.kind === 'partition')
      return (value) => partitionOf(value, hash, filter.partitions) === filter.partition;
    const numbers = new Set(filter.values.map(read));
    return (value) => numbers.has(value);
  });
}

/** Of the hash of terms by which they are dealt out. */
const SEED = 31;

function floorMod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** The part that a number belongs to: its 64-bit hash, which has a sign, modulo the number of parts. */
function partitionOf(value: number, hash: (value: number) => void, partitions: number): number {
  hash(value);
  const whole = BigInt(hash64.high) * 0x1_0000_0000n + BigInt(hash64.low >>> 0);
  const divisor = BigInt(partitions);
  return Number(((whole % divisor) + divisor) % divisor);
}

function noRegex(name: string, instead: string): Error {
  const reason =
    `Aggregation [${name}] cannot support regular expression style include/exclude settings as they can ` +
    `only be applied to string fields. Use ${instead}`;
  return apiError('aggregation_execution_exception', reason);
}

function both(spec: Filters, compile: (filter: TermFilter) => TermPredicate): TermPredicate | null {
  const include = spec.include === null ? null : compile(spec.include);
  const exclude = spec.exclude === null ? null : compile(spec.exclude);
  if (include === null && exclude === null) return null;
  return (value) => (include === null || include(value)) && (exclude === null || !exclude(value));
}
