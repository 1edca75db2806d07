import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const docs = [
  { p: '48.1,11.5', ne: [{ q: '1,1' }, { q: '50,50' }] },
  { p: ['52.5,13.4', '40.7,-74'], ne: { q: '2,2' } },
  {},
  { p: '-17,179.9' },
];
const shard = searchableShard({
  properties: {
    p: { type: 'geo_point' },
    ne: { type: 'nested', properties: { q: { type: 'geo_point' } } },
  },
  segments: [docs.slice(0, 1), docs.slice(1)],
});

function sorted(sort: Readonly<Record<string, unknown>>, more = {}): string[] {
  const { hits } = searchShards([shard], { sort: [{ _geo_distance: sort }], ...more });
  return hits.map(({ id, sort: values }) => {
    const metres = Number((values![0] as { value: number }).value);
    return `${id} ${Number.isFinite(metres) ? Math.round(metres / 1000) : 'far'}`;
  });
}

test('documents are in the order of their distances, those without a point are the farthest', () => {
  const munich = { p: [11.5, 48.1] };
  expect(sorted(munich)).toEqual(['1 0', '2 507', '4 16399', '3 far']);
  expect(sorted({ ...munich, order: 'desc' })).toEqual(['3 far', '4 16399', '2 6486', '1 0']);
  expect(sorted({ ...munich, mode: 'max' })).toEqual(['1 0', '2 6486', '4 16399', '3 far']);
  const two = { p: ['48.1,11.5', '40.7,-74'] };
  expect(sorted(two)).toEqual(['1 0', '2 0', '4 12572', '3 far']);
});

test('distances on a plane are told of all but the nearest metres from one point', () => {
  const plane = { p: [11.5, 48.1], distance_type: 'plane' };
  expect(sorted(plane)).toEqual(['1 0', '2 507', '4 16399', '3 far']);
  expect(sorted({ ...plane, mode: 'max' })).toEqual(['1 0', '2 6842', '4 19438', '3 far']);
  const kilometres = searchShards([shard], { sort: [{ _geo_distance: { ...plane, unit: 'km' } }] }).hits[1]!;
  expect(Math.round(Number((kilometres.sort![0] as { value: number }).value))).toBe(508);
});

test('a search goes on behind a distance', () => {
  expect(sorted({ p: [11.5, 48.1] }, { search_after: [1000] })).toEqual(['2 507', '4 16399', '3 far']);
  expect(sorted({ p: [11.5, 48.1] }, { search_after: ['Infinity'] })).toEqual([]);
});

test('the nearest of the objects within a document counts', () => {
  const nested = { path: 'ne' };
  expect(sorted({ 'ne.q': '2,2', nested }).slice(0, 2)).toEqual(['2 0', '1 157']);
  const filter = { exists: { field: 'ne.q' } };
  expect(sorted({ 'ne.q': '1,1', nested: { ...nested, filter } }).slice(0, 2)).toEqual(['1 0', '2 157']);
});

test('the distance is asked from more points than a function takes arguments', () => {
  const many = Array.from({ length: 150_000 }, () => [11.5, 48.1]);
  expect(sorted({ p: many })).toEqual(sorted({ p: [11.5, 48.1] }));
});
