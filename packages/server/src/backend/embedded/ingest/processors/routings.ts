import { failed, type IngestDocument } from '../ingest-document.ts';
import { javaText, type Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import {
  aclRoutingOf,
  bucketsBy,
  formatOf,
  hashText,
  pathRoutingOf,
  refuseEmpty,
  zoneShift,
} from './routing-values.ts';

/** Routes documents that the same people may see to the same shard. */
export const aclRouting: ProcessorType = (config) => {
  const field = config.text('acl_field');
  const target = config.optionalText('target_field') ?? '_routing';
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_existing', true);
  return (document) => {
    const value = found(document, field, ignoreMissing);
    if (value === undefined) return;
    if (value === null) throw failed(`field [${field}] not present as part of path [${field}]`);
    if (!override && document.has(target)) return;
    document.set(target, aclRoutingOf(javaText(value)));
  };
};

/** Routes by the first parts of a path. */
export const hierarchicalRouting: ProcessorType = (config) => {
  const field = config.text('path_field');
  const depth = config.whole('anchor_depth') ?? 2;
  const separator = config.optionalText('path_separator') ?? '/';
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_existing', true);
  if (depth <= 0) throw config.wrong('anchor_depth', 'must be greater than 0');
  refuseEmpty(config, 'path_separator', separator);
  refuseEmpty(config, 'path_field', field);
  return (document) => {
    if (!override && document.optional('_routing') !== undefined) return;
    const value = found(document, field, ignoreMissing);
    if (value === undefined) return;
    if (value === null) throw failed(`field [${field}] doesn't exist`);
    const path = javaText(value);
    if (path === '') {
      if (ignoreMissing) return;
      throw failed(`field [${field}] is null or empty`);
    }
    document.set('_routing', pathRoutingOf(path, depth, separator));
  };
};

/** Routes by the hour, day, week or month of a time. */
export const temporalRouting: ProcessorType = (config) => {
  const field = config.text('timestamp_field');
  const granularity = config.text('granularity');
  const pattern = config.optionalText('format') ?? 'strict_date_optional_time';
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_existing', true);
  const hashed = config.flag('hash_bucket', false);
  refuseEmpty(config, 'timestamp_field', field);
  refuseEmpty(config, 'granularity', granularity);
  const bucket = bucketsBy(config, granularity);
  const format = formatOf(config, pattern);
  return (document) => {
    if (!override && document.optional('_routing') !== undefined) return;
    const value = found(document, field, ignoreMissing);
    if (value === undefined) return;
    if (value === null) throw failed(`field [${field}] not present as part of path [${field}]`);
    const text = javaText(value);
    const ms = format.parseIn(text, false, 'Z');
    if (Number.isNaN(ms)) throw format.failure(text);
    const key = bucket(ms + zoneShift(text));
    document.set('_routing', hashed ? hashText(key) : key);
  };
};

/** Undefined: nothing is there, or null, and that does not matter. */
function found(document: IngestDocument, field: string, ignoreMissing: boolean): Value | undefined {
  return ignoreMissing ? document.optional(field) : document.get(field);
}
