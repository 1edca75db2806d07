import { createAggregation, parseAggregations } from '../packages/engine/src/aggregations/aggregations.ts';
import { testField } from '../packages/engine/src/testing/segments.ts';
const N = 1_000_000, SEG = Number(process.argv[2] ?? 1);
const enc = new TextEncoder();
let s = 1; const rnd = () => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return s / 2 ** 32; };
const t0 = Date.UTC(2024, 0, 1);
const mk = (from: number, n: number) => {
  const dict = (size: number, p: string) => { const terms = Array.from({ length: size }, (_, i) => enc.encode(p + String(i).padStart(7, '0'))); return { size, term: (o: number) => terms[o]!, termText: (o: number) => new TextDecoder().decode(terms[o]!), docFreq: () => 1, lookup: () => -1 }; };
  const low = dict(60, 'c'), high = dict(200000, 'ip');
  const num = (data: any, base: number, min: number, max: number) => ({ data, base, offsets: null, present: null, valueCount: n, docCount: n, min, max, sorted: null });
  const lowData = Uint8Array.from({ length: n }, () => Math.floor(rnd() ** 2 * 60)), highData = Uint32Array.from({ length: n }, () => Math.floor(rnd() * 200000));
  const date = Float64Array.from({ length: n }, (_, i) => t0 + Math.floor((from + i) / N * 90 * 86400000)), bytes = Uint32Array.from({ length: n }, () => Math.floor(rnd() ** 3 * 500000)), rt = Float64Array.from({ length: n }, () => rnd() * 3);
  const cols: any = { date: num(date, 0, t0, t0 + 90 * 86400000), bytes: num(bytes, 0, 0, 500000), rt: num(rt, 0, 0, 3) };
  return { maxDoc: n, numDocs: n, liveDocs: null, terms: (f: string) => f === 'low' ? low : f === 'high' ? high : null, numeric: (f: string) => cols[f] ?? null, ordinals: (f: string) => f === 'low' ? { data: lowData, offsets: null, present: null, valueCount: n } : f === 'high' ? { data: highData, offsets: null, present: null, valueCount: n } : null, exists: () => 'all' } as any;
};
const segments = Array.from({ length: SEG }, (_, i) => mk(Math.floor(i * N / SEG), Math.floor(N / SEG)));
const fields = new Map([['low', 'keyword'], ['high', 'keyword'], ['date', 'date'], ['bytes', 'long'], ['rt', 'double']].map(([n, t]) => [n!, testField(n!, t as never, t === 'date' ? { format: 'strict_date_optional_time||epoch_millis' } : {})]));
const searcher = { segments, docBases: [], index: 'x', indexUuid: 'x', shard: 0, numDocs: N } as any;
const q: Record<string, object> = {
  terms_low: { terms: { field: 'low', size: 20 } }, terms_high: { terms: { field: 'high' } }, day: { date_histogram: { field: 'date', calendar_interval: 'day' } }, month: { date_histogram: { field: 'date', calendar_interval: 'month' } }, day_berlin: { date_histogram: { field: 'date', calendar_interval: 'day', time_zone: 'Europe/Berlin' } },
  histogram: { histogram: { field: 'bytes', interval: 1000, min_doc_count: 1 } }, range: { range: { field: 'bytes', ranges: [{ to: 100 }, { from: 100, to: 1000 }, { from: 1000, to: 10000 }, { from: 10000, to: 100000 }, { from: 100000 }] } },
  terms_avg: { terms: { field: 'low', size: 20 }, aggs: { m: { avg: { field: 'rt' } } } }, month_terms_avg: { date_histogram: { field: 'date', calendar_interval: 'month' }, aggs: { b: { terms: { field: 'low', size: 5 }, aggs: { m: { avg: { field: 'rt' } } } } } }, terms_month_avg: { terms: { field: 'low', size: 5 }, aggs: { b: { date_histogram: { field: 'date', calendar_interval: 'month' }, aggs: { m: { avg: { field: 'rt' } } } } } },
  card: { cardinality: { field: 'high' } }, card_bytes: { cardinality: { field: 'bytes' } }, stats: { stats: { field: 'rt' } },
};
for (const [name, body] of Object.entries(q)) {
  const times: number[] = [];
  for (let r = 0; r < 9; r++) {
    const start = performance.now();
    const run = createAggregation(parseAggregations({ a: body }), { shards: [{ searcher, mapping: { field: (f) => fields.get(f) } }], nowMs: 0, maxBuckets: 65535 });
    const docs = new Int32Array(128);
    for (const seg of segments) { const c = run.collector.forSegment(seg, 0, { kind: 'other' }); if (c === null) continue; for (let d = 0; d < seg.maxDoc; d += 128) { const n = Math.min(128, seg.maxDoc - d); for (let i = 0; i < n; i++) docs[i] = d + i; c.collect(docs, n, null); } }
    run.result(); times.push(performance.now() - start);
  }
  console.log(name.padEnd(18), 'first', times[0]!.toFixed(1), 'best', Math.min(...times).toFixed(1), 'median', times.sort((a, b) => a - b)[4]!.toFixed(1));
}
