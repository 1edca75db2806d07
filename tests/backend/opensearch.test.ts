import { afterAll, beforeAll, describe } from 'vitest';
import { basic, type Client, clientOf } from '../support/client.ts';
import { emptyCluster } from '../support/cluster.ts';
import { type Service, startService } from '../support/service.ts';
import { accountSuite } from './account-suite.ts';
import { documentSuite } from './document-suite.ts';
import { searchSuite } from './search-suite.ts';

/** An OpenSearch that is there for nothing else: each file of tests empties it. */
const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;

let service: Service;
let client: Client;

describe.skipIf(cluster === undefined)('opensearch backend (needs SEXTANT_TEST_OPENSEARCH_URL)', () => {
  beforeAll(async () => {
    await emptyCluster(clientOf(cluster!));
    service = await startService({ args: ['--backend', 'opensearch', '--opensearch-url', cluster!] });
    client = clientOf(service.url, basic('admin', service.password));
    await client.call('PUT', '/docs', { settings: { number_of_replicas: 0 } });
  });
  afterAll(async () => {
    await service.stop();
    await emptyCluster(clientOf(cluster!));
  });

  describe('documents', () => documentSuite(() => client));
  describe('search', () => searchSuite(() => client));
  describe('accounts', () => accountSuite(() => ({ client, password: service.password })));
});
