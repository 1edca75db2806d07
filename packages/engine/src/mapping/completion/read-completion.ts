import { ApiError, isObject } from '@sextant/contract';
import { illegalArgument, wrapError } from '../errors.ts';
import { ExactToken } from '../exact-json.ts';
import type { FieldMapper } from '../field-mapper.ts';
import { numberOf } from '../geo/read-point.ts';
import { type CompletionContext, contextValue } from './completion-contexts.ts';
import { encodeEntry } from './completion-entry.ts';
import { completionForms } from './completion-forms.ts';

interface Given {
  readonly inputs: readonly string[];
  readonly weight: number;
  /** null: the document names none. */
  readonly contexts: ReadonlyMap<string, readonly unknown[]> | null;
}

const encoder = new TextEncoder();

/** The most that a weight may be. */
const WEIGHT_MAX = 0x7fffffff;

/** What a document has for the field, as terms. `document`: the whole of it. Throws ApiError. */
export function completionTerms(mapper: FieldMapper, value: unknown, document: unknown): Uint8Array[] {
  const contexts = (mapper.value('contexts') as readonly CompletionContext[] | undefined) ?? [];
  if (value === null) return [];
  // What stands in a list has no name.
  const name = Array.isArray(value) ? 'null' : mapper.path;
  const inputs = [value].flat().map((one) => {
    try {
      if (typeof one === 'string') return { inputs: [checked(one)], weight: 1, contexts: null };
      if (isObject(one) && !(one instanceof ExactToken)) return readObject(mapper, one, contexts);
      const reason = `failed to parse [${name}]: expected text or object, but got ${tokenOf(one)}`;
      throw new ApiError({ type: 'parsing_exception', reason });
    } catch (error) {
      throw error instanceof ApiError
        ? wrapError('mapper_parsing_exception', 'failed to parse', error.error)
        : error;
    }
  });
  return inputs.flatMap((one) => termsOf(mapper, one, contexts, document));
}

/** The texts of what a document has, as they are given: not all have terms, and those of long ones are of their beginnings. */
export function completionInputs(value: unknown): readonly unknown[] {
  return [value].flat().flatMap((one: unknown) => {
    if (!isObject(one)) return one === null ? [] : [one];
    return Object.hasOwn(one, 'input') ? [(one as { readonly input: unknown }).input].flat() : [];
  });
}

function termsOf(
  mapper: FieldMapper,
  { inputs, weight, contexts: named }: Given,
  contexts: readonly CompletionContext[],
  document: unknown,
): Uint8Array[] {
  const analyzer = mapper.mapped.analyzer!;
  const longest = mapper.value('max_input_length') as number;
  const options = {
    separators: mapper.value('preserve_separators') === true,
    increments: mapper.value('preserve_position_increments') === true,
  };
  const terms: Uint8Array[] = [];
  for (const input of inputs) {
    if (input === '') continue;
    const told = contexts.flatMap((context, number) => {
      const values = named?.get(context.name) ?? pathValues(context, document);
      const texts = new Set(values.map((value) => contextValue(context, value)));
      return [...texts].map((text): [number, string] => [number, text]);
    });
    if (contexts.length > 0 && told.length === 0) {
      throw illegalArgument(`Contexts are mandatory in context enabled completion field [${mapper.path}]`);
    }
    const text = shortened(input, longest);
    for (const form of completionForms(analyzer, text, options)) {
      terms.push(encodeEntry({ text, form: encoder.encode(form), weight, contexts: told }));
    }
  }
  return terms;
}

/** A pair of surrogates is not cut in two. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? longest + 1 : longest);
}

function readObject(
  mapper: FieldMapper,
  value: Readonly<Record<string, unknown>>,
  contexts: readonly CompletionContext[],
): Given {
  let inputs: readonly string[] = [];
  let weight = 1;
  let named: Given['contexts'] = null;
  for (const [name, given] of Object.entries(value)) {
    if (name === 'input') inputs = readInputs(given);
    else if (name === 'weight') weight = readWeight(given);
    else if (name === 'contexts') named = readContexts(mapper, given, contexts);
    else {
      const known = 'input, weight, contexts';
      throw illegalArgument(`unknown field name [${name}], must be one of [${known}]`);
    }
  }
  return { inputs, weight, contexts: named };
}

function tokenOf(value: unknown): string {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (value instanceof ExactToken) return value.kind === 'number' ? 'VALUE_NUMBER' : 'VALUE_BOOLEAN';
  if (typeof value === 'object') return 'START_OBJECT';
  if (typeof value === 'string') return 'VALUE_STRING';
  return typeof value === 'number' ? 'VALUE_NUMBER' : 'VALUE_BOOLEAN';
}

function readInputs(value: unknown): string[] {
  if (typeof value === 'string') return [checked(value)];
  if (!Array.isArray(value)) {
    throw illegalArgument(`input must be a string or array, but was [${tokenOf(value)}]`);
  }
  return value.map((one: unknown) => {
    if (typeof one === 'string') return checked(one);
    throw illegalArgument(`input array must have string values, but was [${tokenOf(one)}]`);
  });
}

const RESERVED: readonly string[] = ['\0', '\u001d', '\u001e', '\u001f'];

function checked(input: string): string {
  const at = Math.min(...RESERVED.map((one) => input.indexOf(one) >>> 0));
  if (at >= input.length) return input;
  const code = input.charCodeAt(at);
  const what = `UTF-16 codepoint [0x${code.toString(16)}] at position ${at} is a reserved character`;
  throw illegalArgument(`Illegal input [${input}] ${what}`);
}

function readWeight(value: unknown): number {
  const text = value instanceof ExactToken ? value.text : String(value);
  if (!/^-?\d+$/.test(text)) throw illegalArgument(`weight must be an integer, but was [${text}]`);
  const weight = Number(text);
  if (weight >= 0 && weight <= WEIGHT_MAX) return weight;
  throw illegalArgument(`weight must be in the interval [0..${WEIGHT_MAX}], but was [${text}]`);
}

function readContexts(
  mapper: FieldMapper,
  value: unknown,
  contexts: readonly CompletionContext[],
): ReadonlyMap<string, readonly unknown[]> {
  if (contexts.length === 0) {
    throw illegalArgument(`contexts field is not supported for field: [${mapper.path}]`);
  }
  if (!isObject(value) || value instanceof ExactToken) {
    throw illegalArgument(`contexts must be an object or an array , but was [${tokenOf(value)}]`);
  }
  const named = new Map<string, readonly unknown[]>();
  for (const [name, given] of Object.entries(value)) {
    if (!contexts.some((context) => context.name === name)) throw unknownContext(name, contexts);
    named.set(name, valuesOf(given));
  }
  return named;
}

export function unknownContext(name: string, contexts: readonly CompletionContext[]): Error {
  const known = contexts.map((context) => context.name).join(', ');
  return illegalArgument(`Unknown context name [${name}], must be one of [${known}]`);
}

/** An array of two numbers is one point. */
function valuesOf(value: unknown): readonly unknown[] {
  const plain =
    Array.isArray(value) && value.length > 0 && numberOf(value[0]) !== undefined ? [value] : [value].flat();
  return plain.filter((one) => one !== null).map((one) => (one instanceof ExactToken ? one.text : one));
}

/** The values of a field of the document, by its path. */
function pathValues({ path }: CompletionContext, document: unknown): readonly unknown[] {
  if (path === null) return [];
  let nodes: unknown[] = [document];
  for (const part of path.split('.')) {
    nodes = nodes.flatMap((node) => {
      return isObject(node)
        ? Object.entries(node)
            .filter(([key]) => key === part)
            .flatMap(([, one]) => valuesOf(one))
        : [];
    });
  }
  return nodes;
}
