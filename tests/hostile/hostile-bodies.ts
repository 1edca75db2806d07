import { gzipSync } from 'node:zlib';
import { type Dice, field, name, number, pattern, scalar, time, word } from './hostile-values.ts';

export interface HostileBody {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly encoding?: string;
}

type Maker = (dice: Dice, depth: number) => unknown;

/** An object whose members may be called anything, `__proto__` too, and may repeat. */
class Members {
  readonly entries: (readonly [string, unknown])[];
  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = [...entries];
  }
}

const object = (entries: Readonly<Record<string, unknown>>): Members => new Members(Object.entries(entries));
const member = (key: string, value: unknown): Members => new Members([[key, value]]);
const list = (dice: Dice, make: () => unknown, most = 4): unknown[] =>
  Array.from({ length: dice.below(most) }, make);

const leafQueries: readonly Maker[] = [
  () => object({ match_all: {} }),
  (dice) => object({ term: member(field(dice), scalar(dice)) }),
  (dice) =>
    object({
      terms: member(
        field(dice),
        list(dice, () => scalar(dice), dice.below(30) === 0 ? 3000 : 5),
      ),
    }),
  (dice) => object({ match: member(field(dice), word(dice)) }),
  (dice) =>
    object({
      match: member(
        field(dice),
        object({ query: word(dice), fuzziness: scalar(dice), operator: scalar(dice) }),
      ),
    }),
  (dice) => object({ match_phrase: member(field(dice), object({ query: word(dice), slop: number(dice) })) }),
  (dice) =>
    object({
      multi_match: object({ query: word(dice), fields: list(dice, () => field(dice)), type: scalar(dice) }),
    }),
  (dice) => object({ wildcard: member(field(dice), pattern(dice)) }),
  (dice) => object({ prefix: member(field(dice), word(dice)) }),
  (dice) =>
    object({ fuzzy: member(field(dice), object({ value: word(dice), max_expansions: number(dice) })) }),
  (dice) => object({ regexp: member(field(dice), pattern(dice)) }),
  (dice) => object({ query_string: object({ query: word(dice), default_field: field(dice) }) }),
  (dice) =>
    object({
      range: member(field(dice), object({ gte: scalar(dice), lt: scalar(dice), time_zone: scalar(dice) })),
    }),
  (dice) => object({ exists: object({ field: field(dice) }) }),
  (dice) => object({ ids: object({ values: list(dice, () => scalar(dice), 6) }) }),
  (dice) => member(word(dice), object({ x: scalar(dice) })),
];

const query: Maker = (dice, depth) => {
  if (depth > 6 || dice.below(3) > 0) return dice.pick(leafQueries)(dice, depth);
  const some = (): unknown => list(dice, () => query(dice, depth + 1));
  switch (dice.below(4)) {
    case 0:
      return object({
        bool: object({
          must: some(),
          should: some(),
          must_not: some(),
          filter: some(),
          minimum_should_match: scalar(dice),
        }),
      });
    case 1:
      return object({ constant_score: object({ filter: query(dice, depth + 1), boost: number(dice) }) });
    case 2:
      return object({ dis_max: object({ queries: some(), tie_breaker: number(dice) }) });
    default:
      return dice.pick([null, [], 'x', 7, some()]);
  }
};

const aggregation: Maker = (dice, depth) => {
  const kinds: readonly Maker[] = [
    () =>
      object({
        terms: object({
          field: field(dice),
          size: number(dice),
          min_doc_count: number(dice),
          order: scalar(dice),
          include: pattern(dice),
        }),
      }),
    () =>
      object({
        histogram: object({ field: field(dice), interval: number(dice), min_doc_count: number(dice) }),
      }),
    () =>
      object({
        date_histogram: object({ field: field(dice), fixed_interval: time(dice), time_zone: scalar(dice) }),
      }),
    () =>
      object({
        date_histogram: object({
          field: 'when',
          calendar_interval: dice.pick(['1m', 'year', 'second', '7y']),
        }),
      }),
    () =>
      object({
        range: object({
          field: field(dice),
          ranges: list(dice, () => object({ from: scalar(dice), to: scalar(dice) })),
        }),
      }),
    () => object({ cardinality: object({ field: field(dice), precision_threshold: number(dice) }) }),
    () =>
      member(
        dice.pick(['avg', 'sum', 'stats', 'extended_stats', 'value_count', 'missing', 'percentiles']),
        object({ field: field(dice) }),
      ),
    () => object({ filter: query(dice, 3) }),
    () => object({ filters: object({ filters: member(field(dice), query(dice, 4)) }) }),
    () => object({ global: {} }),
    () => object({ top_hits: object({ size: number(dice) }) }),
  ];
  const made = dice.pick(kinds)(dice, depth) as Members;
  if (depth < 4 && dice.below(2) === 0)
    made.entries.push([dice.pick(['aggs', 'aggregations']), aggregations(dice, depth + 1)]);
  return made;
};

const aggregations: Maker = (dice, depth) =>
  new Members(
    Array.from(
      { length: 1 + dice.below(3) },
      () => [dice.below(3) === 0 ? field(dice) : 'a', aggregation(dice, depth)] as const,
    ),
  );

const search: Maker = (dice) => {
  const parts: readonly (readonly [string, () => unknown])[] = [
    ['query', () => query(dice, 0)],
    ['aggs', () => aggregations(dice, 0)],
    ['size', () => number(dice)],
    ['from', () => number(dice)],
    [
      'sort',
      () =>
        list(dice, () =>
          member(
            field(dice),
            object({ order: scalar(dice), missing: scalar(dice), unmapped_type: scalar(dice) }),
          ),
        ),
    ],
    ['search_after', () => list(dice, () => scalar(dice))],
    ['_source', () => dice.pick([false, field(dice), list(dice, () => pattern(dice), 50)])],
    ['fields', () => list(dice, () => pattern(dice))],
    ['docvalue_fields', () => list(dice, () => field(dice))],
    ['track_total_hits', () => scalar(dice)],
    ['min_score', () => number(dice)],
    ['post_filter', () => query(dice, 2)],
    ['timeout', () => time(dice)],
    ['terminate_after', () => number(dice)],
    ['highlight', () => object({ fields: member(field(dice), {}) })],
    ['script_fields', () => member(field(dice), object({ script: word(dice) }))],
    [field(dice), () => scalar(dice)],
  ];
  return new Members(
    Array.from({ length: dice.below(6) }, () => dice.pick(parts)).map(
      ([key, make]) => [key, make()] as const,
    ),
  );
};

const mapping: Maker = (dice, depth) => {
  const types = [
    'text',
    'keyword',
    'long',
    'date',
    'ip',
    'boolean',
    'object',
    'double',
    'nested',
    'geo_point',
    word(dice),
  ];
  const one = (): Members => {
    const made = member('type', dice.pick(types));
    if (dice.below(3) === 0)
      made.entries.push([
        dice.pick(['ignore_above', 'doc_values', 'format', 'analyzer', 'copy_to', 'null_value']),
        scalar(dice),
      ]);
    if (depth < 8 && dice.below(3) === 0) made.entries.push(['properties', mapping(dice, depth + 1)]);
    return made;
  };
  return new Members(
    Array.from(
      { length: dice.below(4) },
      () => [`h${dice.below(20)}${dice.below(6) === 0 ? field(dice) : ''}`, one()] as const,
    ),
  );
};

const settings: Maker = (dice) =>
  new Members(
    Array.from({ length: 1 + dice.below(3) }, () => {
      const keys = [
        'index.number_of_replicas',
        'refresh_interval',
        'index.max_result_window',
        'index.blocks.write',
        'search.max_buckets',
        'index.routing.allocation.include.__proto__.x',
        '__proto__',
        'index.analysis.analyzer.a.type',
        `index.${word(dice)}`,
        'persistent',
        'transient',
      ];
      return [dice.pick(keys), dice.below(5) === 0 ? object({ a: scalar(dice) }) : scalar(dice)] as const;
    }),
  );

const document: Maker = (dice, depth) =>
  new Members(
    Array.from({ length: dice.below(6) }, () => {
      const value = depth < 5 && dice.below(4) === 0 ? document(dice, depth + 1) : scalar(dice);
      return [
        dice.below(4) === 0 ? word(dice).slice(0, 60) : field(dice),
        dice.below(6) === 0 ? [value, scalar(dice)] : value,
      ] as const;
    }),
  );

const other: Maker = (dice) =>
  dice.pick<() => unknown>([
    () =>
      object({
        settings: settings(dice, 0),
        mappings: object({ properties: mapping(dice, 0) }),
        aliases: member(name(dice), {}),
      }),
    () =>
      object({
        properties: mapping(dice, 0),
        dynamic_templates: [
          member(
            field(dice),
            object({ match_pattern: 'regex', match: pattern(dice), mapping: { type: 'keyword' } }),
          ),
        ],
      }),
    () =>
      object({
        actions: list(dice, () =>
          member(
            dice.pick(['add', 'remove', 'remove_index']),
            object({ index: name(dice), alias: name(dice), filter: query(dice, 3) }),
          ),
        ),
      }),
    () => object({ persistent: settings(dice, 0) }),
    () =>
      object({
        docs: list(
          dice,
          () =>
            object({ _index: name(dice), _id: scalar(dice), routing: scalar(dice), _source: scalar(dice) }),
          20,
        ),
      }),
    () => object({ ids: list(dice, () => scalar(dice), 10) }),
    () =>
      object({
        doc: document(dice, 0),
        upsert: document(dice, 0),
        doc_as_upsert: scalar(dice),
        script: word(dice),
      }),
    () =>
      object({
        analyzer: word(dice),
        text: list(dice, () => word(dice)),
        tokenizer: scalar(dice),
        filter: [scalar(dice)],
      }),
    () => object({ password: word(dice), email: scalar(dice) }),
    () => settings(dice, 0),
  ])();

/** JSON with whatever was put in: repeated keys, `__proto__`, lone surrogates. */
function json(value: unknown): string {
  if (value instanceof Members)
    return `{${value.entries.map(([key, inner]) => `${JSON.stringify(key)}:${json(inner)}`).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  return JSON.stringify(value) ?? 'null';
}

function lines(dice: Dice): string {
  const one = (): string => {
    const kind = dice.pick(['index', 'create', 'delete', 'update', 'upsert', '__proto__']);
    const meta = object({
      _index: name(dice),
      _id: scalar(dice),
      routing: scalar(dice),
      if_seq_no: number(dice),
    });
    const head =
      dice.below(3) === 0
        ? json(object({ index: name(dice), expand_wildcards: 'all' }))
        : json(member(kind, meta));
    return `${head}\n${json(dice.below(2) === 0 ? document(dice, 0) : search(dice, 0))}\n`;
  };
  return Array.from({ length: 1 + dice.below(dice.below(50) === 0 ? 300 : 6) }, one).join('');
}

const monsters: readonly ((dice: Dice) => string)[] = [
  (dice) => '{"query":'.repeat(10 + dice.below(50_000)),
  (dice) => '['.repeat(10 + dice.below(200_000)),
  (dice) => `{"query":${'{"bool":{"must":'.repeat(5 + dice.below(300))}{"match_all":{}}${'}}'.repeat(300)}`,
  (dice) =>
    json(
      object({
        query: object({
          terms: member(
            'n',
            Array.from({ length: 10_000 + dice.below(80_000) }, (_, i) => i),
          ),
        }),
      }),
    ),
  (dice) => `{"a":"${'\\u0000'.repeat(dice.below(100_000))}"}`,
  (dice) => `{${Array.from({ length: 2 + dice.below(5000) }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  (dice) => `{"n":${'9'.repeat(1 + dice.below(20_000))}}`,
  (dice) => `{"word":"${'w '.repeat(dice.below(400_000))}"}`,
];

/** The body a row gets; undefined: none. `lined`: the row takes lines. */
export function hostileBody(dice: Dice, lined: boolean): HostileBody | undefined {
  const roll = dice.below(100);
  if (roll < 8) return undefined;
  const contentType = lined ? 'application/x-ndjson' : 'application/json';
  if (roll < 10)
    return {
      bytes: Buffer.from(dice.bytes(dice.below(300))),
      contentType: dice.pick([
        'application/json',
        'application/cbor',
        'application/yaml',
        'text/plain',
        '',
        'application/smile',
        ';;;',
      ]),
    };
  if (roll < 11) return { bytes: Buffer.from(dice.pick(monsters)(dice)), contentType };
  const text =
    lined && roll < 90
      ? lines(dice)
      : json(dice.pick([search, search, search, document, other, other])(dice, 0));
  if (roll < 13)
    return { bytes: Buffer.from(text, 'utf16le'), contentType: `${contentType}; charset=utf-16` };
  if (roll < 15) return { bytes: Buffer.from(text.slice(0, dice.below(text.length + 1))), contentType };
  if (roll < 17)
    return { bytes: gzipSync(text), contentType, encoding: dice.pick(['gzip', 'deflate', 'br', 'zstd']) };
  if (roll < 20) return { bytes: Buffer.from(text), contentType: 'application/yaml' };
  return { bytes: Buffer.from(text), contentType };
}
