import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CallLines } from '../../components/call-lines.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { ask } from '../../lib/client.ts';
import { formatBytes } from '../../lib/format.ts';
import type { IndexRow } from '../../lib/index-list.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import styles from './delete-dialog.module.css';
import { confirmationOf, deleteCalls } from './delete-request.ts';

export interface DeleteDialogProps {
  readonly rows: readonly IndexRow[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Cannot be undone: the exact names are listed and counted, and a text must be typed before the button works. */
export function DeleteDialog({ rows, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useMessages();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const names = rows.map((row) => row.name);
  const calls = deleteCalls(names);
  const wanted = confirmationOf(names);
  const remove = useMutation({
    mutationFn: async () => {
      for (const call of calls) await ask(call);
    },
    onSuccess: onDeleted,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['indices'] });
      void queryClient.invalidateQueries({ queryKey: ['health'] });
    },
  });
  const ready = typed === wanted;
  return (
    <Dialog
      title={t('delete.title', { count: names.length })}
      onClose={onClose}
      onSubmit={() => ready && remove.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="danger" type="submit" disabled={!ready} busy={remove.isPending}>
            {t('delete.submit', { count: names.length })}
          </Button>
        </>
      }
    >
      <p>{t('delete.text')}</p>
      <ul className={styles.names}>
        {rows.map((row) => (
          <li key={row.name}>
            <code>{row.name}</code>
            <span>{row.docs !== undefined && t('delete.docs', { docs: row.docs })}</span>
            <span>{formatBytes(row.size)}</span>
          </li>
        ))}
      </ul>
      <TextField
        label={t('delete.confirm', { text: wanted })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {remove.error !== null && <Problem error={remove.error} />}
      {calls.length === 1 && <CallLines call={calls[0]!} />}
    </Dialog>
  );
}
