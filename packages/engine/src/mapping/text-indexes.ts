import { ApiError, isObject } from '@sextant/contract';
import { PrefixAnalyzer } from '../analysis/prefix-analyzer.ts';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import { ShingleAnalyzer } from '../analysis/shingle-analyzer.ts';
import { illegalArgument } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import type { FieldType } from './field-type.ts';
import { javaClass, javaText } from './java-text.ts';
import { unsupportedParameters } from './leftover-parameters.ts';
import type { MappedField } from './mapped-field.ts';
import { flag, type Parameter, parameter } from './parameters.ts';

/** How long the beginnings of words are that are kept: UTF-16 units. */
interface PrefixSizes {
  readonly min_chars: number;
  readonly max_chars: number;
}

/** Of the beginnings that are kept, the longest may not have so many characters. */
const PREFIX_LIMIT = 20;

const DEFAULTS: PrefixSizes = { min_chars: 2, max_chars: 5 };

function integerOf(value: unknown, otherwise: number): number {
  if (value === undefined || value === null) return otherwise;
  const number = typeof value === 'number' ? value : Number(javaText(value));
  if (typeof value === 'number') {
    if (!Number.isInteger(number)) throw illegalArgument(`${javaText(value)} is not an integer value`);
    if ((number | 0) !== number) {
      throw new ApiError({ type: 'arithmetic_exception', reason: 'integer overflow' });
    }
    return number;
  }
  const text = javaText(value);
  if (/^[+-]?\d+$/.test(text) && (number | 0) === number) return number;
  throw new ApiError({ type: 'number_format_exception', reason: `For input string: "${text}"` });
}

function prefixSizesOf(value: unknown, field: string): PrefixSizes | undefined {
  if (value === null) return undefined;
  if (!isObject(value)) {
    const name = `java.lang.${javaClass(value)}`.replace('lang.ArrayList', 'util.ArrayList');
    const where = `(${name} and java.util.Map are in module java.base of loader 'bootstrap')`;
    const reason = `class ${name} cannot be cast to class java.util.Map ${where}`;
    throw new ApiError({ type: 'class_cast_exception', reason });
  }
  const min = integerOf(value.min_chars, DEFAULTS.min_chars);
  const max = integerOf(value.max_chars, DEFAULTS.max_chars);
  const unknown = Object.keys(value).filter((key) => key !== 'min_chars' && key !== 'max_chars');
  if (unknown.length > 0) throw unsupportedParameters(field, unknown, value);
  if (min > max) throw illegalArgument(`min_chars [${min}] must be less than max_chars [${max}]`);
  if (min < 1) throw illegalArgument(`min_chars [${min}] must be greater than zero`);
  if (max >= PREFIX_LIMIT) throw illegalArgument(`max_chars [${max}] must be less than ${PREFIX_LIMIT}`);
  return { min_chars: min, max_chars: max };
}

function toldSizes(value: unknown): string {
  if (value === null) return 'null';
  const { min_chars: min, max_chars: max } = value as PrefixSizes;
  return `{ min_chars=${min}, max_chars=${max} }`;
}

/** What a text field may keep beside its words: their beginnings, and what two words in a row make. */
export const indexParameters: readonly Parameter[] = [
  parameter('index_prefixes', undefined, (value, { field }) => prefixSizesOf(value, field), {
    acceptsNull: true,
    told: toldSizes,
  }),
  flag('index_phrases', false),
];

/** Throws where the field has nothing to keep them of. */
export function checkIndexes(field: string, values: ReadonlyMap<string, unknown>): void {
  const isIndexed = values.get('index') !== false;
  if (values.get('index_prefixes') !== undefined && !isIndexed) {
    throw illegalArgument(`Cannot set index_prefixes on unindexed field [${field}]`);
  }
  if (values.get('index_phrases') !== true) return;
  if (!isIndexed) throw illegalArgument(`Cannot set index_phrases on unindexed field [${field}]`);
  const options = values.get('index_options');
  if (options !== 'docs' && options !== 'freqs') return;
  throw illegalArgument(`Cannot set index_phrases on field [${field}] if positions are not enabled`);
}

type Mapped = (mapper: FieldMapper, registry: AnalyzerRegistry) => Partial<MappedField>;

/** Fields within a text field that hold what it keeps beside its words. `plain` is what they are made of. */
export function indexesWithin(
  mapper: FieldMapper,
  plain: FieldType,
  mappedAs: Mapped,
): [name: string, type: FieldType][] {
  const derived = (name: string, more: (mapped: Partial<MappedField>) => Partial<MappedField>): FieldType => {
    const { fieldsBefore: _before, derived: _derived, check: _check, ...rest } = plain;
    return {
      ...rest,
      name,
      isPartOfField: true,
      bytes: 'parsed',
      parameters: [{ ...flag('doc_values', false), always: true }],
      mapped: (_own, registry) => {
        const whole = mappedAs(mapper, registry);
        const {
          prefixes: _prefixes,
          pairs: _pairs,
          fielddata: _fielddata,
          similarity: _similarity,
          ...mapped
        } = whole;
        return { ...mapped, ...more(whole) };
      },
    };
  };
  const found: [string, FieldType][] = [];
  const sizes = mapper.value('index_prefixes') as PrefixSizes | undefined;
  if (sizes !== undefined) {
    const type = derived('prefix', ({ analyzer, indexOptions }) => ({
      norms: false,
      keptPrefix: Number.POSITIVE_INFINITY,
      keptFrom: sizes.min_chars,
      indexOptions: indexOptions === 'positions' ? 'positions' : 'docs',
      analyzer: new PrefixAnalyzer(analyzer!, sizes.min_chars, sizes.max_chars),
    }));
    found.push(['_index_prefix', type]);
  }
  if (mapper.value('index_phrases') === true) {
    const type = derived('phrase', ({ analyzer, similarity }) => ({
      similarity: similarity!,
      analyzer: new ShingleAnalyzer(analyzer!, 2, false),
    }));
    found.push(['_index_phrase', type]);
  }
  return found;
}

/** Where queries find what is kept beside the words of a field. */
export function indexesOf(mapper: FieldMapper): Pick<MappedField, 'prefixes' | 'pairs'> {
  const sizes = mapper.value('index_prefixes') as PrefixSizes | undefined;
  return {
    ...(sizes !== undefined && {
      prefixes: { field: `${mapper.path}._index_prefix`, min: sizes.min_chars, max: sizes.max_chars },
    }),
    ...(mapper.value('index_phrases') === true && { pairs: `${mapper.path}._index_phrase` }),
  };
}
