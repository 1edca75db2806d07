import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  const texts = ['red fox', 'red dog', 'blue fox', 'red red', 'red'];
  for (const [i, t] of texts.entries()) {
    await app.call('PUT', `/r/_doc/${i + 1}?refresh=true`, { body: { t, n: i } });
  }
});
afterAll(() => app.close());

const rating = (id: string, value: number) => ({ _index: 'r', _id: id, rating: value });
const red = {
  id: 'red',
  request: { query: { match: { t: 'red' } } },
  ratings: [rating('1', 3), rating('2', 0), rating('9', 2)],
};
const fox = {
  id: 'fox',
  request: { query: { match: { t: 'fox' } } },
  ratings: [rating('1', 1), rating('3', 2)],
};

async function ask(body: object, path = '/r/_rank_eval') {
  return (await app.call('POST', path, { body })).json<Record<string, unknown>>();
}

async function scores(metric: object): Promise<readonly unknown[]> {
  const { metric_score: mean, details } = await ask({ requests: [red, fox], metric });
  const each = details as Record<string, { metric_score: number; metric_details: object }>;
  return [mean, each.red!.metric_score, each.fox!.metric_score, each.red!.metric_details];
}

test('the metrics are those of OpenSearch, with its numbers', async () => {
  const precision = { relevant_docs_retrieved: 1, docs_retrieved: 4 };
  expect(await scores({ precision: {} })).toEqual([0.625, 0.25, 1, { precision }]);
  const recall = { relevant_docs_retrieved: 1, relevant_docs: 2 };
  expect(await scores({ recall: {} })).toEqual([0.75, 0.5, 1, { recall }]);
  expect(await scores({ mean_reciprocal_rank: {} })).toEqual([
    0.6666666666666666,
    0.3333333333333333,
    1,
    { mean_reciprocal_rank: { first_relevant: 3 } },
  ]);
  const dcg = { dcg: 0, ideal_dcg: 8.892789260714371, normalized_dcg: 0, unrated_docs: 2 };
  expect(await scores({ dcg: { k: 2, normalize: true } })).toEqual([
    0.3983537904952534,
    0,
    0.7967075809905068,
    { dcg },
  ]);
  expect(
    await scores({ expected_reciprocal_rank: { maximum_relevance: 3, unknown_doc_rating: 1, k: 2 } }),
  ).toEqual([0.234375, 0.1796875, 0.2890625, { expected_reciprocal_rank: { unrated_docs: 2 } }]);
});

test('hits are shown with their ratings, without their documents but for the fields that are asked for', async () => {
  const request = { ...fox, ratings: [rating('3', 2)], summary_fields: ['t'] };
  const { details, failures } = await ask({ requests: [request], metric: { precision: { k: 5 } } });
  expect(failures).toEqual({});
  expect(details).toMatchObject({
    fox: {
      unrated_docs: [{ _index: 'r', _id: '1' }],
      hits: [
        { hit: { _index: 'r', _id: '1', _source: { t: 'red fox' } }, rating: null },
        { hit: { _index: 'r', _id: '3', _source: { t: 'blue fox' } }, rating: 2 },
      ],
    },
  });
});

test('a template is filled in for each request, and a search that fails is told beside the others', async () => {
  const templates = [{ id: 'm', template: { source: { query: { match: { t: '{{word}}' } } } } }];
  const requests = [
    { id: 'a', template_id: 'm', params: { word: 'fox' }, ratings: [rating('1', 1)] },
    { id: 'b', request: { query: { range: { n: { gte: 'x' } } } }, ratings: [] },
  ];
  const answer = await ask({ requests, templates, metric: { precision: {} } });
  expect(answer).toMatchObject({
    metric_score: 0.5,
    details: { a: { metric_score: 0.5 } },
    failures: { b: { error: { root_cause: [{ type: 'query_shard_exception' }] } } },
  });
  expect((await ask({ requests: [red], metric: { dcg: {} } }, '/nope/_rank_eval')).metric_score).toBe('NaN');
});

test.each([
  [{ requests: [red] }, 'Required [metric]'],
  [{ metric: { dcg: {} } }, 'Required [requests]'],
  [{ requests: [], metric: { dcg: {} } }, 'Cannot evaluate ranking if no search requests'],
  [{ requests: [red], metric: { foo: {} } }, 'unknown field [foo]'],
  [{ requests: [red], metric: { dcg: { k: 0 } } }, 'Window size k must be positive.'],
  [{ requests: [red], metric: { dcg: {}, precision: {} } }, 'expecting token of type [END_OBJECT]'],
  [{ requests: [red], metric: { dcg: null } }, '[dcg] Expected START_OBJECT but was: VALUE_NULL'],
  [{ requests: [red], metric: { precision: 1 } }, '[precision] Expected START_OBJECT but was: VALUE_NUMBER'],
  [{ requests: [red], metric: { expected_reciprocal_rank: {} } }, 'Required [maximum_relevance]'],
  [{ requests: [{ ...red, x: 1 }], metric: { dcg: {} } }, '[request] unknown field [x]'],
  [{ requests: [{ ...red, request: { nope: 1 } }], metric: { dcg: {} } }, 'nope'],
  [
    { requests: [{ ...red, ratings: [rating('1', 1), rating('1', 2)] }], metric: { dcg: {} } },
    'Found duplicate rated document key [{"_index":"r","_id":"1"}] in evaluation request [red]',
  ],
  [
    { requests: [{ ...red, request: { aggs: {} } }], metric: { dcg: {} } },
    'Query in rated requests should not contain aggregations.',
  ],
  [
    { requests: [{ id: 'a', template_id: 'm', params: { a: 1 }, ratings: [] }], metric: { dcg: {} } },
    'request id: a',
  ],
  [{ requests: [red], metric: { dcg: {} }, max_concurrent_searches: 0 }, 'must be positive'],
])('what cannot be read is refused: %#', async (body, reason) => {
  const answer = await ask(body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer).replaceAll('\\"', '"')).toContain(reason);
});

test('searches have doubles among the parameters of their scripts', async () => {
  const script = '{"source":"params.a / 4","params":{"a":2.0}}';
  const request = `{"query":{"script_score":{"query":{"match":{"t":"blue"}},"script":${script}}}}`;
  const body = `{"requests":[{"id":"x","request":${request},"ratings":[]}],"metric":{"precision":{"k":1}}}`;
  const answer = await app.call('POST', '/r/_rank_eval', { body });
  expect(answer.json()).toMatchObject({ details: { x: { hits: [{ hit: { _id: '3', _score: 0.5 } }] } } });
});
