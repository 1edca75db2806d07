import { expect, test } from 'vitest';
import { errorOf } from './client.ts';

test('an error envelope gives its type and reason', () => {
  const cause = { type: 'index_not_found_exception', reason: 'no such index [x]' };
  const text = JSON.stringify({ error: { root_cause: [cause], ...cause }, status: 404 });
  expect(errorOf({ status: 404, text })).toMatchObject({ status: 404, ...cause });
});

test('an envelope without a reason of its own takes the one of its root cause', () => {
  const text = JSON.stringify({ error: { type: 'a', root_cause: [{ reason: 'because' }] } });
  expect(errorOf({ status: 400, text })).toMatchObject({ type: 'a', reason: 'because' });
});

test('the account API’s short envelope and plain texts are read too', () => {
  const short = JSON.stringify({ status: 401, error: { reason: 'wrong password' } });
  expect(errorOf({ status: 401, text: short })).toMatchObject({
    type: 'status 401',
    reason: 'wrong password',
  });
  expect(errorOf({ status: 502, text: '<html>' })).toMatchObject({ type: 'status 502', reason: '<html>' });
  expect(errorOf({ status: 400, text: '{"error":"Incorrect method"}' }).reason).toBe('Incorrect method');
});
