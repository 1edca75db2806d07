import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Problem } from '../components/problem.tsx';
import { profileQuery } from '../features/account/account-queries.ts';
import { InvitationScreen } from '../features/account/invitation-screen.tsx';
import { SignInScreen } from '../features/account/sign-in-screen.tsx';
import { ServiceError } from '../lib/client.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import styles from './frame.module.css';
import { Shell } from './shell.tsx';

/** Shows the screens to who is signed in (or where nobody must be), else the way in, at the same address; to who was invited, where he chooses a password. */
export function Frame() {
  const { token } = useStore(session);
  const profile = useQuery(profileQuery(token));
  const { pathname, hash } = useLocation();
  if (pathname === '/invitation') return <InvitationScreen token={hash} />;
  if (profile.data !== undefined) return <Shell />;
  const { error } = profile;
  if (error instanceof ServiceError && error.status === 401) return <SignInScreen />;
  if (error !== null) {
    return (
      <main className={styles.page}>
        <Problem error={error} onRetry={() => void profile.refetch()} />
      </main>
    );
  }
  return <main className={styles.page} aria-busy />;
}
