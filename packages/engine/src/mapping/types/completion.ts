import { dictionary } from '@sextant/contract';
import { type CompletionContext, parseContexts, printContexts } from '../completion/completion-contexts.ts';
import { decodeEntry, formRange } from '../completion/completion-entry.ts';
import { completionInputs, completionTerms } from '../completion/read-completion.ts';
import { illegalArgument } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType } from '../field-type.ts';
import { javaText } from '../java-text.ts';
import type { FieldValue } from '../mapped-field.ts';
import { analyzer, flag, javaNumber, meta, type Parameter, parameter, UPDATABLE } from '../parameters.ts';

const MAX_INPUT = 50;

/** Taken and dropped. */
function dropped(name: string): Parameter {
  return parameter(name, undefined, () => undefined, { ...UPDATABLE, print: () => undefined });
}

function lengthOf(value: unknown): number {
  const length = Math.trunc(javaNumber(value));
  if (length > 0) return length;
  throw illegalArgument(`[max_input_length] must be > 0 but was [${length}]`);
}

const completionParameters: readonly Parameter[] = [
  analyzer('analyzer', 'simple', false),
  analyzer('search_analyzer', null, true),
  { ...flag('preserve_separators', true), always: true },
  { ...flag('preserve_position_increments', true), always: true },
  parameter('max_input_length', MAX_INPUT, lengthOf, { ...UPDATABLE, always: true }),
  parameter('contexts', undefined, parseContexts, {
    print: (value) => (value === undefined ? undefined : printContexts(value as CompletionContext[])),
  }),
  meta,
  dropped('index'),
  dropped('store'),
];

function text(value: FieldValue): string {
  return value instanceof Uint8Array ? decodeEntry(value).text : String(value);
}

function contextsOf(mapper: FieldMapper): readonly CompletionContext[] {
  return (mapper.value('contexts') as readonly CompletionContext[] | undefined) ?? [];
}

/** A multi-field of the same type has the weight too, and the contexts that it knows. */
function forMulti(stored: FieldValue, multi: FieldMapper, mapper: FieldMapper): unknown {
  const shown = text(stored);
  if (multi.fieldType !== completion || !(stored instanceof Uint8Array)) return shown;
  const { weight, contexts } = decodeEntry(stored);
  const own = contextsOf(mapper);
  const known = new Set(contextsOf(multi).map(({ name }) => name));
  const named = new Map<string, string[]>();
  for (const [number, value] of contexts) {
    const { name } = own[number]!;
    if (!known.has(name)) continue;
    const values = named.get(name);
    if (values === undefined) named.set(name, [value]);
    else values.push(value);
  }
  return { input: shown, weight, ...(named.size > 0 && { contexts: dictionary(Object.fromEntries(named)) }) };
}

/** Texts with weights for the `completion` suggester, each a term that begins with what typed texts are held against. */
export const completion: FieldType = {
  name: 'completion',
  storage: 'ordinal',
  parameters: completionParameters,
  defaults: {
    analyzer: 'simple',
    search_analyzer: 'simple',
    preserve_separators: true,
    preserve_position_increments: true,
    max_input_length: MAX_INPUT,
    meta: {},
  },
  isScalar: false,
  bytes: 'parsed',
  isText: false,
  formats: 'fields',
  noFielddata: (field) => `Fielddata is not supported on field [${field}] of type [completion]`,
  hasNoRanges: true,
  numbers: null,
  terms: { isPlain: false, isKey: false, bytes: (value) => new TextEncoder().encode(String(value)), text },
  mapped: (mapper, registry) => {
    const index = String(mapper.value('analyzer'));
    const search = String(mapper.value('search_analyzer') ?? index);
    return {
      indexed: true,
      docValues: false,
      analyzer: registry.analyzer(index)!,
      searchAnalyzer: registry.analyzer(search)!,
      completion: {
        separators: mapper.value('preserve_separators') === true,
        increments: mapper.value('preserve_position_increments') === true,
        contexts: contextsOf(mapper),
      },
    };
  },
  structure: {
    split: (value, into) => {
      if (into !== undefined) return completionTerms(into.mapper, value, into.document);
      return [value].flat().filter((one) => one !== null);
    },
    text: forMulti,
    given: (value, multi) => (multi.fieldType === completion ? null : completionInputs(value)),
    checkFormat: () => {},
    print: (_field, value) => value as never,
  },
  // The terms are those of `split`.
  parse: (_mapper, value) => value as FieldValue,
  queryValue: (_field, value) => new TextEncoder().encode(String(value)),
  match: (_field, value) => {
    const [from, to] = formRange(javaText(value));
    return { kind: 'terms', from, to };
  },
  print: (_field, value) => text(value),
  printSource: (_field, value) => value,
};
