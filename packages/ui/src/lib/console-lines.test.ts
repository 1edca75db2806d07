import { expect, test } from 'vitest';
import { toConsoleLines, toCurl } from './console-lines.ts';

test('a call is a head line with its body below', () => {
  expect(toConsoleLines({ method: 'GET', path: '/' })).toBe('GET /');
  expect(toConsoleLines({ method: 'PUT', path: '/a', body: '{}\n' })).toBe('PUT /a\n{}');
});

test('curl quotes what a shell would read otherwise', () => {
  const curl = toCurl({ method: 'POST', path: '/a/_search?q=1', body: `{"q":"it's"}` }, 'http://h:1');
  expect(curl).toBe(
    [
      `curl -u admin -X POST 'http://h:1/a/_search?q=1' \\`,
      `  -H 'Content-Type: application/json' \\`,
      String.raw`  --data-binary '{"q":"it'\''s"}'`,
    ].join('\n'),
  );
});

test('a HEAD call does not wait for a body, and lines end with a line end', () => {
  expect(toCurl({ method: 'HEAD', path: '/a' }, 'http://h')).toBe(`curl -u admin -I 'http://h/a'`);
  const bulk = toCurl({ method: 'POST', path: '/_bulk', body: '{}\n{}' }, '', 'application/x-ndjson');
  expect(bulk.endsWith(`'{}\n{}\n'`)).toBe(true);
});
