import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { CallLines } from '../../components/call-lines.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Problem } from '../../components/problem.tsx';
import { ask } from '../../lib/client.ts';
import type { IndexHealth } from '../../lib/health.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import { replicaCalls } from './replica-request.ts';
import styles from './replicas-dialog.module.css';

export interface ReplicasDialogProps {
  readonly indices: readonly IndexHealth[];
  readonly onClose: () => void;
}

/** The fix for replicas that have no second node: sets their number to 0 for exactly the indices that are named. */
export function ReplicasDialog({ indices, onClose }: ReplicasDialogProps) {
  const { t } = useMessages();
  const queryClient = useQueryClient();
  const calls = replicaCalls(indices.map((index) => index.name));
  const change = useMutation({
    mutationFn: async () => {
      for (const call of calls) await ask(call);
    },
    onSuccess: onClose,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['health'] });
      void queryClient.invalidateQueries({ queryKey: ['indices'] });
    },
  });
  return (
    <Dialog
      title={t('replicas.title', { count: indices.length })}
      onClose={onClose}
      onSubmit={() => change.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="accent" type="submit" busy={change.isPending}>
            {t('replicas.submit')}
          </Button>
        </>
      }
    >
      <p>{t('replicas.text')}</p>
      <ul className={styles.names}>
        {indices.map((index) => (
          <li key={index.name}>
            <code>{index.name}</code>
            <span>{t('replicas.from', { count: index.replicas })}</span>
          </li>
        ))}
      </ul>
      {change.error !== null && <Problem error={change.error} />}
      {calls.length === 1 && <CallLines call={calls[0]!} />}
    </Dialog>
  );
}
