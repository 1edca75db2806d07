import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { ServiceError } from '../../lib/client.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import { signIn } from './account-queries.ts';
import styles from './sign-in-form.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { useSubmit } from './use-submit.ts';

/** Stands in the place of the screen that was asked for: its address stays, and it opens after signing in. */
export function SignInScreen() {
  const { t } = useMessages();
  const [name, setName] = useState('admin');
  const [password, setPassword] = useState('');
  const { busy, error, submit } = useSubmit(() => signIn(name.trim(), password));
  const wrong = error instanceof ServiceError && (error.status === 401 || error.status === 403);
  return (
    <SignInForm onSubmit={submit}>
      <TextField
        label={t('signIn.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
      />
      <TextField
        label={t('signIn.password')}
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        name="password"
        autoComplete="current-password"
        autoFocus
        required
        error={wrong ? t('signIn.wrong') : undefined}
      />
      {error !== undefined && !wrong && <Problem error={error} />}
      <Button kind="accent" type="submit" busy={busy}>
        {t('signIn.submit')}
      </Button>
      <p className={styles.hint}>{t('signIn.hint')}</p>
    </SignInForm>
  );
}
