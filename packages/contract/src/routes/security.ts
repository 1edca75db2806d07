import type { Route } from './route.ts';

const common = { params: {}, family: 'security', answeredBy: 'service' } as const;
const small = { ...common, bodyLimit: 'small' } as const;
const reads = { body: 'none', effect: 'reads', methods: ['GET'] } as const;
const puts = { body: 'required', effect: 'changes', methods: ['PUT'] } as const;
const deletes = { body: 'none', effect: 'changes', methods: ['DELETE'] } as const;
const patches = { body: 'required', effect: 'changes', methods: ['PATCH'] } as const;

const users = ['/_security/user', '/_plugins/_security/api/internalusers'] as const;
const user = ['/_security/user/{name}', '/_plugins/_security/api/internalusers/{name}'] as const;
const roles = ['/_security/role', '/_plugins/_security/api/roles'] as const;
const role = ['/_security/role/{name}', '/_plugins/_security/api/roles/{name}'] as const;
const mappings = ['/_security/role_mapping', '/_plugins/_security/api/rolesmapping'] as const;
const mapping = ['/_security/role_mapping/{name}', '/_plugins/_security/api/rolesmapping/{name}'] as const;
const groups = ['/_security/privilege', '/_plugins/_security/api/actiongroups'] as const;
const group = ['/_security/privilege/{name}', '/_plugins/_security/api/actiongroups/{name}'] as const;

const ofUsers = { ...common, privilege: 'restapi:admin/internalusers' } as const;
const ofRoles = { ...common, privilege: 'restapi:admin/roles' } as const;
const ofMappings = { ...common, privilege: 'restapi:admin/rolesmapping' } as const;
const ofGroups = { ...common, privilege: 'restapi:admin/actiongroups' } as const;
const account = ['/_security/account', '/_plugins/_security/api/account'] as const;

/**
 * Users, roles, who has which, and names for sets of actions. Errors here are `{"status":"NOT_FOUND","message":"..."}`, those of
 * a body `{"status":"error","reason":"..."}`.
 */
export const securityRoutes = [
  {
    ...ofUsers,
    ...reads,
    name: 'security.get_user',
    paths: [...users, ...user],
    summary: 'Users, or one of them',
  },
  {
    ...ofUsers,
    ...puts,
    name: 'security.create_user',
    paths: user,
    summary: 'Make a user, or replace what is known of him',
  },
  {
    ...ofUsers,
    ...deletes,
    name: 'security.delete_user',
    paths: user,
    summary: 'Remove a user; his sessions and tokens end',
  },
  {
    ...ofUsers,
    ...patches,
    name: 'security.patch_user',
    paths: [...users, ...user],
    summary: 'Change users by a JSON Patch',
  },
  {
    ...ofRoles,
    ...reads,
    name: 'security.get_role',
    paths: [...roles, ...role],
    summary: 'Roles, or one of them',
  },
  { ...ofRoles, ...puts, name: 'security.create_role', paths: role, summary: 'Make or replace a role' },
  { ...ofRoles, ...deletes, name: 'security.delete_role', paths: role, summary: 'Remove a role' },
  {
    ...ofRoles,
    ...patches,
    name: 'security.patch_role',
    paths: [...roles, ...role],
    summary: 'Change roles by a JSON Patch',
  },
  {
    ...ofMappings,
    ...reads,
    name: 'security.get_role_mapping',
    paths: [...mappings, ...mapping],
    summary: 'Who has which role',
  },
  {
    ...ofMappings,
    ...puts,
    name: 'security.create_role_mapping',
    paths: mapping,
    summary: 'Say who has a role: users, external roles, hosts',
  },
  {
    ...ofMappings,
    ...deletes,
    name: 'security.delete_role_mapping',
    paths: mapping,
    summary: 'Take a role from all to whom it is mapped',
  },
  {
    ...ofMappings,
    ...patches,
    name: 'security.patch_role_mapping',
    paths: [...mappings, ...mapping],
    summary: 'Change mappings by a JSON Patch',
  },
  {
    ...ofGroups,
    ...reads,
    name: 'security.get_action_group',
    paths: [...groups, ...group],
    summary: 'Action groups (privilege sets), or one of them',
  },
  {
    ...ofGroups,
    ...puts,
    name: 'security.create_action_group',
    paths: group,
    summary: 'Make or replace an action group',
  },
  {
    ...ofGroups,
    ...deletes,
    name: 'security.delete_action_group',
    paths: group,
    summary: 'Remove an action group',
  },
  {
    ...ofGroups,
    ...patches,
    name: 'security.patch_action_group',
    paths: [...groups, ...group],
    summary: 'Change action groups by a JSON Patch',
  },
  {
    ...small,
    ...reads,
    name: 'security.get_account',
    paths: account,
    privilege: 'authenticated',
    summary: 'The own user and its roles',
  },
  {
    ...small,
    ...puts,
    name: 'security.change_password',
    paths: account,
    privilege: 'authenticated',
    summary: 'Change the own password; every session ends',
  },
  {
    ...small,
    ...reads,
    name: 'security.authinfo',
    methods: ['GET', 'POST'],
    paths: ['/_security/authinfo', '/_plugins/_security/authinfo'],
    body: 'optional',
    privilege: 'authenticated',
    summary: 'Who asks, and with which roles',
  },
  {
    ...small,
    ...reads,
    name: 'security.permissions_info',
    paths: ['/_security/permissionsinfo', '/_plugins/_security/api/permissionsinfo'],
    privilege: 'authenticated',
    summary: 'Whether the caller may manage users and roles',
  },
  {
    ...small,
    ...reads,
    name: 'security.who_am_i',
    methods: ['GET', 'POST'],
    paths: ['/_security/whoami', '/_plugins/_security/whoami'],
    body: 'optional',
    privilege: 'public',
    summary: 'The client certificate of the caller',
  },
  {
    ...small,
    ...reads,
    name: 'security.health',
    methods: ['GET', 'POST'],
    paths: ['/_security/health', '/_plugins/_security/health'],
    body: 'optional',
    privilege: 'public',
    summary: 'Whether accounts and roles can be read',
  },
  {
    ...small,
    ...reads,
    name: 'security.get_certificates',
    paths: ['/_security/ssl/certs', '/_plugins/_security/api/ssl/certs'],
    privilege: 'restapi:admin/ssl/certs/info',
    summary: 'The certificates that the service shows',
  },
  {
    ...small,
    ...puts,
    body: 'none',
    name: 'security.reload_certificates',
    paths: ['/_security/ssl/{layer}/reloadcerts', '/_plugins/_security/api/ssl/{layer}/reloadcerts'],
    privilege: 'restapi:admin/ssl/certs/reload',
    summary: 'Read the certificates of `http` or `transport` anew',
  },
  {
    ...small,
    ...deletes,
    name: 'security.flush_cache',
    paths: ['/_security/cache', '/_plugins/_security/api/cache'],
    privilege: 'restapi:admin/cache',
    summary: 'Forget which credentials were right or wrong',
  },
  {
    ...small,
    name: 'security.rotate_session_key',
    methods: ['POST'],
    paths: ['/_security/session_key/_rotate'],
    params: {
      end_sessions: { type: 'boolean', summary: 'end every session at once', default: 'false' },
    },
    body: 'none',
    effect: 'changes',
    privilege: 'restapi:admin/session_key',
    summary: 'Make another key that signs access tokens',
  },
  {
    ...common,
    ...reads,
    name: 'security.get_audit',
    paths: ['/_security/audit'],
    params: {
      size: { type: 'int', summary: 'how many entries, at most 1,000', default: '100' },
      category: { type: 'string', summary: 'entries of this category, such as FAILED_LOGIN' },
      user: { type: 'string', summary: 'entries of this user' },
      from: { type: 'string', summary: 'a date or milliseconds since 1970: entries from then on' },
      to: { type: 'string', summary: 'a date or milliseconds since 1970: entries until then' },
      after: { type: 'string', summary: 'what `next` of an answer said: the entries after it' },
    },
    privilege: 'restapi:admin/audit',
    summary: 'The audit log of the index, the newest entry first',
  },
  {
    ...ofUsers,
    ...reads,
    name: 'security.get_invitation',
    paths: ['/_security/invitation'],
    summary: 'Invitations that nobody has used yet',
  },
  {
    ...ofUsers,
    name: 'security.create_invitation',
    methods: ['POST'],
    paths: ['/_security/invitation'],
    body: 'required',
    effect: 'changes',
    summary: 'Invite a user by a link that works once (multi-user mode)',
  },
  {
    ...ofUsers,
    ...deletes,
    name: 'security.delete_invitation',
    paths: ['/_security/invitation/{id}'],
    summary: 'Take an invitation back',
  },
] as const satisfies readonly Route[];
