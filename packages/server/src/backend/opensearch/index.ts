export { createOpenSearchBackend } from './opensearch-backend.ts';
