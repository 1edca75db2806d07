import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../components/problem.tsx';
import { useMessages } from '../lib/messages/messages.ts';
import styles from './frame.module.css';

/** A screen that broke: the frame and the other screens go on. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useMessages();
  return (
    <section className={styles.page} aria-label={t('error.page')}>
      <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
    </section>
  );
}
