import type { FormEvent, ReactNode } from 'react';
import { Mark } from '../../components/mark.tsx';
import styles from './sign-in-form.module.css';

interface SignInFormProps {
  readonly onSubmit: (event: FormEvent) => void;
  readonly children: ReactNode;
}

/** The page of those who are not signed in: the name of the product, and one form. */
export function SignInForm({ onSubmit, children }: SignInFormProps) {
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={onSubmit}>
        <div className={styles.brand}>
          <Mark />
          <h1>Sextant</h1>
        </div>
        {children}
      </form>
    </main>
  );
}
