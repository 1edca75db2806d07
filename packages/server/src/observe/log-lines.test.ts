import { expect, test } from 'vitest';
import { jsonLine, plainLine } from './log-lines.ts';
import type { LogRecord } from './log-record.ts';

const place = { clusterName: 'c', nodeName: 'node-1' };
const known = { ...place, clusterUuid: 'CU', nodeId: 'NI' };
const at = Date.UTC(2026, 10, 20, 23, 8, 53, 27);
const record: LogRecord = { kind: 'server', level: 'INFO', component: 'o.o.n.Node', message: 'started' };

test('a plain line has the form of OpenSearch', () => {
  expect(plainLine(record, place, at)).toBe(
    '[2026-11-20T23:08:53,027][INFO ][o.o.n.Node               ] [node-1] started\n',
  );
  expect(
    plainLine({ ...record, level: 'DEPRECATION', component: 'a.long.name.of.a.logger.x' }, place, at),
  ).toBe('[2026-11-20T23:08:53,027][DEPRECATION][a.long.name.of.a.logger.x] [node-1] started\n');
});

test('a JSON line has the members, order and spacing of OpenSearch', () => {
  const fields = { took: '1ms', took_millis: 1, id: '', routing: undefined, type: 'mine' };
  expect(jsonLine({ ...record, fields }, known, at)).toBe(
    '{"type": "server", "timestamp": "2026-11-20T23:08:53,027Z", "level": "INFO", "component": "o.o.n.Node", ' +
      '"cluster.name": "c", "node.name": "node-1", "message": "started", "took": "1ms", "took_millis": "1", ' +
      '"field.type": "mine", "cluster.uuid": "CU", "node.id": "NI"  }\n',
  );
  expect(jsonLine(record, place, at)).toMatch(/"message": "started" \}\n$/);
});

test('an error brings its stack, a frame a line', () => {
  const error = new Error('why');
  error.stack = 'Error: why\n    at a\n    at b';
  expect(plainLine({ ...record, error }, place, at)).toMatch(/started\nError: why\n\s+at a\n\s+at b\n$/);
  const line = jsonLine({ ...record, error }, place, at);
  expect(line).toContain('"stacktrace": ["Error: why",\n"at a",\n"at b"]');
  expect(JSON.parse(line)).toMatchObject({ stacktrace: ['Error: why', 'at a', 'at b'] });
});

test('nobody who is quoted in a line can begin one of his own, or turn its direction', () => {
  const hostile = 'a\n[2026-11-20] b\r\u001b[2J\u2028c\u202ed\u0085e\u0000"';
  const plain = plainLine({ ...record, message: hostile, tail: hostile }, place, at);
  const json = jsonLine({ ...record, message: hostile, fields: { x: hostile } }, place, at);
  for (const line of plain.split('\n').slice(1, -1)) expect(line).toMatch(/^ {4}/);
  for (const text of [plain, json]) expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
  expect(json.trimEnd()).not.toContain('\n');
  expect(JSON.parse(json)).toMatchObject({ message: hostile, x: hostile });
});
