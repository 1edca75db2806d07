export { createOpenSearchBackend, type OpenSearchOptions } from './opensearch-backend.ts';
