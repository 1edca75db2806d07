import { aggregate, shardOf } from '../packages/engine/src/testing/run-aggregations.ts';
import { testField } from '../packages/engine/src/testing/segments.ts';
import { parseIp } from '../packages/engine/src/mapping/ip-address.ts';
const H = 'http://127.0.0.1:9250';
const seed0 = Number(process.argv[2] ?? 1), N = Number(process.argv[3] ?? 400), rounds = Number(process.argv[4] ?? 150);
let s = seed0 * 2654435761 >>> 0; const rnd = () => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return s / 2 ** 32; }; const int = (n: number) => Math.floor(rnd() * n); const pick = <T>(a: T[]): T => a[int(a.length)]!;
const types: Record<string, string> = { k: 'keyword', hk: 'keyword', n: 'long', sn: 'integer', d: 'double', f: 'float', b: 'boolean', ip: 'ip', date: 'date', tags: 'keyword', nums: 'long', dates: 'date' };
const fields = Object.entries(types).map(([name, type]) => testField(name, type as never, type === 'date' ? { format: 'strict_date_optional_time||epoch_millis' } : {}));
const props = Object.fromEntries(Object.entries(types).map(([n, type]) => [n, { type }]));
const conv = (name: string, v: unknown): unknown => Array.isArray(v) ? v.map((x) => conv(name, x)) : types[name] === 'date' ? Date.parse(v as string) : types[name] === 'ip' ? parseIp(v as string) : types[name] === 'float' ? Math.fround(v as number) : v;
const some = (p: number, f: () => unknown) => rnd() < p ? f() : undefined;
const many = (f: () => unknown) => Array.from({ length: int(4) }, f);
const date = () => new Date(Date.UTC(2019, 0, 1) + Math.floor(rnd() * 3 * 365 * 86400000)).toISOString();
const mk = () => ({ k: some(.9, () => 'k' + int(12)), hk: some(.95, () => 'h' + Math.floor(rnd() ** 2 * N) + '-'.repeat(int(30))), n: some(.9, () => int(2000) - 500), sn: some(.8, () => int(9)), d: some(.9, () => Math.round((rnd() * 100 - 50) * 1000) / 1000), f: some(.7, () => Math.round(rnd() * 10) / 10), b: some(.8, () => rnd() < .3), ip: some(.8, () => `10.0.${int(3)}.${int(20)}`), date: some(.9, date), tags: many(() => 't' + int(8)), nums: many(() => int(30)), dates: many(date) });
const shardsDocs = [0, 1, 2].map((x) => Array.from({ length: Math.floor(N * (x + 1) / 2) }, mk));
for (let x = 0; x < 3; x++) {
  await fetch(`${H}/agg-fuzz-${x}`, { method: 'DELETE' });
  await fetch(`${H}/agg-fuzz-${x}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ settings: { number_of_shards: 1, number_of_replicas: 0 }, mappings: { properties: props } }) });
  for (let at = 0; at < shardsDocs[x]!.length; at += 5000) await fetch(`${H}/agg-fuzz-${x}/_bulk`, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: shardsDocs[x]!.slice(at, at + 5000).map((d) => '{"index":{}}\n' + JSON.stringify(d) + '\n').join('') }).then((r) => r.text());
  await fetch(`${H}/agg-fuzz-${x}/_refresh`, { method: 'POST' });
}
const shards = shardsDocs.map((ds) => { const c = ds.map((d) => Object.fromEntries(Object.entries(d).filter(([, v]) => v !== undefined).map(([k, v]) => [k, conv(k, v)]))); const cut = [int(c.length), int(c.length)].sort((a, b) => a - b); return shardOf(fields, [c.slice(0, cut[0]), c.slice(cut[0], cut[1]), c.slice(cut[1])].filter((x) => x.length) as never); });
const metric = (): object => { const m = pick(['avg', 'sum', 'min', 'max', 'stats', 'extended_stats', 'value_count', 'cardinality']); const f = m === 'value_count' || m === 'cardinality' ? pick(Object.keys(types)) : pick(['n', 'sn', 'd', 'f', 'b', 'nums', 'date']); return { [m]: { field: f, ...(rnd() < .1 && ['n', 'sn', 'd', 'nums'].includes(f) && { missing: 7 }) } }; };
const zone = () => pick([undefined, undefined, 'Europe/Berlin', '+05:30', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Sao_Paulo']);
const bucket = (depth: number): object => {
  const aggs = depth > 0 && rnd() < .8 ? Object.fromEntries(Array.from({ length: 1 + int(2) }, (_, i) => ['s' + i, rnd() < .5 ? metric() : bucket(depth - 1)])) : undefined;
  const orderables = Object.entries(aggs ?? {}).flatMap(([n, a]) => 'stats' in a ? [n + '.' + pick(['min', 'max', 'avg', 'sum', 'count'])] : 'avg' in a || 'min' in a || 'max' in a || 'cardinality' in a || 'value_count' in a ? [n] : []);
  const order = rnd() < .4 ? { order: { [pick(['_count', '_key', ...orderables])]: pick(['asc', 'desc']) } } : {};
  const def = pick<() => object>([
    () => { const f = pick(Object.keys(types)); return { terms: { field: f, size: 1 + int(15), ...(rnd() < .4 && { shard_size: 1 + int(20) }), ...order, ...(rnd() < .2 && { min_doc_count: int(4) }), show_term_doc_count_error: rnd() < .5, ...(rnd() < .15 && ['k', 'tags', 'hk'].includes(f) && { missing: 'k3' }), ...(rnd() < .15 && ['k', 'tags'].includes(f) && { include: '[kt][1-5]' }) } }; },
    () => ({ date_histogram: { field: pick(['date', 'dates']), calendar_interval: pick(['month', 'quarter', 'year', 'week', 'day']), ...order, time_zone: zone(), ...(rnd() < .3 && { offset: pick(['+1d', '-3h', '+6h']) }), min_doc_count: pick([0, 1, 2]), ...(rnd() < .1 && { missing: '2020-06-01' }) } }),
    () => ({ date_histogram: { field: pick(['date', 'dates']), fixed_interval: pick(['7d', '36h', '30d', '12h']), ...order, time_zone: zone(), min_doc_count: pick([0, 1]), ...(rnd() < .2 && { extended_bounds: { min: '2018-11-01', max: '2022-03-03' } }), ...(rnd() < .2 && { offset: '+5h' }) } }),
    () => ({ histogram: { field: pick(['n', 'd', 'nums', 'sn', 'f']), interval: pick([5, 50, 2.5, 0.7]), ...order, min_doc_count: pick([0, 1]), ...(rnd() < .3 && { offset: 1.5 }), ...(rnd() < .2 && { extended_bounds: { min: -60, max: 60 } }), ...(rnd() < .15 && { hard_bounds: { min: -100, max: 100 } }) } }),
    () => ({ range: { field: pick(['n', 'd', 'nums', 'f']), keyed: rnd() < .3, ranges: [{ to: 3 }, { from: 3, to: 50.5 }, { from: 20 }, { from: 0.1, to: 0.5 }] } }),
    () => ({ missing: { field: pick(Object.keys(types)) } }),
  ])();
  return JSON.parse(JSON.stringify({ ...def, ...(aggs && { aggs }) }));
};
const quote = (t: string) => t.replace(/([:[,])(-?\d[\d.E+-]*)(?=[,}\]])/g, '$1"#$2"');
const sort = (v: any): any => Array.isArray(v) ? v.map(sort) : v && typeof v === 'object' ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, sort(v[k])])) : v;
const near = (a: any, b: any): boolean => { if (typeof a === 'string' && typeof b === 'string') { if (a === b) return true; if (a[0] === '#' && b[0] === '#' && /[.]/.test(a) && /[.]/.test(b)) { const x = +a.slice(1), y = +b.slice(1); return Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(x), Math.abs(y), 1e-3); } return false; } if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((x, i) => near(x, b[i])); if (a && typeof a === 'object') return b && typeof b === 'object' && Object.keys(a).join() === Object.keys(b).join() && Object.keys(a).every((k) => near(a[k], b[k])); return a === b; };
let ok = 0, bad = 0, err = 0;
for (let r = 0; r < rounds; r++) {
  const body = { a: bucket(2) }; const which = rnd() < .4 ? [int(3)] : [0, 1, 2];
  const range = rnd() < .4 ? { lo: int(1000) - 500 } : null;
  const query = range ? { range: { n: { gte: range.lo } } } : { match_all: {} };
  const res = await fetch(`${H}/${which.map((x) => 'agg-fuzz-' + x).join()}/_search?size=0&typed_keys=true&request_cache=false`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ aggs: body, query }) });
  const text = await res.text();
  const run = () => which.length === 1 || !range ? aggregate(which.map((x) => shards[x]!), body, { typedKeys: true, collectAll: rnd() < .5, maxBuckets: 65535, ...(range && { matches: (doc: number) => (shardsDocs[which[0]!]![doc]!.n as number) >= range.lo }) }) : null;
  let got: string | null;
  try { got = run(); } catch (e) { got = 'ERR ' + (e as any).error?.type; if (!(e as any).error) { console.log('CRASH', JSON.stringify(body), e); bad++; continue; } }
  if (got === null) continue;
  if (!res.ok) { err++; if (!got.startsWith('ERR')) console.log('THEIRS FAILS', JSON.stringify(body).slice(0, 200), text.slice(0, 200)); continue; }
  const want = sort(JSON.parse(quote(text.slice(text.indexOf('"aggregations":') + 15, -1)))); const mine = got.startsWith('ERR') ? got : sort(JSON.parse(quote(got)));
  if (near(want, mine)) { ok++; continue; }
  bad++; const a = JSON.stringify(want), b = JSON.stringify(mine); let i = 0; while (a[i] === b[i]) i++;
  if (bad < 8) console.log('DIFF', which.join(), JSON.stringify(query), JSON.stringify(body), '\n want', a.slice(Math.max(0, i - 200), i + 150), '\n got ', b.slice(Math.max(0, i - 200), i + 150));
}
for (let x = 0; x < 3; x++) await fetch(`${H}/agg-fuzz-${x}`, { method: 'DELETE' });
console.log({ seed0, ok, bad, err });
