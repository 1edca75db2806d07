import { Double, dictionary, isObject, type Json, table } from '@sextant/contract';

const one = new Double(1);

/** Queries on one field whose short form `{field: value}` stands for `{field: {KEY: value}}`. */
const shortForms: Readonly<Record<string, string>> = table({
  term: 'value',
  prefix: 'value',
  wildcard: 'value',
  fuzzy: 'value',
  match: 'query',
  match_phrase: 'query',
});

const clauses = ['must', 'filter', 'must_not', 'should'];

/** A query as OpenSearch prints it back: short forms written out, boosts shown. What it does not know stays as given. */
export function canonicalQuery(query: unknown): Json {
  const [name, body] = isObject(query) ? (Object.entries(query)[0] ?? []) : [];
  if (name === undefined || !isObject(body)) return query as Json;
  if (name === 'bool') return { bool: canonicalBool(body) };
  if (name === 'range') return { range: onField(body, rangeOf) };
  const key = Object.hasOwn(shortForms, name) ? shortForms[name] : undefined;
  if (key !== undefined) {
    return {
      [name]: onField(body, (value) => (isObject(value) ? withBoost(value) : withBoost({ [key]: value }))),
    };
  }
  if (name === 'match_all' || name === 'exists' || name === 'terms') return { [name]: withBoost(body) };
  return query as Json;
}

type JsonObject = Readonly<Record<string, unknown>>;

function onField(body: JsonObject, write: (value: unknown) => Json): Json {
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, write(value)]));
}

function withBoost(body: JsonObject): Json {
  const { boost, ...others } = body;
  return { ...others, boost: boost === undefined ? one : new Double(Number(boost)) } as Json;
}

function canonicalBool(body: JsonObject): Json {
  const written: Record<string, unknown> = dictionary();
  for (const clause of clauses) {
    if (body[clause] !== undefined) written[clause] = [body[clause]].flat().map(canonicalQuery);
  }
  const { minimum_should_match: least, adjust_pure_negative: adjust, boost } = body;
  return withBoost({
    ...written,
    adjust_pure_negative: adjust ?? true,
    ...(least === undefined ? {} : { minimum_should_match: String(least) }),
    boost,
  });
}

/** Both bounds, and whether they are part of the range. */
function rangeOf(value: unknown): Json {
  if (!isObject(value)) return value as Json;
  const { gte, gt, lte, lt, ...others } = value;
  return withBoost({
    from: gte ?? gt ?? others.from ?? null,
    to: lte ?? lt ?? others.to ?? null,
    include_lower: gt === undefined,
    include_upper: lt === undefined,
    ...others,
  });
}
