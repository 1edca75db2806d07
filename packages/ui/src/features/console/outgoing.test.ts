import { routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import { outgoingCall } from './outgoing.ts';

const call = (method: string, path: string, body = '') => outgoingCall({ method, path, body }, routeTable);

test('a call without a body goes as it is', () => {
  expect(call('GET', '/_cluster/health')).toEqual({ method: 'GET', path: '/_cluster/health' });
});

test('GET with a body becomes POST where the endpoint takes both', () => {
  expect(call('GET', '/books/_search', '{}')).toEqual({
    method: 'POST',
    path: '/books/_search',
    body: '{}',
    contentType: 'application/json',
    changed: 'post',
  });
});

test('GET with a body goes as a parameter where POST means something else or nothing', () => {
  expect(call('GET', '/_nowhere?a=1', '{"b": 2}')).toEqual({
    method: 'GET',
    path: '/_nowhere?a=1&source=%7B%22b%22%3A%202%7D&source_content_type=application%2Fjson',
    changed: 'source',
  });
});

test('an endpoint of lines gets lines', () => {
  expect(call('POST', '/_bulk', '{"delete": {"_index": "a", "_id": "1"}}')).toMatchObject({
    body: '{"delete":{"_index":"a","_id":"1"}}\n',
    contentType: 'application/x-ndjson',
  });
});
