type Fields = Readonly<Record<string, unknown>>;

const configuration = 'COMPLIANCE_INTERNAL_CONFIG_WRITE';

/** What is told of accounts, in the categories of OpenSearch's audit log. */
const categories: ReadonlyMap<string, string> = new Map([
  ['login succeeded', 'AUTHENTICATED'],
  ['login failed', 'FAILED_LOGIN'],
  ['login throttled', 'FAILED_LOGIN'],
  ['token refused', 'FAILED_LOGIN'],
  ['access denied', 'MISSING_PRIVILEGES'],
  ['password changed', configuration],
  ['profile changed', configuration],
  ['security changed', configuration],
  ['token created', configuration],
  ['token changed', configuration],
  ['token revoked', configuration],
  ['token rotated', configuration],
]);
const indexAttempt = 'OPENSEARCH_SECURITY_INDEX_ATTEMPT';
const indexAction = 'system:admin/system_index';

/** The fields of a line about accounts, by the names that they have in OpenSearch's audit log. */
export function auditFields(message: string, { user, address, action, indices, ...others }: Fields): Fields {
  return {
    audit_category: action === indexAction ? indexAttempt : categories.get(message),
    audit_request_origin: address === undefined ? undefined : 'REST',
    audit_request_effective_user: user,
    audit_request_remote_address: address,
    audit_request_privilege: action,
    audit_trace_resolved_indices: indices,
    ...others,
  };
}
