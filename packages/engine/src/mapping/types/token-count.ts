import type { Analyzer, TokenSink } from '../../analysis/analyzer.ts';
import { textOf } from '../document-values.ts';
import { mapperParsing } from '../errors.ts';
import type { FieldType } from '../field-type.ts';
import {
  analyzer,
  docValues,
  flag,
  index,
  meta,
  type Parameter,
  parameter,
  skipList,
  store,
} from '../parameters.ts';
import { integral } from './integers.ts';
import { numberDefault } from './number-values.ts';

const tokenCountParameters: readonly Parameter[] = [
  index,
  docValues,
  store,
  analyzer('analyzer', null, true),
  parameter('null_value', null, (value) => numberDefault('integer', value), { acceptsNull: true }),
  flag('enable_position_increments', true),
  meta,
  skipList,
];

/** Counts positions, or the tokens that stand at one of their own. */
class PositionCounter implements TokenSink {
  count = 0;
  readonly #withGaps: boolean;

  constructor(withGaps: boolean) {
    this.#withGaps = withGaps;
  }

  token(_bytes: Uint8Array, _start: number, _length: number, _from: number, _to: number, increment: number) {
    this.count += this.#withGaps ? increment : Math.min(1, increment);
  }
}

function countOf(text: string, tokens: Analyzer, withGaps: boolean): number {
  const counter = new PositionCounter(withGaps);
  const gap = tokens.analyze(text, counter);
  return counter.count + (withGaps ? gap : 0);
}

/** How many tokens a text has: an integer to whoever asks. */
export const tokenCount: FieldType = {
  ...integral,
  name: 'token_count',
  parameters: tokenCountParameters,
  defaults: {
    index: true,
    doc_values: true,
    store: false,
    analyzer: null,
    null_value: null,
    enable_position_increments: true,
    meta: {},
  },
  storesNull: true,
  showsStored: true,
  check: (field, values) => {
    if (!values.has('analyzer')) throw mapperParsing(`Analyzer must be set for field [${field}] but wasn't.`);
  },
  mapped: (mapper, registry) => ({
    type: integral.name,
    countedBy: registry.analyzer(String(mapper.value('analyzer')))!,
  }),
  parse: (mapper, value, source) => {
    const withGaps = mapper.value('enable_position_increments') === true;
    return countOf(textOf(value, source), mapper.mapped.countedBy!, withGaps);
  },
};
