import { apiError, type Json, type JsonMap } from '@sextant/contract';
import { JavaMatcher, wholeAttribute } from '@sextant/engine';
import { isList, type Value } from '../../ingest/java-values.ts';
import type { ResponseProcessorType } from '../search-pipeline.ts';
import { eachHit, fieldOf, sourceOf, withField, withHits, withSource } from './found-hits.ts';
import { shownText, sortedValues } from './java-sort.ts';
import { attributeOf } from './request-processors.ts';

/** No more hits than were asked for, or than it says. */
const truncateHits: ResponseProcessorType = (config) => {
  const target = config.whole('target_size');
  const prefix = config.optionalText('context_prefix');
  if (target !== undefined && target < 0) throw config.wrong('target_size', 'Value must be >= 0');
  return (found, { attributes }) => {
    const size = target ?? originalSize(attributes.get(attributeOf(prefix, 'original_size')));
    const { hits } = found.hits;
    if (hits.length <= size) return found;
    if (size < 0) throw apiError('negative_array_size_exception', String(size));
    return withHits(found, hits.slice(0, size));
  };
};

function originalSize(value: unknown): number {
  if (value !== undefined && value !== null) return wholeAttribute(value);
  const reason = 'Must specify target_size unless an earlier processor set original_size';
  throw apiError('illegal_state_exception', reason);
}

const renameField: ResponseProcessorType = (config, ignoreFailure) => {
  const field = config.text('field');
  const target = config.text('target_field');
  return (found, { pace }) => {
    // As in OpenSearch: one hit that has it is enough.
    let isFound = false;
    return eachHit(found, pace, (hit) => {
      let renamed = hit;
      const values = fieldOf(hit, field);
      if (values !== undefined) {
        isFound = true;
        renamed = withField(withField(hit, field, undefined), target, values);
      }
      const source = sourceOf(hit);
      if (source !== undefined && Object.hasOwn(source, field)) {
        isFound = true;
        const { [field]: value, ...rest } = source;
        const { [target]: _replaced, ...others } = rest;
        renamed = withSource(renamed, { ...others, [target]: value! });
      }
      if (isFound || ignoreFailure) return renamed;
      const reason = `Document with id ${String(hit._id)} is missing field ${field}`;
      throw apiError('illegal_argument_exception', reason);
    });
  };
};

/** The values of a list in their order. */
const sort: ResponseProcessorType = (config) => {
  const field = config.text('field');
  const order = config.optionalText('order') ?? 'asc';
  if (order !== 'asc' && order !== 'desc') {
    const reason = `Sort direction [${order}] not recognized. Valid values are: [asc, desc]`;
    throw config.wrong('order', reason);
  }
  const target = config.optionalText('target_field') ?? field;
  const sorted = <T extends Value | Json>(values: readonly T[]): T[] =>
    sortedValues(values, { field, order });
  return (found, { pace }) =>
    eachHit(found, pace, (hit) => {
      const values = fieldOf(hit, field);
      const shown = values === undefined ? hit : withField(hit, target, sorted(values));
      const source = sourceOf(hit);
      if (source === undefined || !Object.hasOwn(source, field)) return shown;
      const value = source[field]!;
      return withSource(shown, isList(value) ? { ...source, [target]: sorted(value) } : source);
    });
};

/** A list of the parts of a text. */
const split: ResponseProcessorType = (config) => {
  const field = config.text('field');
  const separator = config.text('separator');
  const keepTrailing = config.flag('preserve_trailing', false);
  const target = config.optionalText('target_field') ?? field;
  // What is no expression is told by the first search, as in OpenSearch.
  let matcher: JavaMatcher | undefined;
  const parts = (text: string): string[] => {
    matcher ??= new JavaMatcher(separator);
    return matcher.split(text, keepTrailing);
  };
  return (found, { pace }) =>
    eachHit(found, pace, (hit) => {
      const values = fieldOf(hit, field);
      const shown = values === undefined ? hit : withField(hit, target, parts(splitText(field, values)));
      const source = sourceOf(hit);
      if (source === undefined || !Object.hasOwn(source, field)) return shown;
      const value = source[field];
      return withSource(shown, typeof value === 'string' ? { ...source, [target]: parts(value) } : source);
    });
};

function splitText(field: string, [first]: readonly Json[]): string {
  if (typeof first === 'string') return first;
  throw apiError('illegal_argument_exception', `field [${field}] is not a string, cannot split`);
}

/** Of the hits that have the same value the first. */
const collapse: ResponseProcessorType = (config) => {
  const field = config.text('field');
  return async (found, { asked, pace }) => {
    const before = asked.body.collapse as { readonly field?: unknown } | undefined;
    if (before !== undefined) {
      const reason = `Cannot collapse on ${field}. Results already collapsed on ${String(before.field)}`;
      throw apiError('illegal_state_exception', reason);
    }
    const firsts = new Map<string, JsonMap>();
    for (const hit of found.hits.hits) {
      await pace.turn();
      const key = collapseKey(hit, field);
      if (!firsts.has(key)) firsts.set(key, hit);
    }
    return withHits(found, [...firsts.values()]);
  };
};

function collapseKey(hit: JsonMap, field: string): string {
  const values = fieldOf(hit, field);
  if (values === undefined) {
    const source = sourceOf(hit);
    const value = source !== undefined && Object.hasOwn(source, field) ? source[field]! : null;
    return value === null ? '__missing__' : shownText(value);
  }
  if (values.length > 1) {
    const reason = `Failed to collapse ${String(hit._id)}: doc has multiple values for field ${field}`;
    throw apiError('illegal_state_exception', reason);
  }
  return values[0] === undefined || values[0] === null ? '__missing__' : shownText(values[0]);
}

/** By their names, in the order in which `_nodes` tells them. */
export const responseProcessorTypes: ReadonlyMap<string, ResponseProcessorType> = new Map([
  ['collapse', collapse],
  ['rename_field', renameField],
  ['sort', sort],
  ['split', split],
  ['truncate_hits', truncateHits],
]);
