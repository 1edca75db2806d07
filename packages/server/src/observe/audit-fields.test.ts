import { expect, test } from 'vitest';
import { auditFields } from './audit-fields.ts';

test('lines about accounts have the categories and names of the audit log of OpenSearch', () => {
  const denied = { user: 'ann', address: '10.0.0.1', action: 'indices:data/read/search', indices: ['a'] };
  expect(auditFields('access denied', denied)).toEqual({
    audit_category: 'MISSING_PRIVILEGES',
    audit_request_origin: 'REST',
    audit_request_effective_user: 'ann',
    audit_request_remote_address: '10.0.0.1',
    audit_request_privilege: 'indices:data/read/search',
    audit_trace_resolved_indices: ['a'],
  });
  const attempt = auditFields('access denied', { ...denied, action: 'system:admin/system_index' });
  expect(attempt.audit_category).toBe('OPENSEARCH_SECURITY_INDEX_ATTEMPT');
  expect(auditFields('token created', { user: 'ann', address: '', token: 'x' })).toMatchObject({
    audit_category: 'COMPLIANCE_INTERNAL_CONFIG_WRITE',
    token: 'x',
  });
  expect(auditFields('login failed', { way: 'basic', address: '' })).toMatchObject({
    audit_category: 'FAILED_LOGIN',
    way: 'basic',
  });
});
