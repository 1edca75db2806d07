import { Problem } from '../components/problem.tsx';
import { useMessages } from '../lib/messages/messages.ts';
import styles from './frame.module.css';

/** A screen that broke: the frame and the other screens go on. */
export function ScreenError({ error, reset }: { readonly error: Error; readonly reset: () => void }) {
  const { t } = useMessages();
  return (
    <section className={styles.page} aria-label={t('error.page')}>
      <Problem error={error} onRetry={reset} />
    </section>
  );
}
