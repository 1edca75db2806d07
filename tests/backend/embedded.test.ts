import { afterAll, beforeAll, describe } from 'vitest';
import { basic, type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';
import { accountSuite } from './account-suite.ts';
import { documentSuite } from './document-suite.ts';
import { searchSuite } from './search-suite.ts';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = clientOf(service.url, basic('admin', service.password));
  await client.call('PUT', '/docs', { settings: { number_of_replicas: 0 } });
});
afterAll(() => service.stop());

describe('embedded backend', () => {
  describe('documents', () => documentSuite(() => client));
  describe('search', () => searchSuite(() => client));
  describe('accounts', () => accountSuite(() => ({ client, password: service.password })));
});
