import { RefreshCw, TriangleAlert } from 'lucide-react';
import { ServiceError } from '../lib/client.ts';
import { useMessages } from '../lib/messages/messages.ts';
import { Button } from './button.tsx';
import styles from './problem.module.css';

export interface ProblemProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** A failed call: what it means in words, then the service's own type and reason. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { t } = useMessages();
  const known = error instanceof ServiceError ? error : undefined;
  return (
    <div className={styles.problem} role="alert">
      <TriangleAlert aria-hidden />
      <div className={styles.text}>
        <strong>{meaning(known, t)}</strong>
        {known === undefined || known.status === 0 ? (
          <p>{known === undefined ? error.message : t('error.unreachableHint')}</p>
        ) : (
          <p>
            <code>{known.type}</code> {known.reason}
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button icon={<RefreshCw aria-hidden />} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}

function meaning(error: ServiceError | undefined, t: ReturnType<typeof useMessages>['t']): string {
  if (error === undefined) return t('error.page');
  if (error.status === 0) return t('error.unreachable');
  if (error.status === 401) return t('error.unauthenticated');
  if (error.status === 403) return t('error.forbidden');
  if (error.status === 404) return t('error.notFound');
  if (error.status === 429) return t('error.busy');
  return error.status >= 500 ? t('error.service') : t('error.refused');
}
