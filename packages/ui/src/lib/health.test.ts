import { expect, test } from 'vitest';
import { healthAdvice, healthSentence, parseHealth, troubledIndices } from './health.ts';
import { translate } from './messages/messages.ts';

function sentence(answer: object): string {
  const { key, values } = healthSentence(parseHealth(answer));
  return translate('en', key, values);
}

const oneNode = { number_of_nodes: 1, number_of_data_nodes: 1 };

test('yellow on one node says that replicas have no second node', () => {
  const answer = { ...oneNode, status: 'yellow', active_shards: 12, unassigned_shards: 12 };
  expect(sentence(answer)).toBe('Yellow: 12 replicas have no second node to live on');
  expect(healthAdvice(parseHealth(answer))?.key).toBe('health.adviceAlone');
});

test('one replica is said in the singular', () => {
  const answer = { ...oneNode, status: 'yellow', active_shards: 1, unassigned_shards: 1 };
  expect(sentence(answer)).toBe('Yellow: 1 replica has no second node to live on');
});

test('yellow on several nodes names how many could have taken the replicas', () => {
  const answer = { status: 'yellow', number_of_data_nodes: 3, active_shards: 5, unassigned_shards: 2 };
  expect(sentence(answer)).toBe('Yellow: 2 replicas have no place on the 3 data nodes');
});

test('yellow while replicas are being copied asks for nothing but patience', () => {
  const answer = { ...oneNode, status: 'yellow', active_shards: 5, initializing_shards: 2 };
  expect(sentence(answer)).toBe('Yellow: 2 replicas are being built');
  expect(healthAdvice(parseHealth(answer))).toBeUndefined();
});

test('red tells missing primaries from primaries that are starting', () => {
  expect(sentence({ status: 'red', unassigned_shards: 3 })).toBe(
    'Red: 3 shards are not assigned, primaries among them',
  );
  expect(sentence({ status: 'red', initializing_shards: 1 })).toBe('Red: 1 shard is starting');
});

test('red while primaries are being opened does not call the replicas beside them lost', () => {
  const answer = { ...oneNode, status: 'red', initializing_shards: 1, unassigned_shards: 12 };
  expect(sentence(answer)).toBe('Red: 1 shard is starting, 12 shards are not assigned');
  expect(healthAdvice(parseHealth(answer))).toBeUndefined();
});

test('green says so with and without indices', () => {
  expect(sentence({ status: 'green', active_shards: 1 })).toBe('Green: all 1 shard is in place');
  expect(sentence({ status: 'green', active_shards: 0 })).toBe('Green: ready, and no index yet');
});

test('an answer of another shape is an unknown state, not a crash', () => {
  for (const answer of [null, 7, 'x', [], { status: 'mauve' }]) {
    expect(sentence(answer as object)).toBe('The state of the cluster is not known');
  }
});

test('the indices behind a state are listed worst first, then by name', () => {
  const index = (status: string) => ({ status, number_of_replicas: 1, unassigned_shards: 1 });
  const health = parseHealth({
    status: 'red',
    indices: { b: index('yellow'), a: index('green'), d: index('red'), c: index('red') },
  });
  expect(troubledIndices(health).map((each) => each.name)).toEqual(['c', 'd', 'b']);
});
