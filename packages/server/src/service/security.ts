import type { ServiceRouteName } from '@sextant/contract';
import type { AccountCall } from '../account/account-call.ts';
import type { InvitationApi } from '../account/invitation-api.ts';
import type { AuditApi } from '../account/security/audit-api.ts';
import type { CertificatesApi } from '../account/security/certificates-api.ts';
import type { ObjectApi } from '../account/security/object-api.ts';
import type { SecurityDialect } from '../account/security/security-answers.ts';
import type { SelfApi } from '../account/security/self-api.ts';
import type { UserContent } from '../account/user-directory.ts';
import type { ServiceHandlers } from '../http/service-request.ts';
import type { ActionGroup } from '../security/action-groups.ts';
import type { RoleMapping } from '../security/role-book.ts';
import type { Role } from '../security/roles.ts';
import { type Asked, answered, callOf, securityIsOff } from './account-rows.ts';

/** The rows of users, roles, mappings and action groups. */
export type SecurityRouteName = ServiceRouteName<'security'>;

export interface SecurityApis {
  readonly users: ObjectApi<UserContent>;
  readonly roles: ObjectApi<Role>;
  readonly mappings: ObjectApi<RoleMapping>;
  readonly groups: ObjectApi<ActionGroup>;
  readonly self: SelfApi;
  readonly certificates: CertificatesApi;
  readonly invitations: InvitationApi;
  readonly audit: AuditApi;
}

interface Named extends Asked {
  readonly askedPath: string;
  readonly pathParams: { readonly name?: string; readonly layer?: string };
}

function dialectOf({ askedPath }: Named): SecurityDialect {
  return askedPath.startsWith('/_plugins/') ? 'opensearch' : 'easysearch';
}

function rowsOf<T>(api: ObjectApi<T>) {
  return {
    get: (request: Named) => answered(api.get(dialectOf(request), request.pathParams.name)),
    put: (request: Named) => answered(api.put(callOf(request), dialectOf(request), request.pathParams.name!)),
    delete: (request: Named) => answered(api.delete(callOf(request), request.pathParams.name!)),
    patch: (request: Named) =>
      answered(api.patch(callOf(request), dialectOf(request), request.pathParams.name)),
  };
}

/** Users and roles, with security on. */
export function securityHandlers(apis: SecurityApis): ServiceHandlers<SecurityRouteName> {
  const [users, roles] = [rowsOf(apis.users), rowsOf(apis.roles)];
  const [mappings, groups] = [rowsOf(apis.mappings), rowsOf(apis.groups)];
  const { self, certificates, invitations, audit } = apis;
  const told = (tell: (call: AccountCall, dialect: SecurityDialect) => unknown) => async (request: Named) =>
    answered(Promise.resolve(tell(callOf(request), dialectOf(request))) as never);
  return {
    'security.get_user': users.get,
    'security.create_user': users.put,
    'security.delete_user': users.delete,
    'security.patch_user': users.patch,
    'security.get_role': roles.get,
    'security.create_role': roles.put,
    'security.delete_role': roles.delete,
    'security.patch_role': roles.patch,
    'security.get_role_mapping': mappings.get,
    'security.create_role_mapping': mappings.put,
    'security.delete_role_mapping': mappings.delete,
    'security.patch_role_mapping': mappings.patch,
    'security.get_action_group': groups.get,
    'security.create_action_group': groups.put,
    'security.delete_action_group': groups.delete,
    'security.patch_action_group': groups.patch,
    'security.get_account': told((call, dialect) => self.account(call, dialect)),
    'security.change_password': told((call) => self.changePassword(call)),
    'security.authinfo': told((call) => self.authInfo(call)),
    'security.permissions_info': told((call) => self.permissionsInfo(call)),
    'security.who_am_i': told((call) => self.whoAmI(call)),
    'security.health': told(() => self.health()),
    'security.get_certificates': told(() => certificates.show()),
    'security.reload_certificates': (request: Named) =>
      answered(certificates.reload(callOf(request), request.pathParams.layer!, request.askedPath)),
    'security.flush_cache': told(() => self.flushCache()),
    'security.rotate_session_key': (request) =>
      answered(self.rotateKey(callOf(request), request.params.end_sessions ?? false)),
    'security.get_audit': (request) => answered(audit.read(request.params)),
    'security.create_invitation': told((call) => invitations.create(call)),
    'security.get_invitation': told(() => invitations.list()),
    'security.delete_invitation': (request) =>
      answered(invitations.revoke(callOf(request), request.pathParams.id)),
  };
}

/** The same with security off: there are no users. */
export function openSecurityHandlers(): ServiceHandlers<SecurityRouteName> {
  const rows = Object.keys(securityHandlers({} as SecurityApis)) as SecurityRouteName[];
  return Object.fromEntries(
    rows.map((name) => [name, securityIsOff]),
  ) as unknown as ServiceHandlers<SecurityRouteName>;
}
