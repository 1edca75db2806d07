import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { useMessages } from '../../lib/messages/messages.ts';
import { acceptInvitation } from './account-queries.ts';
import styles from './sign-in-form.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { useSubmit } from './use-submit.ts';

/** Where the link of an invitation leads: a password is chosen, and its account is signed in. */
export function InvitationScreen({ token }: { readonly token: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isDifferent, setIsDifferent] = useState(false);
  const { busy, error, submit } = useSubmit(async () => {
    setIsDifferent(password !== again);
    if (password !== again) return;
    await acceptInvitation(token, password);
    await navigate({ to: '/', hash: '', replace: true });
  });
  return (
    <SignInForm onSubmit={submit}>
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
    </SignInForm>
  );
}
