import { isObject } from '@sextant/contract';
import type { DateFormat } from '@sextant/engine';
import { javaText, type Value } from '../../ingest/java-values.ts';
import {
  aclRoutingOf,
  type Bucket,
  bucketsBy,
  formatOf,
  hashText,
  pathRoutingOf,
  refuseEmpty,
  zoneShift,
} from '../../ingest/processors/routing-values.ts';
import type { AskedSearch, RequestProcessorType } from '../search-pipeline.ts';

type Body = Readonly<Record<string, unknown>>;

/** A query of a tree that is about one field. */
interface FieldQuery {
  readonly kind: string;
  readonly value: unknown;
}

/** Only what every hit has to match says where hits are; or all of the tree. */
type Reach = 'required' | 'all';

const requiredClauses = new Set(['must', 'filter']);
/** Members of other queries that hold queries, by the names of those. */
const inner: ReadonlyMap<string, readonly { readonly key: string; readonly isRequired: boolean }[]> = new Map(
  [
    ['constant_score', [{ key: 'filter', isRequired: true }]],
    ['dis_max', [{ key: 'queries', isRequired: false }]],
    [
      'boosting',
      [
        { key: 'positive', isRequired: true },
        { key: 'negative', isRequired: false },
      ],
    ],
    ['function_score', [{ key: 'query', isRequired: true }]],
    ['script_score', [{ key: 'query', isRequired: true }]],
    ['nested', [{ key: 'query', isRequired: true }]],
  ],
);

/** The queries about a field in a tree. */
function* queriesOf(query: unknown, field: string, reach: Reach): Generator<FieldQuery> {
  if (!isObject(query)) return;
  for (const [kind, body] of Object.entries(query)) {
    if (!isObject(body)) continue;
    if (kind === 'bool') yield* clausesOf(body, field, reach);
    for (const { key, isRequired } of inner.get(kind) ?? []) {
      if (!isRequired && reach === 'required') continue;
      for (const each of [body[key]].flat()) yield* queriesOf(each, field, reach);
    }
    if (Object.hasOwn(body, field)) yield { kind, value: body[field] };
  }
}

function* clausesOf(body: Body, field: string, reach: Reach): Generator<FieldQuery> {
  for (const [clause, given] of Object.entries(body)) {
    if (reach === 'required' && !requiredClauses.has(clause)) continue;
    for (const each of [given].flat()) yield* queriesOf(each, field, reach);
  }
}

/** What a query looks for, as text. */
function textsOf({ kind, value }: FieldQuery): readonly string[] {
  if (kind === 'terms') return Array.isArray(value) ? value.map((each) => javaText(each as Value)) : [];
  const own = isObject(value) ? (value.value ?? value[kind]) : value;
  return own === undefined || own === null ? [] : [javaText(own as Value)];
}

function routed({ body, params }: AskedSearch, values: Iterable<string>): AskedSearch {
  const routing = [...new Set(values)];
  return routing.length === 0 ? { body, params } : { body, params: { ...params, routing } };
}

function isRouted({ params: { routing } }: AskedSearch): boolean {
  return Array.isArray(routing) ? routing.length > 0 : routing !== undefined && routing !== '';
}

/** Searches only the shards of the access lists that the query names. */
export const aclRoutingSearch: RequestProcessorType = (config) => {
  const field = config.text('acl_field');
  const extracts = config.flag('extract_from_query', true);
  return (asked) => {
    if (!extracts) return asked;
    const found = [...queriesOf(asked.body.query, field, 'all')];
    const named = found.filter(({ kind }) => kind === 'term' || kind === 'terms');
    return routed(asked, named.flatMap(textsOf).map(aclRoutingOf));
  };
};

/** Searches only the shards of the paths that hits have to begin with. */
export const hierarchicalRoutingSearch: RequestProcessorType = (config) => {
  const field = config.text('path_field');
  const depth = config.whole('anchor_depth') ?? 2;
  const separator = config.optionalText('path_separator') ?? '/';
  // As OpenSearch: it is read, and no more.
  config.flag('enable_auto_detection', true);
  if (depth <= 0) throw config.wrong('anchor_depth', 'must be greater than 0');
  refuseEmpty(config, 'path_separator', separator);
  refuseEmpty(config, 'path_field', field);
  return (asked) => {
    if (isRouted(asked)) return asked;
    const paths = [...queriesOf(asked.body.query, field, 'required')].flatMap(pathsOf);
    return routed(
      asked,
      paths.filter((path) => path !== '').map((path) => pathRoutingOf(path, depth, separator)),
    );
  };
};

function pathsOf(query: FieldQuery): readonly string[] {
  const texts = textsOf(query);
  if (query.kind === 'wildcard') return texts.map((text) => text.split(/[*?]/, 1)[0]!);
  return ['term', 'terms', 'prefix'].includes(query.kind) ? texts : [];
}

/** Buckets of one range, at most. */
const BUCKETS_MAX = 100;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Times {
  readonly bucket: Bucket;
  /** No bucket is shorter. */
  readonly stepMs: number;
  readonly format: DateFormat;
}

/** Searches only the shards of the times that hits have to be of. */
export const temporalRoutingSearch: RequestProcessorType = (config) => {
  const field = config.text('timestamp_field');
  const granularity = config.text('granularity');
  const pattern = config.optionalText('format') ?? 'strict_date_optional_time';
  config.flag('enable_auto_detection', true);
  const hashed = config.flag('hash_bucket', false);
  refuseEmpty(config, 'timestamp_field', field);
  refuseEmpty(config, 'granularity', granularity);
  const bucket = bucketsBy(config, granularity);
  const stepMs = granularity.toLowerCase() === 'hour' ? HOUR : DAY;
  const times = { bucket, stepMs, format: formatOf(config, pattern) };
  return (asked) => {
    if (isRouted(asked)) return asked;
    const ranges = [...queriesOf(asked.body.query, field, 'required')].filter(({ kind }) => kind === 'range');
    const buckets = ranges.flatMap(({ value }) => (isObject(value) ? bucketsIn(value, times) : []));
    return routed(asked, hashed ? buckets.map(hashText) : buckets);
  };
};

/** What cannot be read says nothing. */
function bucketsIn(range: Body, { bucket, stepMs, format }: Times): string[] {
  const from = range.gte ?? range.gt ?? range.from ?? undefined;
  const to = range.lte ?? range.lt ?? range.to ?? undefined;
  const ends = [from, to].filter((end) => end !== undefined && end !== null);
  const local = ends.map((end) => {
    const text = javaText(end as Value);
    return format.parseIn(text, false, 'Z') + zoneShift(text);
  });
  if (local.some(Number.isNaN)) return [];
  if (local.length < 2) return local.map(bucket);
  const [begin, end] = local as [number, number];
  const found = new Set<string>();
  const last = bucket(end);
  for (let ms = begin; found.size < BUCKETS_MAX && (ms <= end || !found.has(last)); ms += stepMs) {
    if (ms > end && bucket(ms) !== last) break;
    found.add(bucket(ms));
  }
  return [...found];
}
