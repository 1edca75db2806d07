import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCurl } from '../../lib/console-lines.ts';
import { parseCurl } from './curl.ts';

test('a command over several lines with header, user and body is read', () => {
  const command = `curl -XPUT "http://localhost:9200/books/_doc/1?refresh" \\
    -H 'Content-Type: application/json' -u admin:secret -d '
    {"title": "It'\\''s"}
    '`;
  expect(parseCurl(command)).toEqual({
    method: 'PUT',
    path: '/books/_doc/1?refresh',
    body: `\n    {"title": "It's"}`,
  });
});

test('the method follows from the options where it is not said', () => {
  expect(parseCurl('curl localhost:9200/_cat/indices')).toMatchObject({
    method: 'GET',
    path: '/_cat/indices',
  });
  expect(parseCurl('curl localhost:9200')).toMatchObject({ path: '/' });
  expect(parseCurl('curl -d {} https://h/_search')).toMatchObject({ method: 'POST', body: '{}' });
  expect(parseCurl('curl -I https://h/a')).toMatchObject({ method: 'HEAD' });
  expect(parseCurl('curl --request=DELETE --url https://h/a')).toMatchObject({
    method: 'DELETE',
    path: '/a',
  });
});

test('quotes of every kind are taken off', () => {
  expect(parseCurl(`curl h:1/a -d "say \\"x\\" \\$1"`)?.body).toBe('say "x" $1');
  expect(parseCurl(`curl h:1/a -d $'a\\nb\\'c'`)?.body).toBe("a\nb'c");
});

test('other texts are no command', () => {
  expect(parseCurl('GET /_search')).toBeUndefined();
  expect(parseCurl('curl')).toBeUndefined();
  expect(parseCurl('')).toBeUndefined();
});

test('what is copied as curl comes back as the same call', () => {
  const part = fc.stringMatching(/^[\w.~%'$"!-]{1,12}$/);
  const bodies = fc.option(fc.json(), { nil: undefined });
  fc.assert(
    fc.property(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'), part, bodies, (method, name, body) => {
      const call = { method, path: `/${name}/_doc?pretty&x='`, body };
      expect(parseCurl(toCurl(call, 'http://127.0.0.1:9200'))).toEqual(call);
    }),
  );
});
