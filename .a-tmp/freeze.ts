import { readFileSync, writeFileSync } from 'node:fs';
const rows: string[] = [];
for (const line of readFileSync('/tmp/A/p1.txt', 'utf8').trim().split('\n')) {
  const [body, q] = line.split('\t');
  if (body === '[]' || /"hf"|extended_stats":\{"field":"date"|"field":"date","calendar_interval":"month"\}|"bar":1|Unknown key/.test(body!)) continue;
  const res = await fetch('http://127.0.0.1:9250/agg-test-1/_search?size=0&typed_keys=true', { method: 'POST', headers: { 'content-type': 'application/json' }, body: `{"aggs":${body}${q ? `,"query":${q}` : ''}}` });
  const text = await res.text();
  let expected: string;
  if (res.ok) expected = text.slice(text.indexOf('"aggregations":') + 15, -1);
  else { const e = JSON.parse(text).error; const c = e.type === 'search_phase_execution_exception' ? e.root_cause[0] : e; expected = c.type + ': ' + c.reason.replace(/^\[1:\d+\] /, '').replace(/^\[1:\d+\] /, ''); }
  rows.push(`  [${JSON.stringify(body)}, ${q ? JSON.stringify(JSON.parse(q).term.k) : 'undefined'}, ${JSON.stringify(expected)}],`);
}
writeFileSync('../packages/engine/src/aggregations/answers.fixture.ts', `/** What OpenSearch 3.6.0 answered: request, term of the field \`k\` to match or undefined, answer or \`type: reason\`. */\nexport const answers: readonly (readonly [body: string, k: string | undefined, answer: string])[] = [\n${rows.join('\n').replaceAll(/"((?:[^"\\]|\\.)*)"/g, (m) => { const v = JSON.parse(m) as string; return v.includes("'") || v.includes('\\') ? m : `'${v}'`; })}\n];\n`);
console.log(rows.length);
