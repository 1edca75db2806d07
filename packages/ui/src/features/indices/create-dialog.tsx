import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CallLines } from '../../components/call-lines.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { Problem } from '../../components/problem.tsx';
import { ask } from '../../lib/client.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import styles from './create-dialog.module.css';
import { firstBody, formOf, nameProblem, withField, withoutField, withSetting } from './create-request.ts';
import { FieldRows } from './field-rows.tsx';

export interface CreateDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}

export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const { t } = useMessages();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [body, setBody] = useState(firstBody);
  const form = formOf(body);
  const call = { method: 'PUT', path: `/${encodeURIComponent(name)}`, body };
  const create = useMutation({
    mutationFn: () => ask(call),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['indices'] });
      void queryClient.invalidateQueries({ queryKey: ['health'] });
      onCreated(name);
    },
  });
  const wrongName = nameProblem(name);
  const ready = name !== '' && wrongName === undefined && form !== undefined;
  return (
    <Dialog
      wide
      title={t('create.title')}
      onClose={onClose}
      onSubmit={() => ready && create.mutate()}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="accent" type="submit" disabled={!ready} busy={create.isPending}>
            {t('create.submit')}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.form}>
          <TextField
            label={t('create.name')}
            value={name}
            required
            onChange={(event) => setName(event.target.value)}
            error={wrongName === undefined ? undefined : t(wrongName)}
          />
          <div className={styles.pair}>
            <TextField
              label={t('create.shards')}
              inputMode="numeric"
              value={form?.shards ?? ''}
              disabled={form === undefined}
              onChange={(event) => setBody(withSetting(body, 'number_of_shards', event.target.value))}
            />
            <TextField
              label={t('create.replicas')}
              inputMode="numeric"
              value={form?.replicas ?? ''}
              disabled={form === undefined}
              onChange={(event) => setBody(withSetting(body, 'number_of_replicas', event.target.value))}
            />
          </div>
          <FieldRows
            fields={form?.fields ?? []}
            disabled={form === undefined}
            onSet={(field) => setBody(withField(body, field))}
            onRemove={(field) => setBody(withoutField(body, field))}
          />
        </div>
        <TextArea
          label={t('create.body')}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          error={form === undefined ? t('create.badBody') : undefined}
          className={styles.body}
        />
      </div>
      {create.error !== null && <Problem error={create.error} />}
      {ready && <CallLines call={call} />}
    </Dialog>
  );
}
