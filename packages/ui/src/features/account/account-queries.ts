import { queryOptions } from '@tanstack/react-query';
import { ask, ServiceError } from '../../lib/client.ts';
import { backOffMs } from '../../lib/polling.ts';
import { closeSession, openSession } from '../../lib/session.ts';
import { shape, text } from '../../lib/shape.ts';

export interface Profile {
  readonly username: string;
}

/** Who is signed in. Answers without a token too where the service runs without security. */
export function profileQuery(token: string | null) {
  return queryOptions({
    queryKey: ['profile', token],
    queryFn: async ({ signal }): Promise<Profile> => {
      const profile = shape(await ask({ method: 'GET', path: '/account/profile', signal }));
      return { username: text(profile, 'username') || text(profile, 'email') };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => {
      const { error, errorUpdateCount } = query.state;
      const unauthenticated = error instanceof ServiceError && error.status === 401;
      return error === null || unauthenticated ? false : backOffMs(1000, errorUpdateCount - 1);
    },
  });
}

/** In single-user mode the password says it all; an email names the account in multi-user mode. */
export async function signIn(name: string, password: string): Promise<void> {
  const single = name === '' || name === 'admin';
  const body = JSON.stringify(single ? { password } : { email: name, password });
  const answer = shape(await ask({ method: 'POST', path: '/account/login', body, secret: true }));
  openSession(text(answer, 'access_token'));
}

/** Makes the account of an invitation and signs in with it. */
export async function acceptInvitation(token: string, password: string): Promise<void> {
  const body = JSON.stringify({ token, password });
  const made = shape(await ask({ method: 'POST', path: '/account/invitation', body, secret: true }));
  await signIn(text(made, 'username'), password);
}

/** Ends the session here even where the service cannot be told. */
export async function signOut(): Promise<void> {
  try {
    await ask({ method: 'POST', path: '/account/logout' });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  } finally {
    closeSession();
  }
}
