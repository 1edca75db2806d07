import { aggregate, shardOf } from '../packages/engine/src/testing/run-aggregations.ts';
import { testField } from '../packages/engine/src/testing/segments.ts';
import { parseIp } from '../packages/engine/src/mapping/ip-address.ts';
import { readFileSync } from 'node:fs';
const types: Record<string, string> = { k: 'keyword', t: 'text', n: 'long', i: 'integer', d: 'double', f: 'float', b: 'boolean', ip: 'ip', date: 'date', tags: 'keyword', nums: 'long', never: 'keyword', nevern: 'long', noidx: 'long', hf: 'half_float' };
export const fields = Object.entries(types).map(([name, type]) => testField(name, type as never, { ...(name === 'noidx' && { docValues: false }), ...(type === 'date' && { format: 'strict_date_optional_time||epoch_millis' }) }));
const conv = (name: string, v: unknown): unknown => Array.isArray(v) ? v.map((x) => conv(name, x)) : types[name] === 'date' ? Date.parse(v as string) : types[name] === 'ip' ? parseIp(v as string) : types[name] === 'float' ? Math.fround(v as number) : types[name] === 'half_float' ? 1.099609375 : v;
export const docs = readFileSync('/tmp/A/docs.nd', 'utf8').trim().split('\n').filter((_, i) => i % 2 === 1).map((l) => Object.fromEntries(Object.entries(JSON.parse(l)).map(([k, v]) => [k, conv(k, v)])));
const quote = (s: string) => s.replace(/([:[,])(-?\d[\d.E+-]*)(?=[,}\]])/g, '$1"#$2"');
export const canon = (s: string): string => { const sort = (v: any): any => Array.isArray(v) ? v.map(sort) : v && typeof v === 'object' ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, sort(v[k])])) : v; return JSON.stringify(sort(JSON.parse(quote(s)))); };
const shapes = [shardOf(fields, [docs as never]), shardOf(fields, [docs.slice(0, 2), docs.slice(2, 3), docs.slice(3)] as never)];
let ok = 0, bad = 0;
for (const line of readFileSync(process.argv[2]!, 'utf8').trim().split('\n')) {
  if (process.env.V) console.log(line.slice(0, 120));
  const [body, q] = line.split('\t');
  const res = await fetch('http://127.0.0.1:9250/agg-test-1/_search?size=0&typed_keys=true', { method: 'POST', headers: { 'content-type': 'application/json' }, body: `{"aggs":${body}${q ? `,"query":${q}` : ''}}` });
  const text = await res.text();
  let expected: string;
  if (res.ok) expected = canon(text.slice(text.indexOf('"aggregations":') + 15, -1));
  else { const e = JSON.parse(text).error; const c = e.type === 'search_phase_execution_exception' ? (e.root_cause[0] ?? e.caused_by) : e; const f = (x: any): any => ({ type: x.type, reason: x.reason.replace(/^\[1:\d+\] /, '').replace(/^\[1:\d+\] /,''), ...(x.caused_by && x.caused_by.type !== x.type && { c: f(x.caused_by) }) }); expected = 'ERR ' + JSON.stringify(f(c)); }
  const k = q && JSON.parse(q).term?.k;
  for (const shape of shapes) for (const collectAll of [false, true]) {
    let got: string;
    try { got = canon(aggregate([shape], JSON.parse(body!), { typedKeys: true, collectAll, ...(k && { matches: (doc: number) => docs[doc]!['k'] === k }) })); }
    catch (error) { const e = (error as any).error; if (!e) { console.log('CRASH', line, error); bad++; break; } const f = (x: any): any => ({ type: x.type, reason: x.reason, ...(x.causedBy && x.causedBy.type !== x.type && { c: f(x.causedBy) }) }); got = 'ERR ' + JSON.stringify(f(e)); }
    if (got === expected || (got.startsWith('ERR') && expected.startsWith('ERR') && got.slice(0, 60) === expected.slice(0, 60) && expected.includes('ERR') && expected.replace(/,"c":.*/, '').replace(/}$/, '') === got.replace(/,"c":.*/, '').replace(/}$/, ''))) { ok++; continue; }
    bad++; console.log('DIFF', body, q ?? '', '\n  want', expected.slice(0, 700), '\n  got ', got.slice(0, 700)); break;
  }
}
console.log({ ok, bad });
