import { apiError } from '@sextant/contract';
import type { TermFilter, TermsSpec } from '../types/terms.ts';
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
    if (values.field?.fieldType.terms?.isPlain === false)
      throw noRegex(name, 'an array of values for include/exclude clauses');
    const matches = compileRegex(filter.pattern);
    return (ordinal) => matches(values.text(ordinal));
  });
}

/** The predicate of a number field; null where the request filters nothing. */
export function numberPredicate(name: string, spec: Filters, values: NumberValues): TermPredicate | null {
  return valuePredicate(name, spec, (value) => values.format.parse(value));
}

/** The same of the places of numbers that doubles cannot hold. */
export function finePredicate(name: string, spec: Filters, values: FineValues): TermPredicate | null {
  return valuePredicate(name, spec, (value) => values.placeOf(values.read(value)));
}

function valuePredicate(
  name: string,
  spec: Filters,
  read: (value: string | number | boolean) => number,
): TermPredicate | null {
  return both(spec, (filter) => {
    if (filter.kind === 'regex') {
      throw noRegex(
        name,
        'an array of numeric values for include/exclude clauses used to filter numeric fields',
      );
    }
    const numbers = new Set(filter.values.map(read));
    return (value) => numbers.has(value);
  });
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
