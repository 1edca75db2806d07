// A session as an application holds it with a library in JavaScript.
import { client, errors, isOpenSearch } from './connect.mjs';
import { assert, mappings, products, step, templateBody } from './steps.mjs';

const index = 'session-products';
const all = { query: { match_all: {} } };
const taskOver = { waitForCompletion: true, timeout: '20s' };

await step('connect', async () => {
  const { body } = await client.info();
  assert.ok(body.version.number);
  assert.equal((await client.ping()).body, true);
});
await step('create an index', async () => {
  const { body } = await client.indices.create({
    index,
    body: { settings: { number_of_shards: 2, number_of_replicas: 0 }, mappings },
  });
  assert.equal(body.acknowledged, true);
  assert.equal((await client.indices.exists({ index })).body, true);
  assert.equal((await client.indices.exists({ index: 'session-none' })).body, false);
});
await step('typed errors', async () => {
  await assert.rejects(client.indices.create({ index }), (error) => {
    assert.ok(error instanceof errors.ResponseError);
    assert.equal(error.statusCode, 400);
    return error.meta.body.error.type === 'resource_already_exists_exception';
  });
  await assert.rejects(client.get({ index, id: 'none' }), (error) => error.statusCode === 404);
  await assert.rejects(client.search({ index: 'session-none' }), (error) => {
    return error.meta.body.error.type === 'index_not_found_exception';
  });
  const wrong = { index, body: { query: { no_such_query: {} } } };
  await assert.rejects(client.search(wrong), (error) => error.meta.body.error.type === 'parsing_exception');
});
await step('one document', async () => {
  const made = await client.index({ index, id: '0', body: { name: 'Kettle', price: 20 }, refresh: true });
  assert.equal(made.body.result, 'created');
  await assert.rejects(client.create({ index, id: '0', body: {} }), (error) => error.statusCode === 409);
  assert.equal((await client.exists({ index, id: '0' })).body, true);
  assert.equal((await client.getSource({ index, id: '0' })).body.name, 'Kettle');
  const updated = await client.update({ index, id: '0', body: { doc: { price: 21 } } });
  assert.equal(updated.body.result, 'updated');
  const upserted = await client.update({ index, id: '00', body: { doc: { price: 1 }, doc_as_upsert: true } });
  assert.equal(upserted.body.result, 'created');
  const { body } = await client.mget({ index, body: { ids: ['0', '00', 'none'] } });
  assert.deepEqual(
    body.docs.map((doc) => doc.found),
    [true, true, false],
  );
  assert.equal((await client.delete({ index, id: '00', refresh: true })).body.result, 'deleted');
  assert.equal((await client.delete({ index, id: '0', refresh: true })).body.result, 'deleted');
});
await step('bulk helper', async () => {
  const result = await client.helpers.bulk({
    datasource: products,
    onDocument: ({ id }) => ({ index: { _index: index, _id: id } }),
    refreshOnCompletion: index,
  });
  assert.equal(result.successful, products.length);
  assert.equal((await client.count({ index })).body.count, products.length);
});
await step('search', async () => {
  const { body } = await client.search({
    index,
    body: {
      query: { bool: { must: { match: { text: 'tea' } }, filter: { range: { price: { lt: 28 } } } } },
      sort: [{ price: 'asc' }, '_score'],
      _source: ['name', 'price'],
      track_total_hits: true,
    },
  });
  assert.deepEqual(
    body.hits.hits.map((hit) => hit._id),
    ['4', '1'],
  );
  assert.deepEqual(Object.keys(body.hits.hits[0]._source).sort(), ['name', 'price']);
});
await step('search helper', async () => {
  const found = await client.helpers.search({ index, body: all });
  assert.equal(found.length, products.length);
});
await step('several searches', async () => {
  const { body } = await client.msearch({ body: [{ index }, { ...all, size: 1 }, { index }, { size: 0 }] });
  assert.deepEqual(
    body.responses.map((response) => response.hits.hits.length),
    [1, 0],
  );
});
await step('aggregations', async () => {
  const { body } = await client.search({
    index,
    body: {
      size: 0,
      aggs: {
        tags: { terms: { field: 'tags' }, aggs: { price: { avg: { field: 'price' } } } },
        months: { date_histogram: { field: 'day', calendar_interval: 'month' } },
      },
    },
  });
  assert.deepEqual(
    body.aggregations.tags.buckets.map((bucket) => bucket.key),
    ['tea', 'coffee', 'kitchen'],
  );
  assert.deepEqual(
    body.aggregations.months.buckets.map((bucket) => bucket.doc_count),
    [2, 2],
  );
});
await step('percentiles and composite', async () => {
  const sources = [{ tag: { terms: { field: 'tags' } } }, { name: { terms: { field: 'name.raw' } } }];
  const first = await client.search({
    index,
    body: {
      size: 0,
      aggs: {
        pages: { composite: { size: 4, sources } },
        price: { percentiles: { field: 'price', percents: [50] } },
      },
    },
  });
  assert.equal(first.body.aggregations.pages.buckets.length, 4);
  assert.equal(first.body.aggregations.price.values['50.0'], 30);
  const after = first.body.aggregations.pages.after_key;
  const next = await client.search({
    index,
    body: { size: 0, aggs: { pages: { composite: { size: 4, sources, after } } } },
  });
  assert.equal(next.body.aggregations.pages.buckets.length, 3);
});
await step('highlight', async () => {
  const { body } = await client.search({
    index,
    body: { query: { match: { text: 'dishwasher' } }, highlight: { fields: { text: {} } } },
  });
  assert.deepEqual(body.hits.hits[0].highlight.text, ['A red teapot, <em>dishwasher</em> proof']);
});
await step('query_string', async () => {
  const body = { query: { query_string: { query: 'text:coffee AND NOT name:mill', default_field: 'text' } } };
  const found = await client.search({ index, body });
  assert.deepEqual(
    found.body.hits.hits.map((hit) => hit._id),
    ['4'],
  );
});
await step('scroll helper', async () => {
  const seen = [];
  const pages = client.helpers.scrollSearch({ index, body: { ...all, size: 2 } });
  for await (const page of pages) seen.push(...page.documents.map((document) => document.id));
  assert.equal(new Set(seen).size, products.length);
});
await step('scroll', async () => {
  const first = await client.search({ index, scroll: '1m', size: 3, sort: '_doc', body: all });
  const next = await client.scroll({ body: { scroll_id: first.body._scroll_id, scroll: '1m' } });
  assert.equal(next.body.hits.hits.length, 1);
  const cleared = await client.clearScroll({ body: { scroll_id: [next.body._scroll_id] } });
  assert.equal(cleared.body.succeeded, true);
});
await step('point in time', async () => {
  const opened = isOpenSearch
    ? await client.createPit({ index, keep_alive: '1m' })
    : await client.openPointInTime({ index, keep_alive: '1m' });
  const id = opened.body.pit_id ?? opened.body.id;
  const ask = { ...all, size: 3, pit: { id, keep_alive: '1m' }, sort: [{ price: 'asc' }] };
  const first = await client.search({ body: ask });
  assert.equal(first.body.hits.hits.length, 3);
  const next = await client.search({ body: { ...ask, search_after: first.body.hits.hits[2].sort } });
  assert.equal(next.body.hits.hits.length, 1);
  if (isOpenSearch) await client.deletePit({ body: { pit_id: [id] } });
  else await client.closePointInTime({ body: { id } });
});
await step('reindex', async () => {
  const { body } = await client.reindex({
    refresh: true,
    body: { source: { index, query: { term: { tags: 'tea' } } }, dest: { index: 'session-copy' } },
  });
  assert.equal(body.created, 3);
});
await step('reindex as a task', async () => {
  const started = await client.reindex({
    wait_for_completion: false,
    body: { source: { index }, dest: { index: 'session-copy' } },
  });
  const { body } = await client.tasks.get({
    task_id: started.body.task,
    wait_for_completion: taskOver.waitForCompletion,
    timeout: taskOver.timeout,
  });
  assert.equal(body.completed, true);
  assert.equal(body.response.total, products.length);
});
await step('by query', async () => {
  await client.indices.refresh({ index: 'session-copy' });
  const updated = await client.updateByQuery({ index: 'session-copy', refresh: true, conflicts: 'proceed' });
  assert.equal(updated.body.updated, products.length);
  const deleted = await client.deleteByQuery({
    index: 'session-copy',
    refresh: true,
    body: { query: { term: { tags: 'tea' } } },
  });
  assert.equal(deleted.body.deleted, 3);
});
await step('scripted update', async () => {
  const script = { lang: 'painless', source: 'ctx._source.price += params.more', params: { more: 1 } };
  await client.update({ index, id: '4', body: { script }, refresh: true });
  assert.equal((await client.get({ index, id: '4' })).body._source.price, 9);
});
await step('index template', async () => {
  await client.indices.putIndexTemplate({ name: 'session-logs', body: templateBody });
  await client.index({ index: 'session-logs-1', body: { level: 'warn' }, refresh: true });
  const mapping = (await client.indices.getMapping({ index: 'session-logs-1' })).body;
  assert.equal(mapping['session-logs-1'].mappings.properties.level.type, 'keyword');
  await client.indices.deleteIndexTemplate({ name: 'session-logs' });
});
await step('legacy template', async () => {
  const body = { index_patterns: ['session-old-*'], settings: { number_of_shards: 2 } };
  await client.indices.putTemplate({ name: 'session-old', body });
  assert.equal((await client.indices.existsTemplate({ name: 'session-old' })).body, true);
  await client.indices.deleteTemplate({ name: 'session-old' });
});
await step('component template', async () => {
  const body = { template: { settings: { number_of_shards: 1 } } };
  await client.cluster.putComponentTemplate({ name: 'session-part', body });
  const found = (await client.cluster.getComponentTemplate({ name: 'session-part' })).body;
  assert.equal(found.component_templates[0].name, 'session-part');
  await client.cluster.deleteComponentTemplate({ name: 'session-part' });
});
await step('aliases', async () => {
  const actions = [{ add: { index, alias: 'session-shop', is_write_index: true } }];
  await client.indices.updateAliases({ body: { actions } });
  assert.equal((await client.indices.existsAlias({ name: 'session-shop' })).body, true);
  assert.equal((await client.count({ index: 'session-shop' })).body.count, products.length);
});
await step('rollover', async () => {
  await client.indices.create({ index: 'session-roll-000001', body: { aliases: { 'session-roll': {} } } });
  const { body } = await client.indices.rollover({
    alias: 'session-roll',
    body: { conditions: { max_docs: 100 } },
  });
  assert.equal(body.rolled_over, false);
});
await step('pipeline', async () => {
  const body = { processors: [{ set: { field: 'seen', value: true } }] };
  await client.ingest.putPipeline({ id: 'session-seen', body });
  await client.index({ index, id: '9', pipeline: 'session-seen', body: { price: 3 }, refresh: true });
  assert.equal((await client.get({ index, id: '9' })).body._source.seen, true);
  await client.delete({ index, id: '9', refresh: true });
});
await step('suggest and collapse', async () => {
  const { body } = await client.search({
    index,
    body: {
      collapse: { field: 'tags' },
      query: { term: { name: 'mill' } },
      suggest: { near: { text: 'cofee', term: { field: 'text' } } },
    },
  });
  assert.equal(body.suggest.near[0].options[0].text, 'coffee');
});
await step('search template', async () => {
  const source = '{"query":{"term":{"tags":"{{tag}}"}}}';
  const { body } = await client.searchTemplate({ index, body: { source, params: { tag: 'coffee' } } });
  assert.equal(body.hits.total.value, 2);
});
await step('explain, terms, fields', async () => {
  const body = { query: { match: { text: 'coffee' } } };
  assert.equal((await client.explain({ index, id: '3', body })).body.matched, true);
  const terms = await client.termvectors({ index, id: '3', fields: ['text'] });
  assert.equal(terms.body.term_vectors.text.terms.coffee.term_freq, 1);
  const caps = await client.fieldCaps({ index, fields: 'price' });
  assert.equal(caps.body.fields.price.double.aggregatable, true);
});
await step('nested and geo_point', async () => {
  const properties = { place: { type: 'geo_point' }, parts: { type: 'nested' } };
  await client.indices.create({ index: 'session-places', body: { mappings: { properties } } });
  const document = {
    place: { lat: 48.1, lon: 11.6 },
    parts: [
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
    ],
  };
  await client.index({ index: 'session-places', body: document, refresh: true });
  const near = { geo_distance: { distance: '10km', place: '48.14,11.58' } };
  assert.equal((await client.count({ index: 'session-places', body: { query: near } })).body.count, 1);
  const both = [{ match: { 'parts.name': 'a' } }, { term: { 'parts.n': 2 } }];
  const nested = { nested: { path: 'parts', query: { bool: { must: both } } } };
  assert.equal((await client.count({ index: 'session-places', body: { query: nested } })).body.count, 0);
});
await step('operations', async () => {
  assert.ok((await client.cluster.health()).body.status);
  assert.ok((await client.cluster.stats()).body.indices);
  assert.ok((await client.nodes.stats()).body.nodes);
  assert.ok((await client.nodes.info()).body.nodes);
  assert.ok((await client.cat.indices({ format: 'json' })).body.length > 0);
  assert.ok((await client.indices.stats({ index })).body._all);
  await client.indices.putSettings({ index, body: { index: { refresh_interval: '2s' } } });
  await client.indices.forcemerge({ index, max_num_segments: 1 });
  await client.indices.close({ index });
  await client.indices.open({ index });
});
await step('delete indices', async () => {
  const names = 'session-products,session-copy,session-logs-1,session-roll-000001,session-places';
  const { body } = await client.indices.delete({ index: names, ignore_unavailable: true });
  assert.equal(body.acknowledged, true);
});
