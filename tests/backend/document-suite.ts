import { expect, test } from 'vitest';
import { at, type Client } from '../support/client.ts';

/** What single documents and bulks must do over any backend. `client` may be asked once the suite runs. */
export function documentSuite(client: () => Client): void {
  const call: Client['call'] = (...args) => client().call(...args);

  test('a document is created, read, replaced and deleted, and each step counts the version', async () => {
    const created = await call('PUT', '/docs/_doc/1?refresh=true', { title: 'one', price: 1.5 });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      _index: 'docs',
      _id: '1',
      _version: 1,
      result: 'created',
      forced_refresh: true,
      _shards: { total: 1, successful: 1, failed: 0 },
      _seq_no: 0,
      _primary_term: 1,
    });
    expect(created.headers.get('location')).toBe('/docs/_doc/1');
    const read = await call('GET', '/docs/_doc/1');
    expect(read.body).toMatchObject({ found: true, _version: 1, _source: { title: 'one', price: 1.5 } });
    const replaced = await call('PUT', '/docs/_doc/1', { title: 'uno' });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({ _version: 2, result: 'updated', _seq_no: 1 });
    const deleted = await call('DELETE', '/docs/_doc/1');
    expect(deleted.body).toMatchObject({ _version: 3, result: 'deleted', _seq_no: 2 });
    const gone = await call('GET', '/docs/_doc/1');
    expect(gone.status).toBe(404);
    expect(gone.body).toEqual({ _index: 'docs', _id: '1', found: false });
    const again = await call('DELETE', '/docs/_doc/1');
    expect(again.status).toBe(404);
    expect(again.body).toMatchObject({ result: 'not_found' });
  });

  test('a read by id sees a write that no refresh has shown, a search does not until then', async () => {
    await call('PUT', '/fresh', { settings: { number_of_replicas: 0, refresh_interval: '-1' } });
    await call('PUT', '/fresh/_doc/1', { a: 1 });
    expect((await call('GET', '/fresh/_doc/1')).body).toMatchObject({ found: true });
    expect((await call('GET', '/fresh/_doc/1?realtime=false')).status).toBe(404);
    expect(at((await call('GET', '/fresh/_count')).body, 'count')).toBe(0);
    expect((await call('POST', '/fresh/_refresh')).body).toEqual({
      _shards: { total: 1, successful: 1, failed: 0 },
    });
    expect(at((await call('GET', '/fresh/_count')).body, 'count')).toBe(1);
    await call('DELETE', '/fresh');
  });

  test('refresh=wait_for answers when the document can be found', async () => {
    const answer = await call('PUT', '/docs/_doc/waits?refresh=wait_for', { title: 'waits' });
    expect(answer.body).not.toHaveProperty('forced_refresh');
    const found = await call('POST', '/docs/_count', { query: { ids: { values: ['waits'] } } });
    expect(at(found.body, 'count')).toBe(1);
  });

  test('optimistic concurrency: the second of two writers of one state is refused', async () => {
    const first = await call('PUT', '/docs/_doc/occ', { n: 1 });
    const [seqNo, term] = [at(first.body, '_seq_no'), at(first.body, '_primary_term')];
    const path = `/docs/_doc/occ?if_seq_no=${seqNo}&if_primary_term=${term}`;
    expect((await call('PUT', path, { n: 2 })).status).toBe(200);
    const refused = await call('PUT', path, { n: 3 });
    expect(refused.status).toBe(409);
    expect(at(refused.body, 'error.type')).toBe('version_conflict_engine_exception');
    expect(at(refused.body, 'error.reason')).toMatch(
      new RegExp(
        `^\\[occ\\]: version conflict, required seqNo \\[${seqNo}\\], primary term \\[1\\]. current document has seqNo \\[\\d+\\] and primary term \\[1\\]$`,
      ),
    );
  });

  test('create refuses an id that is taken, by path and by parameter', async () => {
    await call('PUT', '/docs/_doc/taken', {});
    for (const path of ['/docs/_create/taken', '/docs/_doc/taken?op_type=create']) {
      const refused = await call('PUT', path, {});
      expect(refused.status).toBe(409);
      expect(at(refused.body, 'error.reason')).toMatch(
        /^\[taken\]: version conflict, document already exists/,
      );
    }
  });

  test('external versions are kept and must grow', async () => {
    expect((await call('PUT', '/docs/_doc/ext?version=7&version_type=external', {})).body).toMatchObject({
      _version: 7,
    });
    expect((await call('PUT', '/docs/_doc/ext?version=7&version_type=external', {})).status).toBe(409);
    expect((await call('PUT', '/docs/_doc/ext?version=7&version_type=external_gte', {})).status).toBe(200);
    expect((await call('PUT', '/docs/_doc/ext?version=9&version_type=external', {})).body).toMatchObject({
      _version: 9,
    });
  });

  test('an update merges, notices that nothing changes, upserts, and refuses what is missing', async () => {
    await call('PUT', '/docs/_doc/upd', { a: 1, o: { x: 1 } });
    const merged = await call('POST', '/docs/_update/upd', { doc: { o: { y: 2 } } });
    expect(merged.body).toMatchObject({ result: 'updated', _version: 2 });
    const same = await call('POST', '/docs/_update/upd', { doc: { o: { y: 2 } } });
    expect(same.body).toMatchObject({
      result: 'noop',
      _version: 2,
      _shards: { total: 0, successful: 0, failed: 0 },
    });
    expect((await call('GET', '/docs/_source/upd')).body).toEqual({ a: 1, o: { x: 1, y: 2 } });
    const missing = await call('POST', '/docs/_update/nobody', { doc: { a: 1 } });
    expect(missing.status).toBe(404);
    expect(at(missing.body, 'error.type')).toBe('document_missing_exception');
    const upserted = await call('POST', '/docs/_update/nobody', { doc: { a: 1 }, doc_as_upsert: true });
    expect(upserted.body).toMatchObject({ result: 'created', _version: 1 });
    const other = await call('POST', '/docs/_update/else?_source=true', { doc: { b: 2 }, upsert: { c: 3 } });
    expect(other.body).toMatchObject({ result: 'created', get: { found: true, _source: { c: 3 } } });
  });

  test('a bulk answers item by item, in order, whatever fails among them', async () => {
    const body = [
      { index: { _index: 'bulked', _id: '1' } },
      { n: 1 },
      { create: { _index: 'bulked', _id: '1' } },
      { n: 2 },
      { update: { _index: 'bulked', _id: '1' } },
      { doc: { m: 3 } },
      { index: { _index: 'bulked', _id: '2' } },
      { n: 'not a number' },
      { delete: { _index: 'bulked', _id: '9' } },
      { delete: { _index: 'bulked', _id: '1' } },
    ];
    const answer = await call(
      'POST',
      '/_bulk?refresh=true',
      `${body.map((line) => JSON.stringify(line)).join('\n')}\n`,
    );
    expect(answer.status).toBe(200);
    const items = at(answer.body, 'items') as readonly Record<string, { status: number }>[];
    expect(at(answer.body, 'errors')).toBe(true);
    expect(
      items.map((item) => Object.entries(item).map(([kind, result]) => `${kind} ${result.status}`)[0]),
    ).toEqual(['index 201', 'create 409', 'update 200', 'index 400', 'delete 404', 'delete 200']);
    expect(at(items[3], 'index.error.type')).toBe('mapper_parsing_exception');
    expect(at(items[3], 'index.error.reason')).toBe(
      "failed to parse field [n] of type [long] in document with id '2'. Preview of field's value: 'not a number'",
    );
  });

  test('ids are made where none is given, and a bulk without its last newline is refused', async () => {
    const made = await call('POST', '/docs/_doc', { title: 'made' });
    expect(at(made.body, '_id')).toMatch(/^[A-Za-z0-9_-]{20}$/);
    const cut = await call('POST', '/docs/_bulk', '{"index":{}}\n{"a":1}', {
      'content-type': 'application/x-ndjson',
    });
    expect(cut.status).toBe(400);
    expect(at(cut.body, 'error.reason')).toBe('The bulk request must be terminated by a newline [\\n]');
  });

  test('multi get gives found, missing and failed ones in order', async () => {
    await call('PUT', '/docs/_doc/m1', { a: 1, b: 2 });
    const docs = [
      { _index: 'docs', _id: 'm1', _source: ['b'] },
      { _index: 'docs', _id: 'none' },
      { _index: 'nowhere', _id: '1' },
    ];
    const answer = await call('POST', '/_mget', { docs });
    expect(at(answer.body, 'docs.0')).toMatchObject({ found: true, _source: { b: 2 } });
    expect(at(answer.body, 'docs.1')).toEqual({ _index: 'docs', _id: 'none', found: false });
    expect(at(answer.body, 'docs.2.error.type')).toBe('index_not_found_exception');
    const short = await call('POST', '/docs/_mget', { ids: ['m1', 'none'] });
    expect(at(short.body, 'docs.0.found')).toBe(true);
  });

  test('exists answers without a body, the source alone is the document as it was sent', async () => {
    await call('PUT', '/docs/_doc/raw', '{"a" : 1.0,  "b": [ 1, 2 ]}');
    const head = await call('HEAD', '/docs/_doc/raw');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await call('HEAD', '/docs/_doc/none')).status).toBe(404);
    expect((await call('HEAD', '/docs/_source/none')).status).toBe(404);
    expect((await call('GET', '/docs/_doc/raw?_source_includes=b')).body).toMatchObject({
      _source: { b: [1, 2] },
    });
    expect((await call('GET', '/docs/_doc/raw?_source=false')).body).not.toHaveProperty('_source');
  });

  test('routing decides the shard, and a read needs the same', async () => {
    await call('PUT', '/routed', { settings: { number_of_shards: 5, number_of_replicas: 0 } });
    await call('PUT', '/routed/_doc/1?routing=kimchy&refresh=true', { a: 1 });
    expect((await call('GET', '/routed/_doc/1?routing=kimchy')).body).toMatchObject({
      found: true,
      _routing: 'kimchy',
    });
    expect((await call('POST', '/routed/_search')).body).toMatchObject({
      hits: { total: { value: 1 } },
      _shards: { total: 5 },
    });
    await call('DELETE', '/routed');
  });

  test('a strict mapping refuses what it does not know, a dynamic one learns it', async () => {
    await call('PUT', '/strict', { mappings: { dynamic: 'strict', properties: { a: { type: 'keyword' } } } });
    const refused = await call('PUT', '/strict/_doc/1', { a: 'x', b: 1 });
    expect(refused.status).toBe(400);
    expect(at(refused.body, 'error.type')).toBe('strict_dynamic_mapping_exception');
    await call('PUT', '/learning/_doc/1', {
      s: 'text',
      n: 1,
      f: 1.5,
      d: '2020-01-01',
      b: true,
      o: { k: 'v' },
    });
    const mapping = await call('GET', '/learning/_mapping');
    expect(at(mapping.body, 'learning.mappings.properties')).toEqual({
      b: { type: 'boolean' },
      d: { type: 'date' },
      f: { type: 'float' },
      n: { type: 'long' },
      o: { properties: { k: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } } } },
      s: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
    });
    await call('DELETE', '/strict,learning');
  });
}
