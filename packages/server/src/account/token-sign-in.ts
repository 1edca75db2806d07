import type { Identity } from '../security/sign-in.ts';
import { type Accounts, identityOf, unavailable } from './accounts.ts';
import type { ApiToken } from './api-token.ts';
import type { ApiTokens } from './api-tokens.ts';

/** Of a token, as long as neither it nor its owner is changed. */
const known = new WeakMap<ApiToken, { readonly owner: Identity; readonly identity: Identity }>();

function identityWith(token: ApiToken, owner: Identity): Identity {
  const kept = known.get(token);
  if (kept?.owner === owner) return kept.identity;
  const identity = { ...owner, token: { id: token.id, permissions: token.permissions } };
  known.set(token, { owner, identity });
  return identity;
}

/**
 * Who calls with an API token. `expired` is told only to who has the secret; undefined = not accepted: unknown, revoked, or
 * its owner is gone or disabled. Throws ApiError 503 where that cannot be known.
 */
export async function byApiToken(
  { tokens, accounts }: { readonly tokens: ApiTokens; readonly accounts: Accounts },
  secret: string,
  address: string,
): Promise<Identity | 'expired' | undefined> {
  await tokens.ready().catch((error: unknown) => {
    throw unavailable(error);
  });
  const token = tokens.bySecret(secret);
  if (token === undefined) return undefined;
  const owner = await accounts.accountOf(token.owner);
  if (owner?.value.id !== token.ownerId || owner.value.disabled === true) return undefined;
  const status = tokens.statusOf(token);
  if (status !== 'active') return status === 'expired' ? status : undefined;
  tokens.used(token.id, address);
  return identityWith(token, identityOf(owner.value));
}
