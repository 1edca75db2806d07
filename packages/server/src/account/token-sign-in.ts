import type { Identity } from '../security/sign-in.ts';
import { type Accounts, identityOf, unavailable } from './accounts.ts';
import type { ApiTokens } from './api-tokens.ts';

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
  return { ...identityOf(owner.value), token: { id: token.id, permissions: token.permissions } };
}
