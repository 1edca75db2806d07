import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { t: { type: 'text' }, k: { type: 'keyword' } };
const shard = searchableShard({
  properties,
  segments: [[{ t: 'hello', k: 'a' }, { t: 'hello' }], [{ k: 'a' }]],
});

test('a profile tells each query of the tree with its text and what it was asked', () => {
  const bool = { must: [{ match: { t: 'hello' } }], filter: [{ term: { k: 'a' } }] };
  const { profile, hits } = searchShards([shard], { profile: true, query: { bool } });
  expect(hits).toHaveLength(1);
  expect(profile).toMatchObject({
    shards: [
      {
        id: '[][test][0]',
        searches: [
          {
            query: [
              {
                type: 'BooleanQuery',
                description: '+t:hello #k:a',
                breakdown: { create_weight_count: 1, build_scorer_count: 2, next_doc_count: 1 },
                children: [
                  { type: 'TermQuery', description: 't:hello', breakdown: { next_doc_count: 2 } },
                  { type: 'TermQuery', description: 'ConstantScore(k:a)', breakdown: { next_doc_count: 2 } },
                ],
              },
            ],
            collector: [{ name: 'TopScoreDocCollector', reason: 'search_top_hits' }],
          },
        ],
      },
    ],
  });
});

test('nothing is profiled where nobody asks', () => {
  expect(searchShards([shard], { profile: false }).profile).toBeUndefined();
});

test('what shards took is told when nothing of the search can fail any more', () => {
  const budget = testBudget({ stepsPerLook: 1 });
  let told = 0;
  const onShard = (): void => {
    told++;
    budget.cancel('it is told');
  };
  searchShards([shard], { profile: true, query: { match: { t: 'hello' } } }, { onShard, budget });
  expect(told).toBe(1);
});
