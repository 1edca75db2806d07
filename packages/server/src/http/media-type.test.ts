import { expect, test } from 'vitest';
import { DialectChooser } from './dialect.ts';
import { contentFormat, wishedFormat } from './media-type.ts';

test.each([
  ['application/json; charset=UTF-8', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.elasticsearch+x-ndjson;compatible-with=8', 'ndjson'],
  ['APPLICATION/YAML', 'yaml'],
  ['application/vnd.elasticsearch+cbor; compatible-with=9', 'cbor'],
  ['text/plain', undefined],
  ['application/x-www-form-urlencoded', undefined],
  ['', undefined],
] as const)('a body of [%s] is %s', (header, format) => {
  expect(contentFormat(header)).toBe(format);
});

test('a header that is no media type is an error of its own', () => {
  expect(() => contentFormat('nonsense')).toThrow('invalid Content-Type header [nonsense]');
});

test('the first usable type of Accept counts, and the parameter before it', () => {
  expect(wishedFormat(undefined, 'text/html, application/yaml;q=0.9')).toEqual({ format: 'yaml' });
  expect(wishedFormat('cbor', 'application/yaml')).toEqual({ format: 'cbor' });
  expect(wishedFormat('nope', undefined)).toBeUndefined();
  expect(wishedFormat(undefined, '*/*')).toBeUndefined();
  expect(wishedFormat(undefined, 'text/plain')).toEqual({ format: 'text' });
});

const compatibility = { mode: 'auto', elasticsearchVersion: '7.17.29', openSearchVersion: '2.19.0' } as const;

test.each([
  ['elasticsearch-py/7.17.9 (Python 3.11)', 'elasticsearch', 7, true],
  ['elasticsearch-java/7.17.9 (Java/21)', 'elasticsearch', 7, true],
  ['elastic/7.0.32 (linux-amd64)', 'elasticsearch', 7, true],
  ['go-elasticsearch/7.17.10 (linux amd64)', 'elasticsearch', 7, true],
  ['elasticsearch-js/8.19.1', 'elasticsearch', 8, false],
  ['Elastic-filebeat/7.17.0', 'elasticsearch', 7, false],
  ['opensearch-js/3.5.1', 'opensearch', 2, false],
  ['opensearch-py/2.8.0 (Python 3.12)', 'opensearch', 2, false],
  ['Mozilla/5.0', 'elasticsearch', 7, false],
] as const)('%s speaks %s %d', (agent, family, major, documentType) => {
  const chooser = new DialectChooser(compatibility);
  expect(chooser.choose({ 'user-agent': agent })).toMatchObject({ family, major, documentType });
});

test('what OpenSearch alone has is shown to all but clients of Elasticsearch', () => {
  const shown = (agent: string, mode: 'auto' | 'elasticsearch' = 'auto') =>
    new DialectChooser({ ...compatibility, mode }).choose({ 'user-agent': agent }).openSearchKeys;
  expect(shown('elasticsearch-py/7.17.9')).toBe(false);
  expect(shown('opensearch-py/2.8.0')).toBe(true);
  expect(shown('curl/8.5.0')).toBe(true);
  expect(shown('curl/8.5.0', 'elasticsearch')).toBe(false);
});

test('what a request says of itself goes before the name of its client; a fixed mode goes before both', () => {
  const headers = {
    accept: 'application/vnd.elasticsearch+json; compatible-with=9',
    'user-agent': 'opensearch-py/2',
  };
  expect(new DialectChooser(compatibility).choose(headers)).toMatchObject({
    family: 'elasticsearch',
    major: 9,
  });
  expect(new DialectChooser({ ...compatibility, mode: 'native' }).choose(headers).family).toBe('native');
});
