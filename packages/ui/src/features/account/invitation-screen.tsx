import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Mark } from '../../components/mark.tsx';
import { Problem } from '../../components/problem.tsx';
import { useMessages } from '../../lib/messages/messages.ts';
import { acceptInvitation } from './account-queries.ts';
import styles from './sign-in-screen.module.css';

/** Where the link of an invitation leads: a password is chosen, and its account is signed in. */
export function InvitationScreen({ token }: { readonly token: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const [isDifferent, setIsDifferent] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    setIsDifferent(password !== again);
    if (password !== again) return;
    setBusy(true);
    try {
      await acceptInvitation(token, password);
      await navigate({ to: '/', hash: '', replace: true });
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={styles.brand}>
          <Mark />
          <h1>Sextant</h1>
        </div>
        <p className={styles.hint}>{t('invitation.hint')}</p>
        <TextField
          label={t('invitation.password')}
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          name="new-password"
          autoComplete="new-password"
          autoFocus
          required
        />
        <TextField
          label={t('invitation.again')}
          type="password"
          value={again}
          onChange={(event) => setAgain(event.target.value)}
          name="new-password-again"
          autoComplete="new-password"
          required
          error={isDifferent ? t('invitation.different') : undefined}
        />
        {error !== undefined && <Problem error={error} />}
        <Button kind="accent" type="submit" busy={busy}>
          {t('invitation.submit')}
        </Button>
      </form>
    </main>
  );
}
