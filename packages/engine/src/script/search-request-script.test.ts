import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { SearchRequestScript } from './search-request-script.ts';

type Body = Readonly<Record<string, unknown>>;

function changed(source: string, body: Body = {}, attributes = new Map<string, unknown>()): Body {
  const script = new SearchRequestScript({ source, stored: false, lang: 'painless', params: { n: 3 } });
  return script.changed(body, attributes);
}

function refused(source: string, body: Body = {}): unknown {
  try {
    return changed(source, body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.causedBy;
  }
}

test('a script of a search pipeline changes members of the search that it may see, and leaves the given one', () => {
  const body = { size: 1, query: { match_all: {} } };
  const source = "ctx._source.size = params.n; ctx._source['explain'] = true; ctx._source.min_score = 0.5f";
  expect(changed(source, body)).toEqual({ size: 3, query: { match_all: {} }, explain: true, min_score: 0.5 });
  expect(body.size).toBe(1);
  expect(changed('ctx._source.explain = null', { explain: true })).toEqual({});
});

test('what a search does not say has the value that it has in Java', () => {
  const names = 'from size explain version seq_no_primary_term track_scores track_total_hits min_score';
  const parts = `${names} terminate_after profile`.split(' ').map((name) => `ctx._source.${name}`);
  const source = `throw new IllegalArgumentException(${parts.join(" + ' ' + ")})`;
  const reason = '-1 -1 null null null false null null 0 false';
  expect(refused(source)).toMatchObject({ reason });
  const given = { size: '5', min_score: 1, track_total_hits: true };
  expect(refused(source, given)).toMatchObject({
    reason: '-1 5 null null null false 2147483647 1.0 0 false',
  });
});

test('the query and all else of a search is out of reach of its script', () => {
  const cause = { type: 'search_request_map_processing_exception', reason: 'Unsupported key: query' };
  expect(refused('def x = ctx._source.query')).toMatchObject(cause);
  expect(refused('ctx._source.query = null')).toMatchObject(cause);
  expect(refused('ctx.foo = 1')).toMatchObject({ type: 'unsupported_operation_exception' });
  for (const call of ['keySet()', 'values()', 'entrySet()', "remove('size')", 'clear()', 'size()']) {
    const [name] = call.split('(');
    expect(refused(`ctx._source.${call}`), call).toMatchObject({
      type: 'unsupported_operation_exception',
      reason: `${name} Method not supported in Search pipeline script`,
    });
  }
});

test('values of the wrong class, and such that no search can have, are refused in the words of Java', () => {
  const cast = (from: string, to: string): string =>
    `class java.lang.${from} cannot be cast to class java.lang.${to} (java.lang.${from} and java.lang.${to} are in module java.base of loader 'bootstrap')`;
  expect(refused('ctx._source.size = 2L')).toMatchObject({ reason: cast('Long', 'Integer') });
  expect(refused("ctx._source.explain = 'a'")).toMatchObject({ reason: cast('String', 'Boolean') });
  expect(refused('ctx._source.min_score = 0.5')).toMatchObject({ reason: cast('Double', 'Float') });
  expect(refused('ctx._source.from = null')).toMatchObject({
    reason: 'Cannot invoke "java.lang.Integer.intValue()" because "value" is null',
  });
  expect(refused('ctx._source.size = -5')).toMatchObject({
    reason: '[size] parameter cannot be negative, found [-5]',
  });
  expect(refused('ctx._source.terminate_after = -5')).toMatchObject({
    reason: 'terminateAfter must be > 0',
  });
});

test('attributes of the search are read and left for the processors that follow', () => {
  const attributes = new Map<string, unknown>([['original_size', 4]]);
  const source = 'ctx.request_context.half = ctx.request_context.original_size / 2';
  changed(source, {}, attributes);
  expect(attributes.get('half')).toBe(2);
});
