import { commonParams, type Route, routeTable } from '@sextant/contract';
import { type Dice, scalar, time } from '../hostile/hostile-values.ts';

/** A request that tries to reach an index that nobody may reach. */
export interface HiddenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The hidden index whose name everybody knows. */
export const knownIndex = '.sextant-security';
export const ownIndices = ['seen-a', 'seen-b', 'seen-closed'] as const;

/** Scrolls and points in time over it, and over all indices, that somebody opened at the cluster itself. */
export const foreignContexts: { readonly scrolls: string[]; readonly pits: string[] } = {
  scrolls: [],
  pits: [],
};

function contextId(dice: Dice, ids: readonly string[]): string {
  return ids.length === 0 || dice.below(6) === 0 ? dice.pick(['abc', '_all', '']) : dice.pick(ids);
}

/** Hold up a cluster of one node for half a minute each, or take it out of service. */
const unfit: ReadonlySet<string> = new Set([
  'cluster.post_voting_config_exclusions',
  'cluster.delete_voting_config_exclusions',
]);

const rows: readonly Route[] = routeTable.filter(
  ({ answeredBy, name }) => answeredBy === 'backend' && !unfit.has(name),
);

const ways: readonly string[] = [
  knownIndex,
  knownIndex,
  '.sextant-*',
  '.sext*',
  '.s*',
  '.*',
  '*',
  '_all',
  '*security',
  '*-*',
  '.sextant-securit*',
  '.sextant-?ecurity',
  `seen-a,${knownIndex}`,
  'seen-*,.s*',
  `*,-${knownIndex},${knownIndex}`,
  '*,-seen-*',
  '-seen-a,*',
  '*,-.sextant-*,.sextant-*',
  '.sextant-*,-.sextant-x*',
  `<${knownIndex}>`,
  '<.sextant-{now/d{yyyy}}>',
  "<.sext{now{'ant-security'}}>",
  "<{now/d{'.sextant-security'}}>",
  '<\\.sextant-security>',
  '<.sex*>',
  `<seen-a\\,${knownIndex}>`,
  `<<${knownIndex}>>`,
  `<\\<${knownIndex}>>`,
  `<<<${knownIndex}>>>`,
  `<x>,<${knownIndex}>,<y>`,
  `<seen-a>,<<${knownIndex}>>`,
  `+${knownIndex}`,
  ` ${knownIndex}`,
  `${knownIndex} `,
  `cluster:${knownIndex}`,
  `*:${knownIndex}`,
  `:${knownIndex}`,
  'hop',
  'ho*',
  '.sextant-alias',
  `${knownIndex}\u0000`,
  '.SEXTANT-SECURITY',
  `./${knownIndex}`,
  `seen-a/../${knownIndex}`,
  `${knownIndex}/_search`,
  '_cat',
  '_tasks',
  '_cluster',
  '_nodes',
  '_search',
  '_snapshot',
  '_msearch',
  '..',
  '\u002esextant-security',
  '%2esextant-security',
  '%252esextant-security',
];

function index(dice: Dice): string {
  return dice.below(4) === 0 ? dice.pick(ownIndices) : dice.pick(ways);
}

const expansions = ['all', 'open,closed,hidden', 'hidden', 'open,hidden', 'none', 'open', 'all,none'];

/** As a stranger writes it: plainly, escaped, escaped in full, twice. */
function escaped(text: string, dice: Dice): string {
  const mode = dice.below(12);
  if (mode === 0) return encodeURIComponent(encodeURIComponent(text.toWellFormed()));
  const plain = mode < 3 ? /[^\s\S]/ : /[A-Za-z0-9._~!$'()*,;:@-]/;
  let out = '';
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte);
    out += plain.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return out;
}

function paramValue(dice: Dice, route: Route, key: string): string {
  const spec = route.params[key] ?? commonParams[key as keyof typeof commonParams];
  if (key === 'expand_wildcards') return dice.pick(expansions);
  if (key === 'index') return index(dice);
  if (key === 'scroll_id') return contextId(dice, foreignContexts.scrolls);
  if (key === 'level') return dice.pick(['shards', 'indices', 'cluster', 'node']);
  if (key === 'format') return dice.pick(['json', 'yaml', 'text', 'cbor', 'smile']);
  if (key === 'h')
    return dice.pick(['*', 'index', 'shard', 'docs.count,index', 'i,ip', 'store', 'node,shard,prirep']);
  if (key === 'filter_path')
    return dice.pick(['**', '*', '-indices', '**.index', 'metadata.indices', '**.uuid', 'hits']);
  if (key === 'fields') return '*';
  switch (spec?.type) {
    case 'boolean':
      return dice.pick(['true', 'true', 'false', '']);
    case 'int':
    case 'number':
      return String(dice.below(5));
    case 'time':
      return time(dice);
    case 'list':
      return dice.pick(['*', '_all', index(dice)]);
    default:
      return dice.below(3) === 0 ? index(dice) : String(scalar(dice));
  }
}

function queryOf(dice: Dice, route: Route): string {
  const pairs: string[] = [];
  const known = [...Object.keys(route.params), 'format', 'filter_path', 'human', 'pretty'];
  if (route.params.expand_wildcards !== undefined && dice.below(2) === 0) {
    pairs.push(`expand_wildcards=${escaped(dice.pick(expansions), dice)}`);
  }
  for (let i = dice.below(4); i > 0; i--) {
    const key = dice.pick(known.filter((name) => !/^wait_for|timeout$|^preference$/.test(name)));
    pairs.push(`${escaped(key, dice)}=${escaped(paramValue(dice, route, key), dice)}`);
  }
  if (dice.below(12) === 0) pairs.push(`routing=x;index=${knownIndex}`);
  if (dice.below(15) === 0) pairs.push(`routing=x;expand_wildcards=all`);
  if (dice.below(20) === 0) pairs.push(`index=${escaped(index(dice), dice)}`);
  if (dice.below(20) === 0) pairs.push(`pretty=true%26index=${knownIndex}%26expand_wildcards=all`);
  if (route.params.timeout !== undefined) pairs.push('timeout=1s');
  if (pairs.length === 0) return '';
  return `?${pairs.join(dice.below(10) === 0 ? ';' : '&')}`;
}

const metrics = [
  '_all',
  'metadata',
  'routing_table',
  'blocks',
  'routing_nodes',
  'indices',
  'nodes',
  'hot_threads',
  'docs',
];

function pathOf(dice: Dice, route: Route): string {
  return dice.pick(route.paths).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = {
      index: index(dice),
      id: dice.pick(['1', 'user:admin', '2', '..', `../../${knownIndex}/_doc/1`]),
      metric: dice.pick(metrics),
      index_metric: dice.pick(['_all', 'docs', 'indices']),
      node_id: dice.pick(['_all', '_local', 'hot_threads', 'usage', 'stats']),
      block: dice.pick(['write', 'read_only', 'metadata']),
      scroll_id: contextId(dice, foreignContexts.scrolls),
    }[key];
    return escaped(value ?? index(dice), dice);
  });
}

function lookup(dice: Dice): object {
  const at = { index: index(dice), id: dice.pick(['1', '2']), path: 'record' };
  return dice.pick([
    { terms: { record: at } },
    { terms: { 'record.keyword': { ...at, routing: 'x' } } },
    {
      more_like_this: {
        fields: ['record'],
        like: [{ _index: at.index, _id: '1' }],
        min_term_freq: 1,
        min_doc_freq: 1,
      },
    },
    { geo_shape: { place: { indexed_shape: { index: at.index, id: '1', path: 'record' } } } },
    { percolate: { field: 'q', index: at.index, id: '1' } },
    { wrapper: { query: Buffer.from(JSON.stringify({ terms: { record: at } })).toString('base64') } },
    { bool: { filter: [{ terms: { record: at } }] } },
    { match_all: {} },
  ]);
}

function search(dice: Dice): object {
  return {
    query: lookup(dice),
    ...(dice.below(3) === 0 ? { indices_boost: [{ [index(dice)]: 2 }] } : {}),
    ...(dice.below(4) === 0
      ? { aggs: { a: { filter: lookup(dice) }, i: { terms: { field: '_index' } } } }
      : {}),
    ...(dice.below(6) === 0 ? { size: 20, post_filter: lookup(dice) } : {}),
    ...(dice.below(12) === 0 ? { index: index(dice) } : {}),
  };
}

/** A name as one text or as a list. */
function names(dice: Dice): unknown {
  return dice.below(2) === 0 ? index(dice) : [index(dice), index(dice)];
}

function lines(dice: Dice, isBulk: boolean): string {
  const one = (): string => {
    if (!isBulk) {
      const header = {
        ...(dice.below(4) === 0 ? {} : { [dice.pick(['index', 'indices', 'index', '_index'])]: names(dice) }),
        ...(dice.below(2) === 0
          ? {
              [dice.pick(['expand_wildcards', 'expandWildcards'])]: dice.pick([
                ...expansions,
                ['open', 'hidden'],
              ]),
            }
          : {}),
        ...(dice.below(4) === 0 ? { ignore_unavailable: dice.pick([true, 'true']) } : {}),
      };
      return `${dice.below(10) === 0 ? '' : JSON.stringify(header)}\n${JSON.stringify(search(dice))}\n`;
    }
    const kind = dice.pick(['index', 'create', 'update', 'delete']);
    const meta = { _index: index(dice), _id: dice.pick(['1', '2', 'user:admin']) };
    const rest =
      kind === 'delete'
        ? ''
        : `${JSON.stringify(kind === 'update' ? { doc: { stolen: 1 } } : { stolen: 1 })}\n`;
    const text = JSON.stringify({ [kind]: dice.below(8) === 0 ? { _id: '1' } : meta });
    const twice = `{"${kind}":{"_index":"seen-a","_id":"1"},"${kind}":${JSON.stringify(meta)}}`;
    return `${dice.below(15) === 0 ? twice : text}\n${rest}`;
  };
  return Array.from({ length: 1 + dice.below(5) }, one).join('');
}

function bodyValue(dice: Dice, route: Route): object {
  const alias = dice.pick(['hop', 'hop2', '.sextant-alias', knownIndex]);
  switch (route.name) {
    case 'mget':
      return dice.below(4) === 0
        ? { ids: ['1', '2'] }
        : {
            docs: Array.from({ length: 1 + dice.below(4) }, () => ({
              _index: index(dice),
              _id: dice.pick(['1', '2']),
            })),
          };
    case 'indices.update_aliases':
      return {
        actions: Array.from({ length: 1 + dice.below(3) }, () => ({
          [dice.pick(['add', 'add', 'remove', 'remove_index'])]: {
            [dice.pick(['index', 'indices'])]: names(dice),
            ...(dice.below(8) === 0 ? {} : { alias }),
            ...(dice.below(6) === 0 ? { filter: lookup(dice) } : {}),
          },
        })),
      };
    case 'indices.put_alias':
    case 'indices.put_alias_by_body':
      return {
        ...(dice.below(2) === 0 ? { index: index(dice) } : {}),
        alias,
        ...(dice.below(4) === 0 ? { filter: lookup(dice) } : {}),
      };
    case 'indices.create':
      return {
        aliases: { [alias]: dice.below(3) === 0 ? { filter: lookup(dice) } : {} },
        settings: { number_of_replicas: 0 },
      };
    case 'indices.put_settings':
      return dice.pick<object>([
        { 'index.hidden': false },
        { 'index.blocks.write': null },
        { 'index.search.default_pipeline': knownIndex },
      ]);
    case 'indices.put_mapping':
      return { properties: { stolen: { type: 'keyword' } } };
    case 'cluster.put_settings':
      return { transient: { 'search.max_buckets': null } };
    case 'scroll':
    case 'clear_scroll':
      return { scroll: '1m', scroll_id: contextId(dice, foreignContexts.scrolls) };
    case 'delete_pit':
    case 'close_point_in_time':
    case 'cat.pit_segments':
      return { [dice.pick(['pit_id', 'id'])]: contextId(dice, foreignContexts.pits) };
    case 'reindex':
      return {
        source: { index: names(dice), ...search(dice) },
        dest: { index: index(dice), ...(dice.below(3) === 0 ? { op_type: 'create' } : {}) },
        ...(dice.below(6) === 0 ? { script: { source: `ctx._index='${knownIndex}'` } } : {}),
      };
    case 'search':
      if (dice.below(4) > 0) return search(dice);
      return { ...search(dice), pit: { id: contextId(dice, foreignContexts.pits) } };
    case 'indices.analyze':
      return { text: 'a b' };
    case 'update':
      return { doc: { stolen: 1 } };
    case 'index':
    case 'index_auto_id':
    case 'create':
      return { stolen: 1 };
    default:
      return search(dice);
  }
}

/** Repeated keys, comments, encodings and escapes: what two readers may read differently. */
function encodedBody(dice: Dice, text: string): Buffer {
  switch (dice.below(24)) {
    case 0:
      return Buffer.from(text, 'utf16le');
    case 1:
      return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    case 2:
      return Buffer.from(text, 'utf16le').swap16();
    case 3:
      return Buffer.from(
        Array.from(text, (each) => [...each, '\0', '\0', '\0'])
          .flat()
          .join(''),
        'latin1',
      );
    case 4:
      return Buffer.from(text.replaceAll('.sextant', '\\u002esextant'));
    case 5:
      return Buffer.from(text.replaceAll('.sextant', '\u00e0\u0080\u00aesextant'), 'latin1');
    case 6:
      return Buffer.from(`/* x */${text}`);
    case 7:
      return Buffer.from(text.replace(/"(index|_index|indices|alias)":/, '"$1":"seen-a","$1":'));
    case 8:
      return Buffer.from(text.replace(/"(\w+)":/g, '$1:'));
    case 9:
      return Buffer.from(`\ufeff${text}`);
    default:
      return Buffer.from(text);
  }
}

function bodyOf(dice: Dice, route: Route): { readonly bytes: Buffer; readonly type: string } | undefined {
  if (route.body === 'none' || dice.below(12) === 0) return undefined;
  if (route.bodyFormat === 'ndjson') {
    return { bytes: encodedBody(dice, lines(dice, route.name === 'bulk')), type: 'application/x-ndjson' };
  }
  const value = JSON.stringify(bodyValue(dice, route));
  // JSON is YAML.
  if (dice.below(20) === 0) return { bytes: Buffer.from(value), type: 'application/yaml' };
  const type = dice.pick([
    'application/json',
    'application/json',
    'application/json; charset=utf-16',
    'application/x-ndjson',
  ]);
  return { bytes: encodedBody(dice, value), type };
}

/** The next request of a seed's sequence, of any row that the backend answers. */
export function hiddenRequest(dice: Dice): HiddenRequest {
  const route = dice.pick(rows);
  const body = bodyOf(dice, route);
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = body.type;
  if (dice.below(10) === 0) {
    headers.accept = dice.pick([
      'application/json',
      'application/yaml',
      'application/smile',
      'text/plain',
      'application/cbor',
    ]);
  }
  if (dice.below(20) === 0) headers['x-opaque-id'] = knownIndex;
  if (dice.below(20) === 0) headers['x-http-method-override'] = 'DELETE';
  const method = dice.pick(route.methods);
  return { method, target: pathOf(dice, route) + queryOf(dice, route), headers, body: body?.bytes };
}
