import { expect, test } from 'vitest';
import { parseRequests, requestAt, requestsIn } from './console-text.ts';

const text = `# a comment
GET /_cluster/health

POST books/_doc?refresh=true
{
  "title": "GET lost"
}

# between
put https://example.org:9200/a/_bulk
{"index":{}}
{"a":1}
// trailing

`;

test('each head line begins a request, with the lines below as its body', () => {
  expect(parseRequests(text).map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'GET', path: '/_cluster/health', body: '' },
    { method: 'POST', path: '/books/_doc?refresh=true', body: '{\n  "title": "GET lost"\n}' },
    { method: 'PUT', path: '/a/_bulk', body: '{"index":{}}\n{"a":1}' },
  ]);
});

test('offsets frame exactly what belongs to a request', () => {
  const [, post] = parseRequests(text);
  expect(text.slice(post!.from, post!.to)).toBe('POST books/_doc?refresh=true\n{\n  "title": "GET lost"\n}');
  expect(text.slice(post!.bodyFrom).startsWith('{')).toBe(true);
});

test('the request at a place is the one around or before it, at the top the first', () => {
  const requests = parseRequests(text);
  expect(requestAt(requests, 0)?.path).toBe('/_cluster/health');
  expect(requestAt(requests, text.indexOf('lost'))?.method).toBe('POST');
  expect(requestAt(requests, text.length)?.method).toBe('PUT');
  expect(requestAt([], 3)).toBeUndefined();
});

test('a selection takes every request that it touches', () => {
  const requests = parseRequests(text);
  const touched = requestsIn(requests, text.indexOf('health'), text.indexOf('lost'));
  expect(touched.map(({ method }) => method)).toEqual(['GET', 'POST']);
  expect(requestsIn(requests, 0, 5)).toHaveLength(1);
});

test('a head line inside a text in three quotes is text', () => {
  const quoted = 'POST /a\n{"script": """\nGET /b\n"""}\nGET /c';
  expect(parseRequests(quoted).map(({ path }) => path)).toEqual(['/a', '/c']);
});
