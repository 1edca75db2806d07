import { clusterCalls, recordSuite } from '@sextant/server/testing';
import { afterAll, describe } from 'vitest';
import { clientOf } from '../support/client.ts';

/** An OpenSearch that may hold indices `sextant-test-records-*` meanwhile. */
const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;

describe.skipIf(cluster === undefined)('records over OpenSearch (needs SEXTANT_TEST_OPENSEARCH_URL)', () => {
  const names: string[] = [];
  const stamp = Date.now();
  const { call, stop } = clusterCalls(cluster ?? 'http://127.0.0.1:1');
  afterAll(async () => {
    for (const name of names) await clientOf(cluster!).call('DELETE', `/${name}?ignore_unavailable=true`);
    await stop();
  });

  // Each test has an index of its own, so that services over the same cluster are left alone.
  recordSuite(async () => {
    const name = `sextant-test-records-${stamp}-${names.length}`;
    names.push(name);
    return (request) => call({ ...request, path: request.path.replace('/.sextant-security', `/${name}`) });
  }, true);
});
