import type { OrderElement } from '../spec-parts.ts';
import { atLeast, booleanField, type FieldParser, intField } from './field-parsers.ts';
import { KEY_ASC, orderField, withTieBreaker } from './order-field.ts';

/** What histograms of numbers and of dates share. */
interface SharedFields {
  readonly parsers: Readonly<Record<string, FieldParser>>;
  readonly values: { keyed: boolean; minDocCount: number; order: readonly OrderElement[] };
}

export function histogramFields(name: string): SharedFields {
  const values = { keyed: false, minDocCount: 0, order: KEY_ASC };
  const parsers = {
    keyed: booleanField((value) => {
      values.keyed = value;
    }),
    min_doc_count: intField((value) => {
      values.minDocCount = atLeast(value, 0, 'minDocCount', name);
    }),
    order: orderField((value) => {
      values.order = withTieBreaker(value);
    }),
  };
  return { parsers, values };
}
